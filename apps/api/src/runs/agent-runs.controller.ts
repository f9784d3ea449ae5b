import { Body, Controller, Headers, Param, Post, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { type RunDetail, runDetailSchema, startedRunSchema, type StartRunRequest, startRunRequestSchema } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import type { Response } from 'express';

import { agentName } from '../agents/agent-name.ts';
import type { Caller } from '../auth/caller.ts';
import { Requires } from '../http/access.ts';
import { CurrentCaller } from '../http/current.ts';
import { RunFinish } from './run-finish.ts';
import { RunService } from './run.service.ts';
import { StartAgentRun } from './start-agent-run.ts';

const WAIT_MS = 600_000;

@ApiTags('runs')
@Controller('api/agents/:agentId/runs')
export class AgentRunsController {
  constructor(private readonly startAgentRun: StartAgentRun, private readonly finish: RunFinish, private readonly runs: RunService) {}

  /** 202 with the run's id; with `mode: wait` 200 and the finished run, or 202 when it takes longer than ten minutes. */
  @Post() @Requires(Operation.CHAT) @ApiResponse({ status: 202, standardSchema: startedRunSchema }) @ApiResponse({ status: 200, standardSchema: runDetailSchema })
  async start(@Param('agentId', { schema: agentName }) name: string, @Body({ schema: startRunRequestSchema }) request: StartRunRequest, @CurrentCaller() caller: Caller, @Res({ passthrough: true }) response: Response, @Headers('idempotency-key') idempotencyKey?: string): Promise<{ runId: string } | RunDetail> {
    const { runId, replayed } = await this.startAgentRun.run(caller, { name, request, idempotencyKey });
    response.setHeader('Location', `/api/runs/${runId}`);
    response.setHeader('x-roster-run-id', runId);
    if (replayed) response.setHeader('Idempotency-Replayed', 'true');
    const isFinished = request.mode === 'wait' && (await this.finish.wait(runId, { timeoutMs: WAIT_MS, signal: closedSignal(response) }));
    response.status(isFinished ? 200 : 202);
    return isFinished ? this.runs.get(runId, caller.ability) : { runId };
  }
}

/** Nobody waits for the answer any more; the run goes on. */
function closedSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
