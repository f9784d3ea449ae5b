import { callsOf, createdAt, Pacing, pieces, textOf, type Plan, type PlanCall, type PlanUsage, type Wire, type WireEvent } from '../plan.ts';

const finishReasons = { stop: 'stop', length: 'length', filter: 'content_filter', tools: 'tool_calls' } as const;

/** `POST /v1/chat/completions`. */
export const chatCompletions: Wire = {
  *events(plan) {
    const pacing = new Pacing(plan);
    yield chunk(plan, { role: 'assistant', content: '' });
    for (const block of plan.blocks) {
      if (block.type === 'call') yield* callEvents(plan, block.call, pacing);
      else for (const word of block.words) yield { ...chunk(plan, block.type === 'text' ? { content: word } : { reasoning_content: word }), ...pacing.next() };
    }
    yield chunk(plan, {}, finishReasons[plan.finish]);
    if (plan.usage) yield { data: JSON.stringify({ ...head(plan), choices: [], usage: usageOf(plan.usage) }), delayMs: plan.usageDelayMs };
    yield { data: '[DONE]', delayMs: 0 };
  },

  whole(plan) {
    const calls = callsOf(plan);
    const reasoning = textOf(plan, 'reasoning');
    const message = {
      role: 'assistant',
      content: textOf(plan, 'text') || null,
      ...(reasoning && { reasoning_content: reasoning }),
      ...(calls.length > 0 && { tool_calls: calls.map((call) => ({ id: call.id, type: 'function', function: { name: call.name, arguments: call.argumentsText } })) }),
    };
    return { ...head(plan), object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finishReasons[plan.finish] }], ...(plan.usage && { usage: usageOf(plan.usage) }) };
  },

  error: (status, message) => ({ error: { message, type: status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error', code: null } }),
  streamError: () => ({ data: JSON.stringify({ error: { message: 'The mock fails on purpose.', type: 'server_error', code: 'server_error' } }), delayMs: 0 }),
  emptyEvent: (plan) => ({ data: JSON.stringify({ ...head(plan), choices: [] }), delayMs: 0 }),
};

function* callEvents(plan: Plan, call: PlanCall, pacing: Pacing): Generator<WireEvent> {
  const identity = { index: call.index, ...(call.id !== null && { id: call.id }), type: 'function' };
  if (call.asObject) return yield { ...chunk(plan, { tool_calls: [{ ...identity, function: { name: call.name, arguments: JSON.parse(call.argumentsText) as unknown } }] }), ...pacing.next() };
  yield { ...chunk(plan, { tool_calls: [{ ...identity, function: { name: call.name, arguments: '' } }] }), ...pacing.next() };
  for (const piece of pieces(call.argumentsText)) yield { ...chunk(plan, { tool_calls: [{ index: call.index, function: { arguments: piece } }] }), ...pacing.next() };
}

const head = (plan: Plan) => ({ id: `chatcmpl-${plan.id}`, object: 'chat.completion.chunk', created: createdAt, model: plan.model });

const chunk = (plan: Plan, delta: object, finishReason: string | null = null): WireEvent => ({
  data: JSON.stringify({ ...head(plan), choices: [{ index: 0, delta, finish_reason: finishReason }] }),
  delayMs: 0,
});

const usageOf = ({ input, output, reasoning }: PlanUsage) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  ...(reasoning > 0 && { completion_tokens_details: { reasoning_tokens: reasoning } }),
});
