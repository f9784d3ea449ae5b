import type { Json, JsonObject } from '../../contracts/json.ts';
import type { MessageUsage } from '../../contracts/message-part.ts';

export interface ReplyFacts {
  status: string;
  finishReason: string | null;
  usage: MessageUsage | null;
  processingTimeMs: number | null;
  truncated: boolean;
  /** toolCallId of a delegation -> run id of the child. */
  childRuns: Readonly<Record<string, string>>;
}

/** The facts of a reply that have no column of their own. */
export type StoredReplyFacts = Partial<Pick<ReplyFacts, 'processingTimeMs' | 'truncated' | 'childRuns'>>;

export const storedReplyFacts = ({ processingTimeMs, truncated, childRuns }: ReplyFacts): StoredReplyFacts & JsonObject => ({
  ...(processingTimeMs !== null && { processingTimeMs }),
  ...(truncated && { truncated }),
  ...(Object.keys(childRuns).length > 0 && { childRuns: { ...childRuns } }),
});

/** What the `finish` of a stream says about its reply, and history after it. Nothing for a reply that was stopped or failed: its stream has no `finish`. */
export function finishMetadata(reply: ReplyFacts): JsonObject {
  const { status, finishReason, usage } = reply;
  if (status !== 'complete' && status !== 'awaiting_input') return {};
  return { ...(finishReason !== null && { finishReason }), ...(usage !== null && { usage: usage as unknown as Json }), ...storedReplyFacts(reply) };
}
