import type { Principal } from '@roster/agents/contracts';
import type pg from 'pg';

const USER_VERSIONS = "SELECT id, version::text AS version FROM users WHERE id = ANY($1::uuid[]) AND status = 'active'";
/** A key lives as long as its owner may sign in. */
const KEY_VERSIONS = `SELECT api_keys.id, api_keys.version || '.' || users.version AS version FROM api_keys JOIN users ON users.id = api_keys.owner_id AND users.status = 'active'
  WHERE api_keys.id = ANY($1::uuid[]) AND api_keys.revoked_at IS NULL AND api_keys.expires_at > now()`;

/** Names the principal without its end user: what a version belongs to. */
export function versionKeyOf(principal: Principal): string {
  switch (principal.kind) {
    case 'user': return `user:${principal.userId}`;
    case 'apiKey': return `apiKey:${principal.apiKeyId}`;
    case 'system': return `system:${principal.name}`;
  }
}

/** The versions of those that may still act; whoever is missing is disabled, revoked, expired or gone. At most two queries for any number. */
export async function currentVersions(pool: pg.Pool, principals: readonly Principal[]): Promise<Map<string, string>> {
  const users = principals.flatMap((principal) => (principal.kind === 'user' ? [principal.userId] : []));
  const keys = principals.flatMap((principal) => (principal.kind === 'apiKey' ? [principal.apiKeyId] : []));
  const versions = new Map<string, string>();
  for (const principal of principals) if (principal.kind === 'system') versions.set(versionKeyOf(principal), 'system');
  if (users.length > 0) for (const row of (await pool.query<VersionRow>(USER_VERSIONS, [users])).rows) versions.set(`user:${row.id}`, row.version);
  if (keys.length > 0) for (const row of (await pool.query<VersionRow>(KEY_VERSIONS, [keys])).rows) versions.set(`apiKey:${row.id}`, row.version);
  return versions;
}

interface VersionRow { id: string; version: string }
