import type { AgentRecord } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { allowedOperations } from '@roster/permissions/explain';
import { Operation } from '@roster/permissions/operations';

import { parseContent } from './agent-content.ts';
import { agentFactsOf, type AgentSettingsRow } from './agent-settings-row.ts';
import type { ContentFacts } from './content-facts.ts';

/** A database agent as lists and pages show it. What the draft holds is only told to those who may edit it. */
export function presentAgent(row: AgentSettingsRow, ability: AppAbility, facts: ContentFacts): AgentRecord {
  const subject = agentFactsOf(row);
  const can = allowedOperations(ability, subject).filter((operation) => operation !== Operation.CREATE_AGENT);
  const shown = row.publishedContent ?? row.draft;
  const issues = row.publishedContent === null ? [] : facts.issuesOfStored(row.publishedContent);
  return {
    id: row.id,
    kind: 'database',
    key: null,
    slug: row.slug,
    name: row.name,
    description: row.description,
    isPublic: row.isPublic,
    hidden: row.hidden,
    workerOnly: row.workerOnly,
    active: subject.active,
    enabled: row.active,
    publishedRevision: row.publishedRevision,
    ...(can.includes(Operation.UPDATE_AGENT) && { draftHash: row.draftHash, hasDraft: row.draftHash !== row.publishedHash, draftContributors: row.draftContributors }),
    baseClass: baseOf(shown),
    model: facts.modelOf(shown),
    health: issues.length === 0 ? 'ok' : 'broken',
    ...(issues.length > 0 && { issues }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    can,
  };
}

function baseOf(stored: AgentSettingsRow['draft']): string {
  const parsed = parseContent(stored);
  return parsed.ok ? parsed.content.baseClass : '';
}
