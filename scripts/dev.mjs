// `npm run dev`: compiles, restarts the server on every change, and serves the admin with hot reload. Ctrl-C ends all of it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

import { buildIfStale } from './support/build.mjs';
import { installIfStale } from './support/install.mjs';
import { requireNodeVersion } from './support/node-version.mjs';
import { root } from './support/run.mjs';

requireNodeVersion();
process.chdir(root);
await installIfStale();
await buildIfStale();
if (existsSync('.env')) process.loadEnvFile('.env');

const programs = [
  ['node_modules/typescript/bin/tsc', '-b', 'apps/api', '--watch', '--preserveWatchOutput'],
  ['--watch', '--watch-preserve-output', 'apps/api/dist/main.js'],
  ['node_modules/vite/bin/vite.js', 'apps/admin'],
].map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: process.env.NODE_ENV || 'development' } }));

let isStopping = false;
function stop(signal) {
  if (isStopping) return;
  isStopping = true;
  for (const program of programs) program.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
for (const program of programs) program.on('exit', () => stop('SIGTERM'));
await Promise.all(programs.map((program) => new Promise((done) => program.once('close', done))));
