import { expect, it } from '@jest/globals';

import { read, repositoryFiles } from './support/repository-files.ts';

const text = repositoryFiles().filter((path) => /\.(ts|tsx|mjs|json|md|yml|yaml|html|css|sql)$|(^|\/)(Dockerfile|run|\.[\w.]+)$/.test(path));

it('no file names a folder of somebody\'s machine', () => {
  const folder = new RegExp(`(?<![\\w.$}{*/-])/(${['tm' + 'p', 'wor' + 'k', 'hom' + 'e', 'roo' + 't', 'User' + 's'].join('|')})/[A-Za-z.]`);
  expect(text.filter((path) => folder.test(read(path)))).toEqual([]);
});

it('no file names the host of a package registry', () => {
  const host = new RegExp(`registr` + `y\\.[a-z]+js|//[a-z0-9.-]*registr` + `y[a-z0-9.-]*/`);
  expect(text.filter((path) => host.test(read(path)))).toEqual([]);
});
