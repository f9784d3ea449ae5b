// Invariant: at most one living product process holds a data folder. The lock names its owner by pid and start time, so that
// neither kill -9 nor a pid used again (common after a container restart) leaves a folder locked for good.
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { DataFolderInUseError } from './data-folder-in-use-error.ts';
import { isProcessAlive, startMarkOf } from './process-identity.ts';

const LOCK_FILE = 'roster.lock';

export interface DataFolderLock {
  release(): void;
}

export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  const lockFile = join(dataDir, LOCK_FILE);
  const claim = JSON.stringify({ pid: process.pid, startMark: await startMarkOf(process.pid), nonce: randomUUID() });
  while (!createOnce(lockFile, claim)) {
    const holder = readIfPresent(lockFile);
    if (holder === undefined) continue;
    const livingPid = await livingOwner(holder);
    if (livingPid !== undefined) throw new DataFolderInUseError(dataDir, livingPid);
    removeStale(lockFile, holder);
  }
  return {
    release() {
      if (readIfPresent(lockFile) === claim) rmSync(lockFile, { force: true });
    },
  };
}

/** The lock appears whole or not at all: it is written aside and linked into place. */
function createOnce(lockFile: string, content: string): boolean {
  const draft = `${lockFile}.${randomUUID()}`;
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, lockFile);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Only one of several starters moves a stale lock away; one that moved a fresh lock by accident puts it back. */
function removeStale(lockFile: string, stale: string): void {
  const aside = `${lockFile}.${randomUUID()}`;
  try {
    renameSync(lockFile, aside);
  } catch {
    return; // another starter was faster
  }
  const moved = readIfPresent(aside);
  if (moved !== undefined && moved !== stale) createOnce(lockFile, moved);
  rmSync(aside, { force: true });
}

async function livingOwner(holder: string): Promise<number | undefined> {
  const owner = parseHolder(holder);
  if (owner === undefined || !isProcessAlive(owner.pid)) return undefined;
  return (await startMarkOf(owner.pid)) === owner.startMark ? owner.pid : undefined;
}

function parseHolder(holder: string): { pid: number; startMark: string } | undefined {
  try {
    const { pid, startMark } = JSON.parse(holder) as { pid?: unknown; startMark?: unknown };
    return typeof pid === 'number' && typeof startMark === 'string' ? { pid, startMark } : undefined;
  } catch {
    return undefined;
  }
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
