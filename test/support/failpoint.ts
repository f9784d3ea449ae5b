// FAILPOINT=name:n:mode breaks one command at its nth turn, for tests of crashes. Never loaded by the product.
import type { Failpoint } from '../../apps/api/src/runs/store/store-options.ts';

/** `blip`: a database error after which the process goes on. `death`: this process, at once, like kill -9. */
export type FailpointMode = 'blip' | 'death';

/** `command` is a store command; the phase says whether its transaction was committed before the fault. */
export interface FailpointPlan { command: string; phase: 'before' | 'after'; turn: number; mode: FailpointMode }

/** What a lost connection looks like; not an error that a command is repeated for. */
export class BlipError extends Error {
  readonly code = '57P01';
  constructor(readonly at: string) { super(`terminating connection due to administrator command (failpoint ${at})`); }
}

/** `finish.after:3:death`; without a phase the fault comes before the command. Errors: a name, turn or mode that is none. */
export function parseFailpoint(text: string): FailpointPlan {
  const match = /^(\w+)(?:\.(before|after))?:([1-9]\d*):(blip|death)$/.exec(text);
  if (!match) throw new Error(`FAILPOINT must be name[.before|.after]:n:blip|death, not "${text}".`);
  const [, command, phase, turn, mode] = match;
  return { command: command!, phase: (phase ?? 'before') as FailpointPlan['phase'], turn: Number(turn), mode: mode as FailpointMode };
}

/** The store's failpoint for this plan; `onFired` lets a test assert that it fired. */
export function failpoint({ command, phase, turn, mode }: FailpointPlan, onFired?: () => void): Failpoint {
  let turns = 0;
  return (name, at) => {
    if (name !== command || at !== phase || ++turns !== turn) return;
    onFired?.();
    if (mode === 'death') process.kill(process.pid, 'SIGKILL');
    throw new BlipError(`${name}.${at}`);
  };
}

/** The failpoint of the environment, and only in tests. */
export function failpointOfEnvironment(env: NodeJS.ProcessEnv): Failpoint | undefined {
  if (!env['FAILPOINT']) return undefined;
  if (env['NODE_ENV'] !== 'test') throw new Error('FAILPOINT works with NODE_ENV=test only.');
  return failpoint(parseFailpoint(env['FAILPOINT']));
}
