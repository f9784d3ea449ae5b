import type { Principal } from '@roster/agents/contracts';

/** One text per person: a key's end users are people of their own. For counters and keys, never shown. */
export function principalKey(principal: Principal): string {
  switch (principal.kind) {
    case 'user': return `user:${principal.userId}`;
    case 'apiKey': return `apiKey:${principal.apiKeyId}:${principal.endUser ?? ''}`;
    case 'system': return `system:${principal.name}`;
  }
}
