import type { RunError, TerminalStatus } from '@roster/agents/contracts';

import { readTreeEvents } from '../run-log.ts';
import type { FinalMessage } from './final-message.ts';
import { jsonParameter } from './parameters.ts';
import type { Queryable } from './store-session.ts';

const READ_END = 'SELECT status, error, cancel_reason, exit_reason, truncated FROM runs WHERE id = $1';
const STORE = 'UPDATE messages SET parts = $2, status = $3, finish_reason = $4, usage = $5, model = coalesce($6, model), error = $7, metadata = metadata || $8::jsonb WHERE id = $1';

interface EndRow { status: TerminalStatus; error: RunError | null; cancel_reason: string | null; exit_reason: string | null; truncated: boolean }

/** A reply is stored once, with the terminal state of its run; until then it is folded on reading. */
export async function storeReply(client: Queryable, { rootRunId, messageId, finalMessage }: { rootRunId: string; messageId: string; finalMessage: FinalMessage | undefined }): Promise<void> {
  if (!finalMessage) throw new Error('A chat run ends, but this store was built without finalMessage.');
  const { rows: [run] } = await client.query<EndRow>({ name: 'read_end', text: READ_END, values: [rootRunId] });
  const { status, error, cancel_reason, exit_reason, truncated } = run!;
  const cancelReason = status === 'cancelled' ? cancel_reason : null;
  const reply = finalMessage(await readTreeEvents(client, rootRunId), { runId: rootRunId, messageId, status, error, cancelReason, exitReason: exit_reason, truncated });
  await client.query({ name: 'store_reply', text: STORE, values: [
    messageId, jsonParameter(reply.parts), reply.status, reply.finishReason, reply.usage && jsonParameter(reply.usage), reply.model ?? null, reply.error ? jsonParameter(reply.error) : null, jsonParameter(reply.metadata),
  ] });
}
