import { Injectable } from '@nestjs/common';
import type { RunStatus } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { RunService } from './run.service.ts';
import { PostgresRunStore } from './store/postgres-run-store.ts';

/** Ends the run and everything below it, children first. A run that has ended stays as it is. */
@Injectable()
export class CancelAgentRun {
  constructor(private readonly runs: RunService, private readonly store: PostgresRunStore, private readonly audit: AuditLog) {}

  async run(caller: Caller, runId: string): Promise<{ runId: string; status: RunStatus }> {
    const before = await this.runs.load(runId, caller.ability, Operation.CANCEL_RUN);
    const answer = await this.store.cancel({ runId, reason: 'user_requested', by: caller.principal });
    await this.audit.recordOutside(caller, { action: 'run_cancelled', objectKind: 'run', objectId: runId, before: { status: before.status } });
    return { runId, status: answer?.status ?? before.status };
  }
}
