import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';

import maxFunctionLines from '../../scripts/eslint-rules/max-function-lines.mjs';
import { isCode, read, repositoryFiles } from './support/repository-files.ts';

const config: Linter.Config = {
  files: ['**/*.ts', '**/*.tsx', '**/*.mjs'],
  languageOptions: { parser: parser as Linter.Parser, parserOptions: { ecmaFeatures: { jsx: true } } },
  plugins: { roster: { rules: { 'max-function-lines': maxFunctionLines } } },
  rules: { 'roster/max-function-lines': ['error', 40] },
};

const tooLong = (path: string, text: string) => new Linter().verify(text, config, path).map(({ line, message }) => `${path}:${line} ${message}`);
const lines = (count: number) => 'void 0;\n'.repeat(count);

describe('functions', () => {
  it('have at most 40 lines', () => {
    expect(repositoryFiles().filter(isCode).flatMap((path) => tooLong(path, read(path)))).toEqual([]);
  });

  it.each([
    ['a long function', `function f() {\n${lines(39)}}`, 1],
    ['a function at the limit', `function f() {\n${lines(38)}}`, 0],
    ['a long test', `it('…', () => {\n${lines(39)}});`, 1],
    ['a list of tests', `describe.each(table)('…', () => {\n${lines(99)}});`, 0],
    ['a function around a long SQL text', `function f() {\n  sql(\`\n${lines(99)}\`);\n}`, 0],
  ])('are measured by what they do: %s', (_case, text, complaints) => {
    expect(tooLong('example.ts', text)).toHaveLength(complaints);
  });
});
