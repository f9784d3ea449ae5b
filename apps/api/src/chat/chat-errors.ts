import { AppError } from '@roster/agents/kernel';

/** The body is well-formed JSON of the right shape, but no user message can be read from it. */
export class InvalidChatMessageError extends AppError {
  readonly code = 'invalid_request';
  readonly status = 400;
  readonly errors: Record<string, { code: string; message: string }>;
  constructor(field: string, message: string) {
    super(message);
    this.errors = { [field]: { code: 'invalid_request', message } };
  }
}

export class MessageTooLongError extends AppError {
  readonly code = 'payload_too_large';
  readonly status = 413;
  constructor(readonly limit: number) { super(`A message holds at most ${limit} characters.`); }
}

/** The thread belongs to another agent than the body says. */
export class AgentMismatchError extends AppError {
  readonly code = 'invalid_request';
  readonly status = 400;
  readonly errors = { agentId: { code: 'agent_mismatch', message: 'This conversation belongs to another agent.' } };
  constructor() { super('This conversation belongs to another agent.', 'Leave agentId out, or start a new conversation.'); }
}

export class AgentNotChattableError extends AppError {
  readonly code = 'agent_not_chattable';
  readonly status = 400;
  constructor() { super('This agent only works in the background.', 'Start a run with POST /api/agents/{id}/runs.'); }
}

/** The thread's run waits for a person; a new message cannot be taken. */
export class RunWaitingError extends AppError {
  readonly code = 'run_waiting';
  readonly status = 409;
  constructor(readonly runId: string) { super('The answer waits for a decision.', 'Decide the open request, or send supersede.'); }
}

/** The thread's agent was deleted, unpublished or switched off. */
export class AgentUnavailableError extends AppError {
  readonly code = 'agent_unavailable';
  readonly status = 409;
  constructor() { super('The agent of this conversation is not available any more.', 'Start a new conversation with another agent.'); }
}
