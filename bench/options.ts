export interface BenchOptions {
  wants(measureId: string): boolean;
  reps: number;
  /** Writes a CPU profile of Roster beside the results. */
  profiles: boolean;
}

export const measureIds = ['P1', 'P2', 'P2B', 'P6', 'CHATS'] as const;

/** Throws on what it does not know: a run is long, and a typing error must not decide what it measured. */
export function readOptions(args: readonly string[]): BenchOptions {
  const rest = [...args];
  const at = rest.indexOf('--reps');
  const reps = at < 0 ? 3 : Number(rest.splice(at, 2)[1]);
  if (!Number.isInteger(reps) || reps < 1) throw new Error('--reps takes a whole number from 1.');
  const profiles = rest.includes('--cpu-prof');
  const ids = rest.filter((arg) => arg !== '--cpu-prof').map((arg) => arg.toUpperCase().replace(/^P0+/, 'P'));
  const unknown = ids.find((id) => !measureIds.includes(id as (typeof measureIds)[number]));
  if (unknown !== undefined) throw new Error(`There is no measure ${unknown}; there are ${measureIds.join(', ')}.`);
  return { wants: (measureId) => ids.length === 0 || ids.includes(measureId.toUpperCase()), reps, profiles };
}
