import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export interface PostgresBinaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
}

/** Finds the programs in the platform package and mends what an install without scripts leaves undone: links and execute bits. */
export function locatePostgresBinaries(): PostgresBinaries {
  const packageDir = locatePackage(`@embedded-postgres/${process.platform}-${process.arch}`);
  recreateLinks(packageDir);
  const bin = (name: string) => executable(join(packageDir, 'native', 'bin', name));
  return { initdb: bin('initdb'), pgCtl: bin('pg_ctl'), postgres: bin('postgres') };
}

function locatePackage(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      `The bundled PostgreSQL for this platform (${name}) is not installed.`,
      'Run `npm ci` without --omit=optional, or point DATABASE_URL at a PostgreSQL of version 15 or later.',
    );
  }
}

/** The package lists its library links in a file because npm archives hold no links; normally its install script makes them. */
function recreateLinks(packageDir: string): void {
  const listFile = join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(listFile)) return;
  const links = JSON.parse(readFileSync(listFile, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = resolve(packageDir, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    mkdirSync(dirname(link), { recursive: true });
    try {
      symlinkSync(relative(dirname(link), resolve(packageDir, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process made it meanwhile
    }
  }
}

function executable(path: string): string {
  if ((lstatSync(path).mode & 0o111) === 0) chmodSync(path, 0o755);
  return path;
}
