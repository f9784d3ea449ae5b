// PostgreSQL refuses to run as root. This chooses who runs it instead, by trying: the candidate must reach the programs and the data folder.
import { statSync } from 'node:fs';

import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type CommandOptions, type CommandResult, runCommand } from './run-command.ts';

export type PostgresIdentity =
  | { kind: 'self' }
  | { kind: 'user'; name: string; uid: number; gid: number }
  /** A user namespace in which root is called nobody: it keeps root's own files in reach, even below a folder only root may enter. */
  | { kind: 'namespace' }
  /** The same where namespaces are forbidden (most containers): an ordinary user who may pass folders that are closed to him. */
  | { kind: 'passing-user'; uid: number; gid: number };

export interface IdentityNeeds {
  dataDir: string;
  /** A program that must be reachable, and whose libraries must load. */
  program: string;
  /** Only the identity whose files these are, because its server is running. */
  ownerUid?: number;
}

export async function choosePostgresIdentity(needs: IdentityNeeds): Promise<PostgresIdentity> {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  for (const candidate of await candidates(needs.dataDir)) {
    const isWanted = needs.ownerUid === undefined || needs.ownerUid === ownerIds(candidate).uid;
    if (isWanted && (await canReach(candidate, needs))) return candidate;
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
    case 'passing-user': {
      const user = [`--reuid=${identity.uid}`, `--regid=${identity.gid}`, '--clear-groups', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
      return runCommand(['setpriv', ...user, ...command], options);
    }
  }
}

/** The user id that owns the files of this identity, seen from outside a namespace. */
export function ownerIds(identity: PostgresIdentity): { uid: number; gid: number } {
  if (identity.kind === 'user' || identity.kind === 'passing-user') return { uid: identity.uid, gid: identity.gid };
  return { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
}

async function candidates(dataDir: string): Promise<PostgresIdentity[]> {
  const found = await Promise.all(['postgres', 'nobody'].map(findUser));
  const users = found.filter((user) => user !== undefined);
  const { uid, gid } = statSync(dataDir);
  const owner = uid === 0 ? [] : [{ kind: 'user' as const, name: `user ${uid}`, uid, gid }];
  return [...users, ...owner, { kind: 'namespace' }, ...users.map((user) => ({ ...user, kind: 'passing-user' as const }))];
}

async function findUser(name: string): Promise<Extract<PostgresIdentity, { kind: 'user' }> | undefined> {
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
