import { readdirSync, readFileSync } from 'node:fs';

const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.data', 'coverage', 'reports', 'screenshots', 'results']);

/** Every file of the repository that people wrote, by path from its root. */
export function repositoryFiles(folder = ''): string[] {
  return readdirSync(folder || '.', { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name) && !name.endsWith('.tsbuildinfo') && name !== '.env')
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? repositoryFiles(path) : [path];
    })
    .sort();
}

export const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path);
export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('test/') || path.startsWith('bench/');

export const read = (path: string) => readFileSync(path, 'utf8');

export const readJson = <T>(path: string) => JSON.parse(read(path)) as T;
