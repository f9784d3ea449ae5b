import { Inject, Injectable } from '@nestjs/common';
import type { ClientMessage } from '@roster/agents/contracts';
import pg from 'pg';
import { z } from 'zod';
import type { Caller } from '../auth/caller.ts';
import { sql } from '../database/sql.ts';
import { AlreadyDecidedError } from '../human-requests/already-decided-error.ts';
import { AnswerHumanRequest } from '../human-requests/answer-human-request.ts';
import { HumanRequestService, type HumanRequest } from '../human-requests/human-request.service.ts';
import type { StoredMessage } from '../threads/thread-messages.ts';
import { InvalidChatMessageError } from './chat-errors.ts';
import type { ChatTurn } from './chat-turn.ts';

const respondedSchema = z.looseObject({
  state: z.literal('approval-responded'),
  approval: z.looseObject({ id: z.uuid(), approved: z.boolean(), reason: z.string().max(2_000).optional() }),
});
type Approval = z.infer<typeof respondedSchema>['approval'];

/**
 * Reads the answers to open approvals from a reply as the client holds it, and nothing else of it. The same run goes on;
 * the response holds only what follows. The same answer again attaches, another one is refused.
 */
@Injectable()
export class ContinueChat {
  constructor(private readonly requests: HumanRequestService, private readonly answer: AnswerHumanRequest, @Inject(pg.Pool) private readonly pool: pg.Pool) {}

  async run({ threadId, reply, message }: { threadId: string; reply: StoredMessage; message: ClientMessage }, caller: Caller): Promise<ChatTurn> {
    const approvals = message.parts.flatMap((part) => respondedSchema.safeParse(part).data?.approval ?? []);
    const requests = await Promise.all(approvals.map(({ id }) => this.requests.find(id)));
    const open = approvals.map((approval, index) => ({ approval, request: requests[index] ?? null })).filter(({ request }) => request?.status !== 'decided' || request.rootRunId === reply.runId);
    if (open.length === 0) throw new InvalidChatMessageError('message.parts', 'This message answers no open request.');
    if (open.some(({ request }) => request?.rootRunId !== reply.runId)) throw new InvalidChatMessageError('message.parts', 'An approval names a request that is not of this message.');
    const after = await this.lastSeq(threadId);
    for (const { approval, request } of open) await this.decide(request!, approval, caller);
    return { kind: 'continue', threadId, runId: reply.runId!, messageId: reply.id, after };
  }

  private async decide({ id, status, decision }: HumanRequest, { approved, reason }: Approval, caller: Caller): Promise<void> {
    const answer = { approved, ...(reason !== undefined && { comment: reason }) };
    const isSame = status === 'decided' && (decision as { approved?: boolean } | null)?.approved === approved;
    if (isSame) return;
    await this.answer.run({ requestId: id, answer }, caller).catch((error: unknown) => {
      if (error instanceof AlreadyDecidedError && ((error.current as { decision?: { approved?: boolean } }).decision?.approved === approved)) return;
      throw error;
    });
  }

  private async lastSeq(threadId: string): Promise<number> {
    const { rows } = await this.pool.query<{ seq: number }>(sql`select last_seq::int as seq from event_streams where stream_id = ${threadId}`);
    return rows[0]?.seq ?? 0;
  }
}
