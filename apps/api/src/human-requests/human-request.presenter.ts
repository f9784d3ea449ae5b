import type { HumanRequestRecord } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { allowedOperations } from '@roster/permissions/explain';
import { humanRequestFacts, type HumanRequest } from './human-request.service.ts';

export function presentHumanRequest(request: HumanRequest, ability: AppAbility): HumanRequestRecord {
  const { agentKind: _agentKind, decidedAt, expiresAt, createdAt, ...record } = request;
  return {
    ...record,
    decidedAt: decidedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    can: allowedOperations(ability, humanRequestFacts(request)),
  };
}
