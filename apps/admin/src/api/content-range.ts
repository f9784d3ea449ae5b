/** Total of `agents 0-24/319` or `agents * /0` (without the space). A list without the header is an error of the server, never a guess. */
export function totalOf(contentRange: string | null): number {
  const total = /\/(\d+)$/.exec(contentRange ?? '')?.[1];
  if (total === undefined) throw new Error(`A list came without a usable Content-Range header (${contentRange ?? 'none'}).`);
  return Number(total);
}
