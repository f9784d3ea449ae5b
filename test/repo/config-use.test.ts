import { describe, expect, it } from '@jest/globals';

import { readConfig } from '../../apps/api/src/config/read-config.ts';
import { read, repositoryFiles } from './support/repository-files.ts';

/** Every optional part is there. */
const config = readConfig({
  NODE_ENV: 'test', DATABASE_URL: 'postgres://a:b@localhost/c', REDIS_URL: 'redis://localhost', OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'https://example.com', ANTHROPIC_API_KEY: 'k',
  GOOGLE_GENERATIVE_AI_API_KEY: 'k', OPENAI_COMPATIBLE_BASE_URL: 'https://example.com', OPENAI_COMPATIBLE_API_KEY: 'k', FAILPOINT: 'a:1:blip', EGRESS_ALLOW: 'localhost:1',
});

type Path = readonly [section: string, field: string];

/** Lists are handed on whole. */
function pathsOf(value: object, section: string): Path[] {
  return Object.entries(value).flatMap(([name, inner]): Path[] =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? pathsOf(inner, name) : [[section, name]]);
}

const readers = repositoryFiles()
  .filter((path) => path.startsWith('apps/api/src/') && path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('apps/api/src/config/'))
  .map(read)
  .filter((text) => text.includes('config/config.ts'));

const mentions = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
/** In a file that takes the configuration, or the section by its type: `HttpConfig` for `http`. */
const isRead = ([section, field]: Path): boolean => readers.some((text) => mentions(text, field) && (section === '' || new RegExp(`\\b${section.replace(/s$/, '')}(s|Config)?\\b`, 'i').test(text)));

describe('the configuration', () => {
  it('has no field that nobody reads', () => {
    expect(pathsOf(config, '').filter((path) => !isRead(path)).map((path) => path.join('.'))).toEqual([]);
  });

  it('would notice one', () => {
    expect(isRead(['tools', 'fieldThatNobodyReads'])).toBe(false);
  });
});
