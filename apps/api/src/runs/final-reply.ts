import { foldMessage, storedReplyFacts } from '@roster/agents/capabilities/streams';
import type { Json, RunEventEnvelope } from '@roster/agents/contracts';
import type { FinalReply, ReplyEnd } from './store/final-message.ts';

/** What is stored of a reply when its run ends, whoever ends it: the fold of the run tree's events. */
export function finalReply(envelopes: readonly RunEventEnvelope[], { runId }: ReplyEnd): FinalReply {
  const folded = foldMessage(envelopes, { runId });
  const { parts, status, finishReason, usage, error } = folded;
  return {
    parts: parts as Json, status: status === 'complete' || status === 'error' ? status : 'cancelled', finishReason, usage: usage as unknown as Json, metadata: storedReplyFacts(folded),
    error: error && { ...error },
  };
}
