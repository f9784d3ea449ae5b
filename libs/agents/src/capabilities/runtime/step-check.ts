import { digestOf, EffectInDoubtError, NonDeterminismError, type StepRecord } from '../../kernel/index.ts';
import type { Json } from '../../contracts/index.ts';
import type { ClaimParts } from './claim-parts.ts';
import { askPerson } from './human-wait.ts';

export interface ExpectedStep {
  key: string;
  kind: string;
  argsDigest: string;
  toolName?: string;
  toolCallId?: string;
}

export const stepDigest = (kind: string, name: string, args: Json): string => digestOf({ kind, name, args });

/** The record of a step, when it is the same step: another kind or digest never runs and never gives its result unasked. */
export async function recordedStep(parts: ClaimParts, expected: ExpectedStep): Promise<StepRecord | undefined> {
  const record = parts.journal.get(expected.key);
  const isSame = !record || (record.kind === expected.kind && (record.state === 'accepted' || record.argsDigest === expected.argsDigest));
  if (isSame) return record;
  if (!parts.run.interactive) return fail(parts, new NonDeterminismError(expected.key));
  const { choice } = await operatorChoice(parts, { kind: 'nondeterminism', stepKey: `${expected.key}/nondeterminism`, expected });
  return choice === 'accept' ? record : fail(parts, new NonDeterminismError(expected.key));
}

export type DoubtAnswer = { choice: 'retry' } | { choice: 'record'; result: Json };

/** A step that may have taken effect and has no result: a person decides, or the run fails. */
export async function resolveDoubt(parts: ClaimParts, { expected, record, onInDoubt }: { expected: ExpectedStep; record: StepRecord; onInDoubt?: 'ask' | 'fail' }): Promise<DoubtAnswer> {
  const asks = (onInDoubt ?? 'ask') === 'ask' && parts.run.interactive;
  if (!asks) return fail(parts, new EffectInDoubtError(expected.key));
  const answer = await operatorChoice(parts, { kind: 'in_doubt', stepKey: `${expected.key}/in_doubt/${record.attempts}`, expected });
  if (answer.choice === 'record') return { choice: 'record', result: answer.result ?? null };
  return answer.choice === 'retry' ? { choice: 'retry' } : fail(parts, new EffectInDoubtError(expected.key));
}

interface OperatorQuestion { kind: 'in_doubt' | 'nondeterminism'; stepKey: string; expected: ExpectedStep }

async function operatorChoice(parts: ClaimParts, { kind, stepKey, expected }: OperatorQuestion): Promise<{ choice: string; result?: Json }> {
  const subject = { stepKey: expected.key, ...(expected.toolName && { toolName: expected.toolName }), ...(expected.toolCallId && { toolCallId: expected.toolCallId }) };
  const choices = kind === 'in_doubt' ? ['retry', 'record', 'fail'] : ['accept', 'fail'];
  const { decision } = await askPerson(parts, {
    stepKey, kind,
    card: { ...subject, choices },
    approvers: 'operator',
    reason: 'waiting_operator',
    event: (requestId) => ({ type: 'await_operator', requestId, kind, ...subject }),
  });
  return (decision ?? { choice: 'fail' }) as { choice: string; result?: Json };
}

function fail({ control }: ClaimParts, error: Error): never {
  control.trip(error);
  throw control.error!;
}
