import { Module } from '@nestjs/common';

import { AgentRunsController } from './agent-runs.controller.ts';
import { CancelAgentRun } from './cancel-agent-run.ts';
import { RunFinish } from './run-finish.ts';
import { RunService } from './run.service.ts';
import { RunsController } from './runs.controller.ts';
import { StartAgentRun } from './start-agent-run.ts';

@Module({
  controllers: [AgentRunsController, RunsController],
  providers: [CancelAgentRun, RunFinish, RunService, StartAgentRun],
  exports: [RunFinish, RunService],
})
export class RunsModule {}
