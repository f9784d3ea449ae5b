import { gate, type Tool, type ToolCall, type ToolOutcome } from '../../kernel/index.ts';
import type { Json, JsonObject } from '../../contracts/index.ts';
import { askPerson } from './human-wait.ts';
import type { OpenCall } from './open-call.ts';

export type GateEnd = { kind: 'go'; input: JsonObject } | { kind: 'denied'; outcome: ToolOutcome } | { kind: 'invalid'; input: Json; error: Error };

interface Confirmed { approved: boolean; arguments?: JsonObject; comment?: string }

/** Asks a person where the policy demands it, before the intent. Where nobody can be asked, the call is denied. */
export async function passGate(open: OpenCall, tool: Tool, input: JsonObject): Promise<GateEnd> {
  const { parts, scope, call, key } = open;
  const verdict = gate(input, tool.spec, scope.policy);
  if (!verdict.required) return { kind: 'go', input };
  if (!parts.run.interactive) return refuseUnasked(open);
  const title = tool.spec.confirmation?.title ?? tool.spec.title;
  const prompt = promptOf(tool, input);
  const about = { toolCallId: call.toolCallId, toolName: call.toolName };
  const answer = await askPerson(parts, {
    stepKey: `${key}/gate`,
    kind: 'confirmation',
    card: { ...about, title, prompt, payload: input, schema: tool.spec.payload, sensitive: [...(tool.spec.sensitive ?? [])], risk: tool.spec.risk, reason: verdict.reason },
    risk: tool.spec.risk,
    approvers: verdict.approvers,
    reason: 'waiting_human',
    event: (requestId) => ({ type: 'await_confirmation', requestId, ...about, title, prompt, payload: input, approvers: verdict.approvers }),
  });
  if (answer.status !== 'decided') return denied(call, { reason: answer.status, message: 'Nobody allowed this call in time.' });
  const confirmed = answer.decision as unknown as Confirmed;
  if (!confirmed.approved) return denied(call, { reason: 'refused', message: 'A person refused this call.', ...(confirmed.comment && { comment: confirmed.comment }) });
  return effective(tool, confirmed.arguments ?? input);
}

/** Changed arguments are validated like the model's. */
function effective(tool: Tool, input: JsonObject): GateEnd {
  try {
    return { kind: 'go', input: tool.parse(input) };
  } catch (error) {
    return { kind: 'invalid', input, error: error as Error };
  }
}

const denied = ({ toolCallId }: ToolCall, why: { reason: string; message: string; comment?: string }): GateEnd => ({ kind: 'denied', outcome: { kind: 'denied', toolCallId, output: { denied: true, ...why } } });

/** `decide` leaves the authorization of what was asked; what nobody could be asked leaves it here, with its result. */
function refuseUnasked({ parts, call, key }: OpenCall): GateEnd {
  if (parts.journal.get(key)?.state !== 'done') {
    const event = { type: 'tool_authorization' as const, toolCallId: call.toolCallId, toolName: call.toolName, approved: false, summary: 'interrupts_not_allowed' };
    parts.commits.buffer([], [{ event, stepKey: key, dedupKey: `authorization:${call.toolCallId}` }]);
  }
  return denied(call, { reason: 'interrupts_not_allowed', message: 'Nobody can be asked to allow this call here.' });
}

function promptOf({ spec }: Tool, input: JsonObject): string {
  const template = spec.confirmation?.promptTemplate;
  if (!template) return `Allow "${spec.title}"?`;
  return template.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_whole, path: string) => {
    const value = path.split('.').reduce<Json | undefined>((node, name) => (node !== null && typeof node === 'object' && !Array.isArray(node) ? node[name] : undefined), input);
    return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  });
}
