import { builtinModules } from 'node:module';

import { describe, expect, it } from '@jest/globals';

import { type Import, importsOf, packageOf } from './support/imports.ts';
import { isCode, isTest, repositoryFiles } from './support/repository-files.ts';

interface Layer {
  folder: string;
  /** Layers it may import, besides itself. */
  below: readonly string[];
  allowsPackage: (name: string) => boolean;
}

const only = (...names: readonly string[]) => (name: string) => names.includes(name);
const isNode = (name: string) => name.startsWith('node:');
const serverPackages = ['typeorm', 'pg', 'bullmq', 'ioredis', 'express', 'undici', 'pino', 'helmet'];
const isServer = (name: string) => name.startsWith('@nestjs/') || serverPackages.includes(name);
const isReact = (name: string) => /^(react|react-dom|react-admin|ra-.*|@mui\/.*|@emotion\/.*|@ai-sdk\/react)$/.test(name);

/** The table of ARCHITECTURE.md. */
const layers: readonly Layer[] = [
  { folder: 'libs/agents/src/contracts', below: [], allowsPackage: only('zod') },
  { folder: 'libs/agents/src/kernel', below: ['libs/agents/src/contracts'], allowsPackage: only('zod', 'node:crypto') },
  { folder: 'libs/agents/src/agents', below: ['libs/agents/src/kernel', 'libs/agents/src/contracts'], allowsPackage: only('zod', 'diff', 'ajv', 'node:crypto') },
  {
    folder: 'libs/agents/src/capabilities',
    below: ['libs/agents/src/agents', 'libs/agents/src/kernel', 'libs/agents/src/contracts'],
    allowsPackage: (name) => !isServer(name) && !isReact(name),
  },
  { folder: 'libs/agents/src/testing', below: ['libs/agents/src/kernel', 'libs/agents/src/contracts'], allowsPackage: (name) => isNode(name) || ['zod', '@jest/globals', 'fast-check'].includes(name) },
  { folder: 'libs/permissions/src', below: ['libs/agents/src/kernel', 'libs/agents/src/contracts'], allowsPackage: only('@casl/ability', 'zod') },
  { folder: 'migrations', below: [], allowsPackage: only('typeorm') },
  {
    folder: 'apps/api/src',
    below: ['libs/agents/src/contracts', 'libs/agents/src/kernel', 'libs/agents/src/agents', 'libs/agents/src/capabilities', 'libs/permissions/src', 'migrations'],
    allowsPackage: (name) => !isReact(name),
  },
  { folder: 'apps/admin/src', below: ['libs/agents/src/contracts', 'libs/permissions/src'], allowsPackage: (name) => !isServer(name) && !isNode(name) && !builtinModules.includes(name) },
];

const product = repositoryFiles().filter((path) => isCode(path) && !isTest(path));
const layerOf = (path: string) => layers.find(({ folder }) => path.startsWith(`${folder}/`));

describe('imports point down', () => {
  it.each(layers)('from $folder only to what it may know', (layer) => {
    const imports = product.filter((path) => layerOf(path) === layer).flatMap(importsOf);
    expect(imports.filter((entry) => !isAllowed(layer, entry)).map(({ from, specifier }) => `${from} → ${specifier}`)).toEqual([]);
  });

  it('and the parts that only tests and examples may use stay out of the product', () => {
    const users = product.filter((path) => !path.includes('/testing/') && !path.startsWith('apps/api/src/examples/')).flatMap(importsOf);
    expect(users.filter(({ target }) => target?.startsWith('libs/agents/src/testing/'))).toEqual([]);
  });

  it('and permissions take types only from the kernel', () => {
    const values = product.filter((path) => path.startsWith('libs/permissions/')).flatMap(importsOf).filter(({ isTypeOnly }) => !isTypeOnly);
    expect(values.filter(({ target }) => target?.startsWith('libs/agents/src/kernel/'))).toEqual([]);
  });

  it('and workspaces meet by subpath, never by a path into each other', () => {
    const workspaceOf = (path: string) => /^(apps|libs)\/[^/]+|^migrations/.exec(path)?.[0];
    const crossing = product.flatMap(importsOf).filter(({ from, specifier, target }) => specifier.startsWith('.') && target && workspaceOf(target) !== workspaceOf(from));
    expect(crossing.filter(({ from }) => workspaceOf(from) !== undefined).map(({ from, specifier }) => `${from} → ${specifier}`)).toEqual([]);
  });
});

function isAllowed(layer: Layer, { specifier, target }: Import): boolean {
  if (target === undefined) return layer.allowsPackage(packageOf(specifier));
  const layerOfTarget = layerOf(target);
  return layerOfTarget === layer || layer.below.includes(layerOfTarget?.folder ?? '');
}
