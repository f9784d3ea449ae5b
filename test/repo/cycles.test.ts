import { expect, it } from '@jest/globals';

import { importsOf } from './support/imports.ts';
import { isCode, isTest, repositoryFiles } from './support/repository-files.ts';

it('no file imports itself through others', () => {
  const files = repositoryFiles().filter((path) => isCode(path) && !isTest(path));
  const graph = new Map(files.map((path) => [path, targetsOf(path)]));
  expect(findCycles(graph)).toEqual([]);
});

/** Types are gone before the program runs; entities that refer to each other need that. */
function targetsOf(path: string): string[] {
  return importsOf(path).flatMap(({ target, isTypeOnly }) => (target === undefined || isTypeOnly ? [] : [target]));
}

function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const trail: string[] = [];
  const cycles: string[] = [];
  const visit = (path: string): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    trail.push(path);
    for (const target of graph.get(path) ?? []) visit(target);
    trail.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return cycles;
}
