// Invariant: the folder `postgres` is a finished cluster or absent. It is made aside and renamed into place, so that a start killed half-way leaves nothing to repair.
import { randomBytes, randomUUID } from 'node:crypto';
import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { ownerIds, type PostgresIdentity, runAs } from './postgres-identity.ts';

export const ADMIN_ROLE = 'postgres';
export const APP_ROLE = 'roster';
export const APP_DATABASE = 'roster';
const MAJOR_VERSION = '18';

export interface Cluster {
  dir: string;
  passwords: ClusterPasswords;
}

interface ClusterPasswords {
  admin: string;
  app: string;
}

export interface ClusterOptions {
  dataDir: string;
  binaries: PostgresBinaries;
  identity: PostgresIdentity;
}

/** For a cluster without a living server. */
export async function prepareCluster(options: ClusterOptions): Promise<Cluster> {
  const dir = clusterDirOf(options.dataDir);
  if (!existsSync(join(dir, 'PG_VERSION'))) await createCluster(dir, options);
  giveTo(options.identity, dir);
  return readCluster(options.dataDir);
}

export function readCluster(dataDir: string): Cluster {
  const dir = clusterDirOf(dataDir);
  refuseOtherVersion(dir);
  return { dir, passwords: readPasswords(dataDir) };
}

export const clusterDirOf = (dataDir: string) => join(dataDir, 'postgres');
const passwordFileOf = (dataDir: string) => join(dataDir, 'postgres-passwords.json');

async function createCluster(dir: string, { dataDir, binaries, identity }: ClusterOptions): Promise<void> {
  for (const name of readdirSync(dataDir)) if (name.startsWith('postgres.new-')) rmSync(join(dataDir, name), { recursive: true, force: true });
  const draft = `${dir}.new-${randomUUID()}`;
  const { uid, gid } = ownerIds(identity);
  mkdirSync(draft, { mode: 0o700 });
  chownSync(draft, uid, gid);
  const passwords = { admin: randomBytes(24).toString('base64url'), app: randomBytes(24).toString('base64url') };
  writeFileSync(passwordFileOf(dataDir), JSON.stringify(passwords), { mode: 0o600 });
  await initialise(draft, passwords, { binaries, identity });
  renameSync(draft, dir);
}

async function initialise(draft: string, passwords: ClusterPasswords, { binaries, identity }: Pick<ClusterOptions, 'binaries' | 'identity'>): Promise<void> {
  const passwordFile = `${draft}.password`;
  const { uid, gid } = ownerIds(identity);
  writeFileSync(passwordFile, passwords.admin, { mode: 0o600 });
  chownSync(passwordFile, uid, gid);
  try {
    await succeed(
      runAs(identity, [
        binaries.initdb,
        ...['-D', draft, '-U', ADMIN_ROLE, '-E', 'UTF8', '--locale=C.UTF-8', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-instructions'],
      ]),
      'create the database cluster',
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  // The application's role is no superuser: the bundled server ships extensions that read files and run code.
  const statements = [`CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '${passwords.app}';`, `CREATE DATABASE ${APP_DATABASE} OWNER ${APP_ROLE};`];
  await succeed(
    runAs(identity, [binaries.postgres, '--single', '-D', draft, '-c', 'exit_on_error=on', ADMIN_ROLE], { stdin: `${statements.join('\n')}\n` }),
    'create the application database',
  );
}

async function succeed(command: ReturnType<typeof runAs>, purpose: string): Promise<void> {
  const { code, output } = await command;
  if (code !== 0) throw new EmbeddedPostgresError(`PostgreSQL could not ${purpose}: ${output}`, 'Check free disk space and the rights on DATA_DIR.');
}

function refuseOtherVersion(dir: string): void {
  const found = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim();
  if (found === MAJOR_VERSION) return;
  throw new EmbeddedPostgresError(
    `${dir} was made by PostgreSQL ${found}, this version of the product brings ${MAJOR_VERSION}.`,
    'Start the product version that made it and export the data, or choose another DATA_DIR.',
  );
}

/** Root may have started with another identity before (a user was added, the folder moved); the server insists on owning its files. */
function giveTo(identity: PostgresIdentity, path: string): void {
  const { uid, gid } = ownerIds(identity);
  if (lstatSync(path).uid === uid) return;
  if (process.getuid?.() !== 0) {
    throw new EmbeddedPostgresError(`${path} belongs to another user.`, 'Start as that user, or choose another DATA_DIR.');
  }
  giveTree(path, { uid, gid });
}

function giveTree(path: string, owner: { uid: number; gid: number }): void {
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveTree(join(path, name), owner);
  chownSync(path, owner.uid, owner.gid);
}

function readPasswords(dataDir: string): ClusterPasswords {
  try {
    return JSON.parse(readFileSync(passwordFileOf(dataDir), 'utf8')) as ClusterPasswords;
  } catch {
    throw new EmbeddedPostgresError(
      `${passwordFileOf(dataDir)} cannot be read, and without it nobody can sign in to the database beside it.`,
      'Restore that file from a backup of the data folder.',
    );
  }
}
