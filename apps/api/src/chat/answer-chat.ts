import { Injectable } from '@nestjs/common';
import type { ChatRequest } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import type { Caller } from '../auth/caller.ts';
import { ThreadMessages } from '../threads/thread-messages.ts';
import { ThreadService, type Thread } from '../threads/thread.service.ts';
import { AcceptChat } from './accept-chat.ts';
import type { ChatTurn } from './chat-turn.ts';
import { ContinueChat } from './continue-chat.ts';
import { planTurn, type TurnPlan } from './plan-turn.ts';
import { StartChatTurn } from './start-chat-turn.ts';

export interface AnswerChatInput { request: ChatRequest; idempotencyKey: string | undefined }

/** The chat entry in its order (coordinator.md section 13): whatever is refused before the one transaction leaves no trace. */
@Injectable()
export class AnswerChat {
  constructor(
    private readonly threads: ThreadService,
    private readonly messages: ThreadMessages,
    private readonly accept: AcceptChat,
    private readonly start: StartChatTurn,
    private readonly continueChat: ContinueChat,
  ) {}

  async run({ request, idempotencyKey }: AnswerChatInput, caller: Caller): Promise<ChatTurn> {
    await this.accept.admit(caller);
    const kept = await this.start.kept({ request, idempotencyKey }, caller);
    if (kept) return this.keptTurn(kept, caller);
    const thread = await this.threads.find(caller, request.id);
    const plan = await planTurn(request, thread?.id ?? null, this.messages);
    const chat = await this.accept.run(request, thread, caller);
    if (plan.kind === 'run') {
      if (thread) await this.accept.makeWay(thread, { supersede: request.supersede, caller });
      return this.start.run({ caller, request, chat, plan, idempotencyKey });
    }
    return this.goOn(plan, thread!, caller);
  }

  /** What was accepted once is shown only to whoever may still see it. */
  private async keptTurn(kept: ChatTurn, caller: Caller): Promise<ChatTurn> {
    await this.threads.get(caller, kept.threadId, Operation.VIEW_MESSAGES);
    return kept;
  }

  private async goOn(plan: Exclude<TurnPlan, { kind: 'run' }>, thread: Thread, caller: Caller): Promise<ChatTurn> {
    const { reply } = plan;
    if (plan.kind === 'continue') return this.continueChat.run({ threadId: thread.id, reply, message: plan.message }, caller);
    return { kind: 'replay', threadId: thread.id, runId: reply.runId!, messageId: reply.id };
  }
}
