import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { root, runTool } from './run.mjs';

const CACHE = join(root, 'node_modules/.cache/roster');
const SHARED = ['package.json', 'package-lock.json', 'tsconfig.base.json'];

/** What is built from what, into what. `outputs` must exist for a build to count. */
const TARGETS = [
  {
    name: 'server',
    inputs: [...SHARED, 'libs', 'migrations', 'apps/api'],
    outputs: ['apps/api/dist/main.js'],
    build: (isIncomplete) => runTool('typescript/bin/tsc', ['-b', 'apps/api', ...(isIncomplete ? ['--force'] : [])]),
  },
  {
    name: 'admin',
    inputs: [...SHARED, 'libs', 'apps/admin'],
    outputs: ['apps/admin/dist/index.html'],
    // Whatever the caller is: a test run has NODE_ENV=test, and vite would take React's development build.
    build: () => runTool('vite/bin/vite.js', ['build', 'apps/admin', '--logLevel', 'error'], { env: { NODE_ENV: 'production' } }),
  },
];

/** Builds what its sources have outrun. Returns 0, or the exit code of the first build that failed. */
export async function buildIfStale() {
  const unlock = await lock();
  try {
    for (const target of TARGETS) {
      const code = await buildTarget(target);
      if (code !== 0) {
        process.stderr.write(`Building the ${target.name} failed; the messages are above.\n`);
        return code;
      }
    }
    return 0;
  } finally {
    unlock();
  }
}

async function buildTarget({ name, inputs, outputs, build }) {
  const stamp = join(CACHE, `${name}.stamp`);
  const hash = hashOf(inputs);
  const isIncomplete = outputs.some((output) => !existsSync(join(root, output)));
  if (!isIncomplete && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return 0;
  process.stderr.write(`Building the ${name} …\n`);
  const code = await build(isIncomplete);
  if (code === 0) writeFileSync(stamp, hash);
  return code;
}

function hashOf(inputs) {
  const hash = createHash('sha256').update(process.version);
  for (const input of inputs) for (const file of filesBelow(input)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist'].includes(name) && !/\.test\.tsx?$|\.tsbuildinfo$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`]));
}

/** Two processes must not write one output; the second waits and then finds it fresh. */
async function lock() {
  mkdirSync(CACHE, { recursive: true });
  const file = join(CACHE, 'build.lock');
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      process.once('exit', () => rmSync(file, { force: true }));
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (!isHeld(file)) rmSync(file, { force: true });
      await delay(200);
    }
  }
}

function isHeld(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')) || -1, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
