// `npm run openapi`: builds the server and writes docs/openapi.json from it.
import { installIfStale } from './support/install.mjs';
import { buildIfStale } from './support/build.mjs';
import { root } from './support/run.mjs';

process.chdir(root);
await installIfStale();
const code = await buildIfStale();
if (code !== 0) process.exit(code);
await import('../apps/api/dist/openapi/write-document.js');
