import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root, runNpm } from './run.mjs';

/** Installs when node_modules is missing, unfinished, or made from another package-lock.json. */
export async function installIfStale() {
  const reason = staleReason();
  if (!reason) return;
  process.stderr.write(`Installing dependencies (${reason}) …\n`);
  // --include=dev: the build needs TypeScript and vite even where NODE_ENV is production.
  const code = await runNpm(['ci', '--include=dev']);
  if (code !== 0) {
    process.stderr.write('npm ci failed; its message is above.\n');
    process.exit(code);
  }
}

/** npm writes its own record of what it installed as the last act of an install; we compare with that, so any way of installing counts. */
function staleReason() {
  const installed = readPackages(join(root, 'node_modules/.package-lock.json'));
  if (!installed) return 'first start';
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (!wanted) return undefined;
  const differs = Object.entries(wanted).some(([path, entry]) => {
    if (path === '' || !path.includes('node_modules/')) return false;
    const found = installed[path];
    if (!found) return !entry.optional; // made for another platform
    return found.version !== entry.version || found.integrity !== entry.integrity;
  });
  return differs ? 'package-lock.json has changed' : undefined;
}

function readPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
}
