import { existsSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { read, readJson } from './support/repository-files.ts';

const { scripts } = readJson<{ scripts: Record<string, string> }>('package.json');
const lineCount = (path: string) => read(path).trimEnd().split('\n').length;

describe('documents', () => {
  it.each([['README.md', 150], ['AGENTS.md', 120]] as const)('%s stays within %i lines', (path, limit) => {
    expect(lineCount(path)).toBeLessThanOrEqual(limit);
  });

  it.each(['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE'])('%s is there', (path) => {
    expect(existsSync(path)).toBe(true);
  });

  it.each(['README.md', 'AGENTS.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names only commands that exist', (path) => {
    const named = [...read(path).matchAll(/\bnpm (?:run )?([a-z][a-z:-]*)/g)].map(([, name = '']) => name);
    const ofNpm = ['ci', 'install', 'run', 'exec', 'version'];
    expect(named.filter((name) => !(name in scripts) && !ofNpm.includes(name))).toEqual([]);
  });

  it.each(['README.md', 'AGENTS.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s links only to files that exist', (path) => {
    const linked = [...read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, target = '']) => target);
    expect(linked.filter((target) => !existsSync(target))).toEqual([]);
  });

  it.each(['README.md', 'AGENTS.md', 'ARCHITECTURE.md'])('%s names only folders and files that exist', (path) => {
    const named = [...read(path).matchAll(/(?:`|^ *)((?:apps|libs|scripts|migrations|test|bench|docs)\/[\w./-]*)/gm)].map(([, name = '']) => name.replace(/[.,]$/, ''));
    expect([...new Set(named)].filter((name) => !existsSync(name))).toEqual([]);
  });

  it('every script of package.json starts a program that is there', () => {
    const programs = Object.values(scripts).flatMap((command) => /node (scripts\/\S+)/.exec(command)?.[1] ?? []);
    expect(programs.filter((program) => !existsSync(program))).toEqual([]);
  });
});
