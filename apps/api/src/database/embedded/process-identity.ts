import { readFileSync } from 'node:fs';

import { runCommand } from './run-command.ts';

/** Alive means: exists. A process of another user answers EPERM, which is alive too. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The command line of a process, or '' when it is gone. */
export async function commandLineOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readProc(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
  return (await runCommand(['ps', '-ww', '-o', 'command=', '-p', String(pid)])).output;
}

/** Tells a process from a later one with the same pid: boot and start time. '' when it is gone. */
export async function startMarkOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return (await runCommand(['ps', '-o', 'lstart=', '-p', String(pid)])).output;
  const startedTicks = statFields(pid)[19];
  return startedTicks === undefined ? '' : `${readProc('/proc/sys/kernel/random/boot_id').trim()}/${startedTicks}`;
}

function isZombie(pid: number): boolean {
  return process.platform === 'linux' && statFields(pid)[0] === 'Z';
}

/** The fields of /proc/<pid>/stat after the program name, which may itself hold spaces and brackets: state first. */
function statFields(pid: number): string[] {
  const stat = readProc(`/proc/${pid}/stat`);
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
