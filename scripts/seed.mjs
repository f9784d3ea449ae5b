// `npm run seed`: puts the example agents into an empty database. The server does the same at its first start unless SEED_EXAMPLES=false.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { buildIfStale } from './support/build.mjs';
import { installIfStale } from './support/install.mjs';
import { root } from './support/run.mjs';

process.chdir(root);
await installIfStale();
const code = await buildIfStale();
if (code !== 0) process.exit(code);
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
const { runSeedCommand } = await import('../apps/api/dist/examples/seed-command.js');
await runSeedCommand(process.env).catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
