import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { DataFolderInUseError } from './data-folder-in-use-error.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { startMarkOf } from './process-identity.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('lets one of many simultaneous starters in and names it to the others', async () => {
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataFolder(dataDir)));

  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = attempts.find((attempt) => attempt.status === 'rejected')?.reason as DataFolderInUseError;
  expect(refused).toBeInstanceOf(DataFolderInUseError);
  expect(refused).toMatchObject({ dataDir, ownerPid: process.pid });
});

it('is free again after release, and leaves no file', async () => {
  (await lockDataFolder(dataDir)).release();
  const second = await lockDataFolder(dataDir);
  second.release();
  expect(readdirSync(dataDir)).toEqual([]);
});

it.each([
  ['a process that is gone', async () => ({ pid: 2 ** 22 + 1, startMark: '' })],
  ['an earlier process with a pid that lives again', async () => ({ pid: process.pid, startMark: 'an earlier boot/1' })],
  ['nobody, because it is damaged', async () => '{'],
])('takes over the lock of %s', async (_case, holder) => {
  const content = await holder();
  writeFileSync(join(dataDir, 'roster.lock'), typeof content === 'string' ? content : JSON.stringify(content));
  const lock = await lockDataFolder(dataDir);
  lock.release();
  expect(existsSync(join(dataDir, 'roster.lock'))).toBe(false);
});

it('respects the lock of another living process', async () => {
  writeFileSync(join(dataDir, 'roster.lock'), JSON.stringify({ pid: process.ppid, startMark: await startMarkOf(process.ppid) }));
  await expect(lockDataFolder(dataDir)).rejects.toMatchObject({ ownerPid: process.ppid });
});
