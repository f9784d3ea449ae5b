import type { TestingConfig } from '../../config/config.ts';
import type { Failpoint } from '../store/store-options.ts';

/** What a blip is: the error a database would give when its connection breaks. */
class BlipError extends Error {
  readonly code = '08006';
  constructor(point: string) {
    super(`The connection broke at ${point}.`);
  }
}

/**
 * Breaks the process at the nth pass of a store command, `<command>.<before|after>:<n>:<mode>`: blip = the command fails as if the
 * database were gone, death = SIGKILL, stop = SIGSTOP. Accepted with NODE_ENV=test only.
 */
export function failpointOf(testing: TestingConfig): Failpoint | undefined {
  if (testing.kind === 'off' || testing.failpoint === null) return undefined;
  const [point, nth, mode] = testing.failpoint.split(':') as [string, string, 'blip' | 'death' | 'stop'];
  let passes = 0;
  return async (command, phase) => {
    if (`${command}.${phase}` !== point || ++passes !== Number(nth)) return;
    if (mode === 'blip') throw new BlipError(point);
    process.kill(process.pid, mode === 'death' ? 'SIGKILL' : 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 50)); // the signal arrives before anything else happens
  };
}
