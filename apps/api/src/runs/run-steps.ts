import type { Json, RunError, RunStepRecord, StepState } from '@roster/agents/contracts';

import { type Sql, sql } from '../database/sql.ts';

export interface RunStepRow {
  key: string;
  ordinal: number;
  kind: string;
  state: StepState;
  idempotent: boolean;
  attempts: number;
  error: RunError | null;
  facts: Json | null;
  result: Json | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export const stepsQuery = (runId: string): Sql => sql`
  SELECT s.key, s.ordinal::integer AS ordinal, s.kind, s.state, s.idempotent, s.attempts, s.error, s.facts, coalesce(s.result, convert_from(b.bytes, 'UTF8')::jsonb) AS result,
    s.intent_at AS "startedAt", s.done_at AS "finishedAt"
  FROM run_steps s JOIN runs r ON r.id = s.run_id AND r.generation = s.generation LEFT JOIN blobs b ON b.hash = s.blob_hash
  WHERE s.run_id = ${runId} ORDER BY s.ordinal
`;

export const presentStep = ({ facts, result, ...row }: RunStepRow, isContentVisible: boolean): RunStepRecord => ({
  ...row,
  facts: isContentVisible ? facts : null,
  result: isContentVisible ? result : null,
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
