import { createHash, randomBytes } from 'node:crypto';

/** A new UUID v7 (RFC 9562): 48 bits of Unix milliseconds, then 74 random bits. `now` is for tests. */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  writeTime(bytes, now);
  return format(bytes, 0x70);
}

/**
 * The id of a child run: UUID v8 whose first 48 bits are the parent's time and whose rest is SHA-256(`parentRunId/toolCallId`).
 * The same call of the same parent always names the same child (composition.md section 11; vectors in docs/decisions).
 */
export function childRunId(parentRunId: string, callKey: string): string {
  const bytes = createHash('sha256').update(`${parentRunId}/${callKey}`, 'utf8').digest().subarray(0, 16);
  Buffer.from(parentRunId.replaceAll('-', ''), 'hex').copy(bytes, 0, 0, 6);
  return format(bytes, 0x80);
}

/** `call_` + 32 hex of SHA-256 over UTF-8 `runId/turn/index`: unique in the run tree and stable on replay. */
export function toolCallId(runId: string, turn: number, index: number): string {
  return `call_${createHash('sha256').update(`${runId}/${turn}/${index}`, 'utf8').digest('hex').slice(0, 32)}`;
}

/** A request's id, derived from the step that asks: replay asks the same question once. UUID v8. */
export function derivedId(...parts: readonly string[]): string {
  return format(createHash('sha256').update(parts.join('/'), 'utf8').digest().subarray(0, 16), 0x80);
}

function writeTime(bytes: Buffer, now: number): void {
  bytes.writeUIntBE(now, 0, 6);
}

function format(source: Buffer, version: number): string {
  const bytes = Buffer.from(source);
  bytes[6] = (bytes[6]! & 0x0f) | version;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
