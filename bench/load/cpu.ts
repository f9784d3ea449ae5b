import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ is 100 on every Linux that Node supports. */
export const tickMs = 10;

/** CPU time (user + system) of a process so far, ms. Ticks are 10 ms: differences under 1 s are coarse. */
export function cpuMs(pid: number): number {
  const fields = statOf(pid);
  return (fields[11]! + fields[12]!) * tickMs;
}

/** CPU time of a process, its children and those of them that have ended, ms. */
export function treeCpuMs(pid: number): number {
  const ended = statOf(pid);
  return childrenOf(pid).reduce((sum, child) => sum + cpuMs(child), cpuMs(pid) + (ended[13]! + ended[14]!) * tickMs);
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((candidate) => parentOf(candidate) === pid);
}

/** Undefined: it has just ended. */
function parentOf(pid: number): number | undefined {
  try {
    return statOf(pid)[1];
  } catch {
    return undefined;
  }
}

/** The fields of /proc/<pid>/stat after the name; the first is the state, which is no number. */
function statOf(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number);
}
