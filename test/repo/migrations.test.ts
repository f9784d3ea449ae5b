import { readdirSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { migrations } from '../../migrations/index.ts';

const files = readdirSync('migrations').filter((name) => /^\d+-.*\.ts$/.test(name)).sort();

describe('migrations', () => {
  it('are all listed, oldest first, by classes named after their files', () => {
    expect(migrations.map(({ name }) => name)).toEqual(files.map(classNameOf));
  });

  it('are named verb first', () => {
    expect(files.filter((file) => !/^\d{13}-(create|add|drop|rename|alter|move|fill|index|replace)-[a-z0-9-]+\.ts$/.test(file))).toEqual([]);
  });
});

function classNameOf(file: string): string {
  const [, timestamp = '', name = ''] = /^(\d+)-(.+)\.ts$/.exec(file) ?? [];
  return `${name.replace(/(?:^|-)(.)/g, (_all, letter: string) => letter.toUpperCase())}${timestamp}`;
}
