import type { CallState, ChatPart, ToolCall } from './chat-message.ts';

interface CallPart {
  type: string;
  toolName?: string;
  toolCallId: string;
  state: string;
  input?: unknown;
  output?: unknown;
  errorText?: string;
  approval?: { id: string };
  callProviderMetadata?: { sdk?: Attribution };
}

/** Who made a call: a delegation to a subagent, or a subagent at work. `runId` is the subagent's run. */
export interface Attribution {
  handoff?: string;
  agent?: string;
  runId?: string;
}

const states: Record<string, CallState> = {
  'input-streaming': 'writing',
  'input-available': 'running',
  'approval-requested': 'waiting',
  'approval-responded': 'running',
  'output-available': 'done',
  'output-error': 'failed',
  'output-denied': 'denied',
};

/** The call a part stands for, or null for any other part. */
export function readCall(part: ChatPart): (ToolCall & { attribution: Attribution }) | null {
  if (!part.type.startsWith('tool-') && part.type !== 'dynamic-tool') return null;
  const call = part as unknown as CallPart;
  const state = call.errorText === 'denied' ? 'denied' : (states[call.state] ?? 'running');
  return {
    toolCallId: call.toolCallId,
    toolName: call.toolName ?? call.type.slice('tool-'.length),
    state,
    input: call.input,
    ...(call.output !== undefined && { output: call.output }),
    ...(call.errorText !== undefined && { errorCode: call.errorText }),
    ...(state === 'waiting' && call.approval !== undefined && { requestId: call.approval.id }),
    attribution: call.callProviderMetadata?.sdk ?? {},
  };
}
