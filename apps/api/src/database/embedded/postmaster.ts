import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { commandLineOf, isProcessAlive } from './process-identity.ts';

export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** The living server of this cluster, whoever started it; undefined when there is none. */
export async function findPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const file = join(clusterDir, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  // Lines: pid, data folder, start time, port, socket folder, listen address, shared memory, status.
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isProcessAlive(pid)) return undefined;
  if (!(await commandLineOf(pid)).includes(clusterDir)) {
    // The pid belongs to somebody else now. PostgreSQL itself would refuse to start over it.
    rmSync(file, { force: true });
    return undefined;
  }
  return { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' };
}
