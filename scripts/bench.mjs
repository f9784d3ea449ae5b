// `npm run bench`: measures Roster beside a byte relay and a bare AI SDK server on this machine, offline.
import { buildIfStale } from './support/build.mjs';
import { installIfStale } from './support/install.mjs';
import { requireNodeVersion } from './support/node-version.mjs';

requireNodeVersion();
await installIfStale();
const code = await buildIfStale();
if (code !== 0) process.exit(code);
await import('../bench/register.mjs');
const { runBench } = await import('../bench/run.ts');
await runBench(process.argv.slice(2));
