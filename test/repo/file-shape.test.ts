import { basename } from 'node:path';

import { expect, it } from '@jest/globals';
import ts from 'typescript';

import { isCode, isTest, read, repositoryFiles } from './support/repository-files.ts';

const code = repositoryFiles().filter(isCode);

it('no file has more than 300 lines', () => {
  expect(code.map((path) => ({ path, lines: read(path).trimEnd().split('\n').length })).filter(({ lines }) => lines > 300)).toEqual([]);
});

it('half of the product\'s files have at most 60 lines', () => {
  const lengths = code.filter((path) => !isTest(path)).map((path) => read(path).trimEnd().split('\n').length);
  expect(lengths.sort((a, b) => a - b)[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(60);
});

it('files are named in kebab-case', () => {
  const isFine = (name: string) => /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+(-[a-z]+)*)*\.(ts|tsx|mjs)$/.test(name) || name === 'App.tsx';
  expect(code.filter((path) => !isFine(basename(path)))).toEqual([]);
});

it('no file or class carries a name that says nothing', () => {
  const empty = /(^|-)(utils?|helpers?|managers?|base|common|impl|misc)(-|\.)/;
  expect(code.filter((path) => empty.test(basename(path)))).toEqual([]);
  const emptyClass = /\b(?:class|interface) (?:Base[A-Z]\w*|I[A-Z][a-z]\w*|\w+(?:Manager|Helper|Utils?|Impl))\b/;
  expect(code.flatMap((path) => emptyClass.exec(read(path))?.[0] ?? []).filter((name) => !/ I(n|s|d|t|mage|dentity|nbox)/.test(name))).toEqual([]);
});

it('nothing is typed any', () => {
  const found = code.filter((path) => !path.endsWith('.mjs')).flatMap(anyKeywordsIn);
  expect(found).toEqual([]);
});

it('nothing switches the checks off', () => {
  const escape = new RegExp(['eslint', 'disable'].join('-') + '|@ts-' + '(ignore|expect-error|nocheck)');
  expect(code.filter((path) => escape.test(read(path)))).toEqual([]);
});

it('no test is focused, and none is skipped except under a condition that its name is reported with', () => {
  const fixed = /(?:^|[^?:\w.]\s*)\b(?:(?:it|test|describe)\.(?:only|todo|skip)\s*(?:\(|\.each)|f(?:it|describe)\(|x(?:it|test|describe)\()/m;
  expect(code.filter((path) => /\.test\.tsx?$/.test(path) && fixed.test(read(path)))).toEqual([]);
});

it('nothing is left unfinished', () => {
  const mark = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`);
  expect(code.filter((path) => mark.test(read(path)))).toEqual([]);
});

function anyKeywordsIn(path: string): string[] {
  const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) found.push(`${path}:${source.getLineAndCharacterOfPosition(node.pos).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
