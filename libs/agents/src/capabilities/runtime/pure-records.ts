import type { Json } from '../../contracts/index.ts';
import { storableJson } from '../../kernel/index.ts';
import type { ClaimParts } from './claim-parts.ts';
import { recorded } from './journal.ts';
import { recordedStep, stepDigest } from './step-check.ts';

/** A value read from outside the run, fixed at its first reading; it rides on the next commit. */
export async function readRecord<T extends Json>(parts: ClaimParts, key: string, read: () => Promise<T>): Promise<T> {
  const argsDigest = stepDigest('record', key, null);
  const record = await recordedStep(parts, { key, kind: 'record', argsDigest });
  if (record?.state === 'done') return recorded<T>(record.result);
  const value = storableJson(await parts.quiescence.busy(read));
  parts.control.check();
  parts.commits.buffer([{ key, kind: 'record', argsDigest, state: 'done', idempotent: true, result: value }]);
  return recorded<T>(value);
}

/** A durable event of the agent's own, once per place in the run. */
export function readLog(parts: ClaimParts, key: string, { name, payload }: { name: string; payload: Json }): void {
  if (parts.journal.get(key)?.state === 'done') return;
  const step = { key, kind: 'log', argsDigest: stepDigest('log', name, null), state: 'done' as const, idempotent: true, result: null };
  parts.commits.buffer([step], [{ event: { type: 'log', name, payload: storableJson(payload) }, stepKey: key, dedupKey: key }]);
}
