// PostgreSQL refuses to run as root. This chooses who runs it instead, by trying: the candidate must reach the programs and the data folder.
import { statSync } from 'node:fs';

import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type CommandOptions, type CommandResult, runCommand } from './run-command.ts';

export type PostgresIdentity =
  | { kind: 'self' }
  | { kind: 'user'; name: string; uid: number; gid: number }
  /** A user namespace in which root is called nobody: it keeps root's own files in reach, even below a folder only root may enter. */
  | { kind: 'namespace' };

export interface IdentityNeeds {
  dataDir: string;
  /** A program that must be reachable, and whose libraries must load. */
  program: string;
}

export async function choosePostgresIdentity(needs: IdentityNeeds): Promise<PostgresIdentity> {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  for (const candidate of await candidates(needs.dataDir)) {
    if (await canReach(candidate, needs)) return candidate;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL must not run as root, and no other identity can reach both its programs and ${needs.dataDir}.`,
    'Start as an ordinary user, move the folder to a place others may enter, or set DATABASE_URL.',
  );
}

export function runAs(identity: PostgresIdentity, command: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  switch (identity.kind) {
    case 'self':
      return runCommand(command, options);
    case 'user':
      return runCommand(command, { ...options, uid: identity.uid, gid: identity.gid });
    case 'namespace':
      return runCommand(['unshare', '--user', '--map-user=65534', '--map-group=65534', ...command], options);
  }
}

/** Who runs the server that is already living in this folder. */
export function identityOfOwner(clusterDir: string): PostgresIdentity {
  const { uid, gid } = statSync(clusterDir);
  if (process.getuid?.() !== 0) return { kind: 'self' };
  return uid === 0 ? { kind: 'namespace' } : { kind: 'user', name: `user ${uid}`, uid, gid };
}

/** The user id that owns the files of this identity, seen from outside a namespace. */
export function ownerIds(identity: PostgresIdentity): { uid: number; gid: number } {
  if (identity.kind === 'user') return { uid: identity.uid, gid: identity.gid };
  return { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
}

async function candidates(dataDir: string): Promise<PostgresIdentity[]> {
  const users = await Promise.all(['postgres', 'nobody'].map(findUser));
  const { uid, gid } = statSync(dataDir);
  const owner: PostgresIdentity[] = uid === 0 ? [] : [{ kind: 'user', name: `user ${uid}`, uid, gid }];
  return [...users.filter((user) => user !== undefined), ...owner, { kind: 'namespace' }];
}

async function findUser(name: string): Promise<PostgresIdentity | undefined> {
  const [uid, gid] = await Promise.all([runCommand(['id', '-u', name]), runCommand(['id', '-g', name])]);
  if (uid.code !== 0 || gid.code !== 0) return undefined;
  return { kind: 'user', name, uid: Number(uid.output), gid: Number(gid.output) };
}

async function canReach(identity: PostgresIdentity, { dataDir, program }: IdentityNeeds): Promise<boolean> {
  try {
    const probe = await runAs(identity, ['/bin/sh', '-c', 'cd "$1" && exec "$2" --version', 'probe', dataDir, program]);
    return probe.code === 0;
  } catch {
    return false; // no `unshare` here, or not allowed
  }
}
