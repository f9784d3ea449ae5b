import type { AppAbility } from '@roster/permissions/ability';
import { allowedOperations } from '@roster/permissions/explain';
import { threadFacts, type Thread } from './thread.service.ts';

export const presentThread = (thread: Thread, ability: AppAbility) => ({
  id: thread.id,
  agentId: thread.agentId,
  agentName: thread.agentName,
  title: thread.title,
  isTest: thread.isTest,
  endUser: thread.endUser,
  activeRunId: thread.activeRunId,
  messageCount: thread.messageCount,
  createdAt: thread.createdAt.toISOString(),
  updatedAt: thread.updatedAt.toISOString(),
  can: allowedOperations(ability, threadFacts(thread)),
});
