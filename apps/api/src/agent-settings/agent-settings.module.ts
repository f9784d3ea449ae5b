import { Module } from '@nestjs/common';

import { AgentDraftController } from './agent-draft.controller.ts';
import { AgentMembers } from './agent-members.ts';
import { AgentMembersController } from './agent-members.controller.ts';
import { AgentRevisionsController } from './agent-revisions.controller.ts';
import { AgentRuntimesController } from './agent-runtimes.controller.ts';
import { AgentSettingsService } from './agent-settings.service.ts';
import { ChangeLive } from './change-live.ts';
import { CreateAgent } from './create-agent.ts';
import { DeleteAgent } from './delete-agent.ts';
import { PublishRevision } from './publish-revision.ts';
import { RestoreRevision } from './restore-revision.ts';
import { RollBack } from './roll-back.ts';
import { SaveDraft } from './save-draft.ts';
import { UnpublishAgent } from './unpublish-agent.ts';
import { UpdateAgent } from './update-agent.ts';

/** Its routes must be registered before `/api/agents/:agentId`. */
@Module({
  controllers: [AgentRuntimesController, AgentDraftController, AgentRevisionsController, AgentMembersController],
  providers: [
    AgentMembers, AgentSettingsService, ChangeLive, CreateAgent, DeleteAgent, PublishRevision, RestoreRevision, RollBack, SaveDraft, UnpublishAgent, UpdateAgent,
  ],
})
export class AgentSettingsModule {}
