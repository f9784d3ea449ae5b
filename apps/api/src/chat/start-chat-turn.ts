import { Inject, Injectable } from '@nestjs/common';
import { Worker } from '@roster/agents/capabilities/runtime';
import type { ChatRequest, Json, Principal, RunInputDraft } from '@roster/agents/contracts';
import { newId, SessionBusyError, type CreatedRun, type NewRun } from '@roster/agents/kernel';
import pg from 'pg';
import type { Caller } from '../auth/caller.ts';
import type { Config } from '../config/config.ts';
import { findOutcome, withIdempotency, type IdempotentRequest } from '../http/idempotency.ts';
import { newRootRun } from '../runs/new-root-run.ts';
import { PostgresRunStore } from '../runs/store/postgres-run-store.ts';
import { insertThread } from '../threads/insert-thread.ts';
import { CONFIG } from '../tokens.ts';
import type { AcceptedChat } from './accept-chat.ts';
import { chatRoute, keptTurn, turnOf, type ChatTurn } from './chat-turn.ts';
import type { TurnPlan } from './plan-turn.ts';
import { writeTurn } from './write-turn.ts';

export interface StartTurn {
  caller: Caller;
  request: ChatRequest;
  chat: AcceptedChat;
  plan: Extract<TurnPlan, { kind: 'run' }>;
  idempotencyKey: string | undefined;
}

/**
 * Step 8 of the chat entry: thread, user message, superseded messages, placeholder, run claimed by this process and the
 * idempotency row in one transaction, before the first byte. Errors: SessionBusyError; then nothing was written.
 */
@Injectable()
export class StartChatTurn {
  constructor(
    private readonly store: PostgresRunStore,
    private readonly worker: Worker,
    @Inject(pg.Pool) private readonly pool: pg.Pool,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** What this key was accepted as before, if it was. Errors: IdempotencyMismatchError. */
  async kept({ request, idempotencyKey }: Pick<StartTurn, 'request' | 'idempotencyKey'>, { principal }: Caller): Promise<ChatTurn | null> {
    if (idempotencyKey === undefined) return null;
    const outcome = await findOutcome(this.pool, idempotent(request, { principal, idempotencyKey }));
    return outcome && turnOf(outcome);
  }

  async run(start: StartTurn): Promise<ChatTurn> {
    const turn: ChatTurn = { kind: 'new', threadId: start.chat.thread.id, runId: newId(), messageId: newId() };
    const userMessageId = start.plan.user.kind === 'new' ? newId() : start.plan.user.messageId;
    try {
      const { claimed } = await this.create(this.newRun(start, turn, userMessageId), (client) => writeOnce(client, start, { turn, userMessageId }));
      if (claimed) void this.worker.drive(claimed);
      return turn;
    } catch (error) {
      if (error instanceof AcceptedBefore) return error.turn;
      throw error;
    }
  }

  private async create(run: NewRun, writes: (client: pg.PoolClient) => Promise<void>): Promise<CreatedRun> {
    try {
      return await this.store.createWith(run, writes);
    } catch (error) {
      // Two first messages of one conversation at once: the other one has it.
      if ((error as { constraint?: string }).constraint === 'threads_client_key') throw new SessionBusyError(null);
      throw error;
    }
  }

  private newRun({ caller, request, chat }: StartTurn, { threadId, runId, messageId }: ChatTurn, userMessageId: string): NewRun {
    const input: RunInputDraft = { kind: 'chat', threadId, userMessageId, assistantMessageId: messageId };
    const { runs } = this.config;
    const run = newRootRun({
      runId, kind: 'chat', agent: chat.agent, instance: threadId, sessionId: threadId, interactive: true, principal: caller.principal,
      input, labels: request.labels ?? {}, deadlineMs: runs.chatDeadlineMs, maxRetries: 0,
    }, runs);
    return { ...run, turnId: userMessageId, claim: this.worker.claim };
  }
}

/** Twins with one key wait for each other here; the second finds what the first came to. */
async function writeOnce(client: pg.PoolClient, { caller: { principal }, request, chat, plan, idempotencyKey }: StartTurn, { turn, userMessageId }: { turn: ChatTurn; userMessageId: string }): Promise<void> {
  const { replayed, outcome } = await withIdempotency(client, idempotent(request, { principal, idempotencyKey }), async () => {
    if (chat.isNew) await insertThread(client, chat.thread);
    const userMessage = plan.user.kind === 'new' ? { id: userMessageId, text: plan.user.text, clientId: plan.user.clientId } : null;
    await writeTurn(client, { turn, agent: chat.agent, userMessage, supersedeFrom: plan.supersedeFrom });
    return keptTurn(turn);
  });
  if (replayed) throw new AcceptedBefore(turnOf(outcome));
}

const idempotent = (request: ChatRequest, { principal, idempotencyKey: key }: { principal: Principal; idempotencyKey: string | undefined }): IdempotentRequest =>
  ({ principal, route: chatRoute, key, body: request as unknown as Json });

/** Takes the transaction back: the key already has its run. */
class AcceptedBefore extends Error {
  constructor(readonly turn: ChatTurn) { super('This request was accepted before.'); }
}
