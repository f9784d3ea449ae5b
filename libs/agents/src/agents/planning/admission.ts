export interface Admission<Call> { admitted: readonly Call[]; skipped: readonly Call[] }

/** Per call, in the model's order: of k pending calls the first max(0, cap - used) run, each other is answered by a stub. */
export function admit<Call>(calls: readonly Call[], used: number, cap: number | null): Admission<Call> {
  const room = cap === null ? calls.length : Math.max(0, cap - used);
  return { admitted: calls.slice(0, room), skipped: calls.slice(room) };
}

/** What a call over the cap is answered with; stored and streamed, not counted. */
export const skippedMessage = (cap: number): string =>
  `The limit of ${cap} tool call${cap === 1 ? '' : 's'} is reached; this call was not run. Answer with what is known.`;
