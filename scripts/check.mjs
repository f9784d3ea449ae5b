// `npm run check`: everything that needs no database. Runs all checks and fails when one did.
import { installIfStale } from './support/install.mjs';
import { jest } from './support/jest.mjs';
import { requireNodeVersion } from './support/node-version.mjs';
import { runTool } from './support/run.mjs';

const tsc = 'typescript/bin/tsc';
const checks = [
  ['types of the product', () => runTool(tsc, ['-b'])],
  ['types of the tests', () => runTool(tsc, ['-p', 'test'])],
  ['types of the benchmarks', () => runTool(tsc, ['-p', 'bench'])],
  ['lint', () => runTool('eslint/bin/eslint.js', ['--cache', '--cache-location', 'node_modules/.cache/eslint/', '--max-warnings', '0', '.'])],
  ['structure and drift', () => jest(['--selectProjects', 'repo'])],
];

requireNodeVersion();
await installIfStale();
const failed = [];
for (const [name, check] of checks) {
  const startedAt = performance.now();
  const code = await check();
  process.stderr.write(`${code === 0 ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)\n`);
  if (code !== 0) failed.push(name);
}
process.stdout.write(`${checks.length - failed.length} passed, ${failed.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
