import type { RunEvent } from '../../contracts/run-event.ts';
import type { ShownRequest } from './message-op.ts';

/** The questions of a tree that clients see. Operator cards are not among them. */
export class RequestBoard {
  private readonly requests = new Map<string, ShownRequest>();

  open(event: RunEvent): ShownRequest | null {
    const request = opened(event);
    if (request) this.requests.set(request.requestId, request);
    return request;
  }

  resolve({ requestId, outcome }: { requestId: string; outcome: string }): ShownRequest | null {
    const request = this.requests.get(requestId);
    if (!request) return null;
    const status = outcome === 'expired' || outcome === 'cancelled' ? outcome : 'decided';
    const approved = request.kind === 'confirmation' && status === 'decided' ? { approved: outcome === 'approved' || outcome === 'modified' } : {};
    const resolved = { ...request, status, ...approved } satisfies ShownRequest;
    this.requests.set(requestId, resolved);
    return resolved;
  }

  /** The confirmation of a call. */
  ofCall(toolCallId: string): ShownRequest | undefined {
    return [...this.requests.values()].findLast((request) => request.kind === 'confirmation' && request.toolCallId === toolCallId);
  }
}

function opened(event: RunEvent): ShownRequest | null {
  switch (event.type) {
    case 'await_confirmation': {
      const { requestId, toolCallId, toolName, payload, title, prompt } = event;
      return { requestId, kind: 'confirmation', status: 'pending', toolCallId, toolName, input: payload, prompt, ...(title !== undefined && { title }) };
    }
    case 'await_clarification':
      return { requestId: event.requestId, kind: 'clarification', status: 'pending', prompt: event.question };
    case 'await_questions':
      return { requestId: event.requestId, kind: 'questions', status: 'pending', questions: event.questions, ...(event.title !== undefined && { title: event.title }) };
    case 'await_external_tools':
      return { requestId: event.requestId, kind: 'external_tools', status: 'pending', questions: event.items };
    default:
      return null;
  }
}
