// Lets a child process run the sources: `node --conditions=@roster/source --import <this file> entry.ts`. Strips types with the compiler that the tests use.
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

import { transformSync } from '@swc/core';

if (isMainThread) register(import.meta.url);

const options = {
  module: { type: 'es6' },
  sourceMaps: 'inline',
  jsc: { target: 'es2022', keepClassNames: true, parser: { syntax: 'typescript', decorators: true }, transform: { legacyDecorator: true, decoratorMetadata: true } },
};

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  return { format: 'module', shortCircuit: true, source: transformSync(readFileSync(filename, 'utf8'), { ...options, filename }).code };
}
