// `npm test`: all tests; arguments go to jest, as in `npm test -- test/db`. The last line is `N passed, N failed`.
import { buildIfStale } from './support/build.mjs';
import { installIfStale } from './support/install.mjs';
import { jest } from './support/jest.mjs';
import { requireNodeVersion } from './support/node-version.mjs';

requireNodeVersion();
await installIfStale();
// Tests that start real processes run the built product.
const built = await buildIfStale();
process.exitCode = built === 0 ? await jest(process.argv.slice(2)) : built;
if (built !== 0) process.stdout.write('0 passed, 1 failed\n');
