import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import pg from 'pg';

import { migrate, type MigrationClass } from '../../apps/api/src/database/migrate.ts';
import { urlOfDatabase } from './test-server.ts';

const TEMPLATE_PREFIX = 'template_roster_';

export interface TemplateOptions {
  adminUrl: string;
  appUrl: string;
  migrations: readonly MigrationClass[];
}

/** Returns the name of a migrated database to clone; makes it when these migrations were never seen on this server. */
export async function prepareTemplate({ adminUrl, appUrl, migrations }: TemplateOptions): Promise<string> {
  const name = `${TEMPLATE_PREFIX}${migrationsHash()}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ datname: string; datistemplate: boolean }>(
      `SELECT datname, datistemplate FROM pg_database WHERE datname LIKE 'test\\_%' OR datname LIKE '${TEMPLATE_PREFIX}%'`,
    );
    // What a killed run left, templates of other migrations, and a template whose migration was cut off.
    const isReady = (row: { datname: string; datistemplate: boolean }) => row.datname === name && row.datistemplate;
    for (const { datname } of rows.filter((row) => !isReady(row))) await dropDatabase(admin, datname);
    if (!rows.some(isReady)) await createTemplate(admin, { name, appUrl, migrations });
    return name;
  } finally {
    await admin.end();
  }
}

async function createTemplate(admin: pg.Client, { name, appUrl, migrations }: { name: string; appUrl: string; migrations: readonly MigrationClass[] }): Promise<void> {
  const { username } = new URL(appUrl);
  await admin.query(`CREATE DATABASE ${name} OWNER ${username}`);
  await migrate({ url: urlOfDatabase(appUrl, name), migrations });
  await admin.query(`ALTER DATABASE ${name} IS_TEMPLATE true`);
}

async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`UPDATE pg_database SET datistemplate = false WHERE datname = $1`, [name]);
  await admin.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

function migrationsHash(): string {
  const folder = resolve('migrations');
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/^(dist|node_modules)\b/.test(name) || !/\.(ts|sql)$/.test(name)) continue;
    hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
