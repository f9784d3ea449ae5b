import { createHash } from 'node:crypto';

import { storableJson, type StepWrite } from '@roster/agents/kernel';

import { jsonParameter } from './parameters.ts';
import type { StoreSession } from './store-session.ts';

/** Results above this are kept once per content in `blobs`, in bytes of UTF-8 JSON. */
export const MAX_INLINE_RESULT = 64 * 1024;

/**
 * The step rows as the functions take them. A large result is stored before its step, so a step never points to nothing;
 * one whose step then failed to commit is an orphan that collection removes after 24 h.
 */
export async function stepParameter(store: StoreSession, steps: readonly StepWrite[]): Promise<string> {
  const parameter = jsonParameter(steps);
  if (Buffer.byteLength(parameter) <= MAX_INLINE_RESULT) return parameter;
  return jsonParameter(await Promise.all(steps.map((step) => withBlob(store, step))));
}

async function withBlob(store: StoreSession, step: StepWrite): Promise<StepWrite & { blobHash?: string }> {
  if (step.result === undefined) return step;
  const bytes = Buffer.from(JSON.stringify(storableJson(step.result)));
  if (bytes.length <= MAX_INLINE_RESULT) return step;
  const blobHash = createHash('sha256').update(bytes).digest('hex');
  await store.pool.query(`INSERT INTO blobs (hash, mime, size, bytes) VALUES ($1, 'application/json', $2, $3) ON CONFLICT DO NOTHING`, [blobHash, bytes.length, bytes]);
  const { result: _stored, ...rest } = step;
  return { ...rest, blobHash };
}
