import { chmodSync, lstatSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { recreateLinks } from './recreate-links.ts';

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

function executable(path: string): string {
  if ((lstatSync(path).mode & 0o111) === 0) chmodSync(path, 0o755);
  return path;
}
