import type { PersonRequest } from '../../kernel/index.ts';
import type { Json, RunEvent } from '../../contracts/index.ts';
import type { PersonQuestion } from './human-wait.ts';

/** The stored card and the event of a question that an agent asks people. */
export function questionOf(request: PersonRequest, { stepKey, now }: { stepKey: string; now: Date }): PersonQuestion {
  return {
    stepKey,
    kind: request.kind,
    card: cardOf(request),
    approvers: request.approvers ?? 'owner',
    reason: 'waiting_human',
    event: (requestId) => eventOf(request, requestId),
    ...(request.expiresInMs !== undefined && { expiresAt: new Date(now.getTime() + request.expiresInMs) }),
  };
}

function cardOf(request: PersonRequest): Json {
  switch (request.kind) {
    case 'clarification': return { question: request.question };
    case 'questions': return { ...(request.title !== undefined && { title: request.title }), questions: request.questions };
    case 'external_tools': return { items: request.items };
  }
}

function eventOf(request: PersonRequest, requestId: string): RunEvent {
  switch (request.kind) {
    case 'clarification': return { type: 'await_clarification', requestId, question: request.question };
    case 'questions': return { type: 'await_questions', requestId, questions: request.questions, ...(request.title !== undefined && { title: request.title }) };
    case 'external_tools': return { type: 'await_external_tools', requestId, items: request.items };
  }
}
