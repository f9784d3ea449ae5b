// `npm start`: from a fresh clone to a running product. Node built-ins only, because nothing else may be installed yet.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';

import { buildIfStale } from './support/build.mjs';
import { installIfStale } from './support/install.mjs';
import { requireNodeVersion } from './support/node-version.mjs';
import { root } from './support/run.mjs';

requireNodeVersion();
process.chdir(root);
await installIfStale();
const code = await buildIfStale();
if (code !== 0) process.exit(code);
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
// Newer Nodes keep compiled code: the next start is quicker.
module.enableCompileCache?.(join(root, 'node_modules/.cache/roster/compiled'));
// In this very process, so that signals reach the server. It prints its address and handles SIGTERM and SIGINT from here on.
await import('../apps/api/dist/main.js');
