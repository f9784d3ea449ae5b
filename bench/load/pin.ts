import { spawnSync } from 'node:child_process';
import os from 'node:os';
import { childrenOf } from './cpu.ts';

/** The server under test has a core of its own; the mock, the load and the database share the other. */
export const serverCore = 1;
export const loadCore = 0;

/** Every thread of the process; what it starts later inherits. False: this machine cannot do it, and the report says so. */
export function pin(pid: number, core: number): boolean {
  return os.cpus().length > core && spawnSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' }).status === 0;
}

/** The process and its children. A child that has just ended is nobody's loss. */
export function pinTree(pid: number, core: number): boolean {
  for (const child of childrenOf(pid)) pin(child, core);
  return pin(pid, core);
}
