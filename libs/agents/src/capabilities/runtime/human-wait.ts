import { derivedId, digestOf, requestSignal, type NewHumanRequest, type PersonAnswer, type StepWrite } from '../../kernel/index.ts';
import type { Json, RunEvent, StatusReason } from '../../contracts/index.ts';
import type { ClaimParts } from './claim-parts.ts';
import { awaitRow } from './row-wait.ts';

export interface PersonQuestion {
  stepKey: string;
  kind: NewHumanRequest['kind'];
  card: Json;
  risk?: string;
  approvers: NewHumanRequest['approvers'];
  expiresAt?: Date;
  reason: StatusReason;
  event(requestId: string): RunEvent;
}

/** Opens a request once, whatever is replayed, and waits for its answer. */
export async function askPerson(parts: ClaimParts, question: PersonQuestion): Promise<PersonAnswer> {
  const { run, journal, commits } = parts;
  const { stepKey, kind, card } = question;
  const requestId = derivedId(run.runId, String(run.generation), stepKey, kind);
  const step: StepWrite = { key: stepKey, kind: 'request', argsDigest: digestOf({ kind, card }), state: 'accepted', idempotent: true, facts: { requestId } };
  const isOpen = journal.get(stepKey) !== undefined;
  if (!isOpen) {
    const { risk, approvers, expiresAt } = question;
    const request: NewHumanRequest = { requestId, stepKey, kind, card, approvers, ...(risk && { risk }), ...(expiresAt && { expiresAt }) };
    await commits.openRequest(step, request, [{ event: question.event(requestId), stepKey, dedupKey: `request:${requestId}` }]);
  }
  const found = await awaitRow(parts, { step, wait: { kind: 'signal', name: requestSignal(requestId) }, reason: question.reason, fresh: !isOpen });
  if (found.kind !== 'signal') throw new Error(`The wait for request ${requestId} ended without a signal.`);
  return found.payload as unknown as PersonAnswer;
}
