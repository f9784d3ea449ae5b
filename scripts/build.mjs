// `npm run build`: builds what is stale, nothing else.
import { buildIfStale } from './support/build.mjs';
import { installIfStale } from './support/install.mjs';
import { requireNodeVersion } from './support/node-version.mjs';

requireNodeVersion();
await installIfStale();
process.exitCode = await buildIfStale();
