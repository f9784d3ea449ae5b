import { Injectable } from '@nestjs/common';
import { humanAnswerSchemas, type Json } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import { AgentDirectory } from '../auth/agent-directory.ts';
import type { Caller } from '../auth/caller.ts';
import { authorize } from '../http/authorize.ts';
import { classifyIssues } from '../http/classify-issues.ts';
import { InvalidValueError } from '../http/errors/invalid-value-error.ts';
import { PostgresRunStore } from '../runs/store/postgres-run-store.ts';
import { AlreadyDecidedError } from './already-decided-error.ts';
import { checkAnswer } from './check-answer.ts';
import { HumanRequestService, humanRequestFacts, type HumanRequest } from './human-request.service.ts';
import { presentHumanRequest } from './human-request.presenter.ts';

/** Confirmations and operator cards take APPROVE_TOOL, questions to the person in the conversation CHAT. */
const answeredInChat = new Set<HumanRequest['kind']>(['clarification', 'questions', 'external_tools']);

/**
 * Decides an open request. An invalid answer is refused and the request stays open; the first decision wins; the server
 * stamps decider and time. Errors: NotFoundError, PermissionDeniedError, InvalidValueError, AlreadyDecidedError.
 */
@Injectable()
export class AnswerHumanRequest {
  constructor(private readonly requests: HumanRequestService, private readonly agents: AgentDirectory, private readonly store: PostgresRunStore) {}

  async run({ requestId, answer, idempotencyKey }: { requestId: string; answer: Json; idempotencyKey?: string | undefined }, caller: Caller): Promise<HumanRequest> {
    const request = await this.requests.find(requestId);
    await this.authorize(request, caller);
    const decision = readAnswer(request!, answer);
    const decided = await this.store.decide({ requestId, decision, decidedBy: caller.principal, ...(idempotencyKey !== undefined && { idempotencyKey }) });
    const now = (await this.requests.find(requestId))!;
    if (decided.kind !== 'decided') throw new AlreadyDecidedError(presentHumanRequest(now, caller.ability), now.decidedByName);
    return now;
  }

  private async authorize(request: HumanRequest | null, { ability }: Caller): Promise<void> {
    if (!request || !answeredInChat.has(request.kind)) return authorize(ability, Operation.APPROVE_TOOL, request && humanRequestFacts(request));
    authorize(ability, Operation.VIEW_RUN, humanRequestFacts(request));
    authorize(ability, Operation.CHAT, await this.agents.factsOf(request.agentId));
  }
}

function readAnswer({ kind, card }: HumanRequest, answer: Json): Json {
  const parsed = humanAnswerSchemas[kind].safeParse(answer);
  if (!parsed.success) throw new InvalidValueError(classifyIssues(parsed.error.issues, answer, 'body').errors);
  checkAnswer(kind, { card, answer: parsed.data });
  return parsed.data;
}
