import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from '@jest/globals';

import { recreateLinks } from './recreate-links.ts';

let packageDir: string;
beforeEach(() => {
  packageDir = mkdtempSync(join(tmpdir(), 'links-'));
  mkdirSync(join(packageDir, 'native/lib'), { recursive: true });
  writeFileSync(join(packageDir, 'native/lib/libx.so.1.2'), '');
});
afterEach(() => rmSync(packageDir, { recursive: true }));

it('makes the links of a package whose install script did not run, relative, and keeps those that are there', () => {
  const link = { source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' };
  writeFileSync(join(packageDir, 'native/pg-symlinks.json'), JSON.stringify([link]));

  recreateLinks(packageDir);
  recreateLinks(packageDir);

  expect(readlinkSync(join(packageDir, link.target))).toBe('libx.so.1.2');
});

it('has nothing to do for a package without such a list', () => {
  expect(() => recreateLinks(packageDir)).not.toThrow();
});
