import { expect, it } from '@jest/globals';

import { configVariables } from '../../apps/api/src/config/variables.ts';
import { isCode, isTest, read, repositoryFiles } from './support/repository-files.ts';

it('.env.example lists every variable with its default and one comment, in the order of the configuration', () => {
  const expected = configVariables.map(({ name, default: value, description }) => `# ${description}\n${name}=${value}\n`).join('\n');
  expect(read('.env.example')).toBe(expected);
});

it('every setting is used: one that changes nothing is a lie', () => {
  const settings = [...read('apps/api/src/config/config.ts').matchAll(/^ {2}readonly (\w+):/gm)].map(([, name = '']) => name);
  const users = repositoryFiles('apps/api/src').filter((path) => isCode(path) && !isTest(path) && !path.startsWith('apps/api/src/config/')).map(read).join('\n');
  expect(settings.filter((name) => !new RegExp(`\\b${name}\\b`).test(users))).toEqual([]);
});

it('the environment is read in one place', () => {
  const readers = repositoryFiles('apps/api/src').filter((path) => isCode(path) && !isTest(path) && read(path).includes('process.env'));
  const allowed = ['apps/api/src/database/embedded/run-command.ts', 'apps/api/src/main.ts'];
  expect(readers.filter((path) => !allowed.includes(path))).toEqual([]);
});
