// Lets a process on Node 20 start from TypeScript sources: strips types with the compiler the tests use.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
    filename,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
