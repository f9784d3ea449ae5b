import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** For tests that start real processes: they run what is built, so it must be what is written. */
export async function ensureProductBuilt(): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs']);
}
