import { Pacing, pieces, type Plan, type PlanBlock, type Wire, type WireEvent } from '../plan.ts';

const stopReasons = { stop: 'end_turn', length: 'max_tokens', filter: 'refusal', tools: 'tool_use' } as const;

/** `POST /v1/messages`. */
export const anthropicMessages: Wire = {
  *events(plan) {
    const pacing = new Pacing(plan);
    const usage = { input_tokens: plan.usage?.input ?? 0, output_tokens: 1 };
    yield event('message_start', { message: { ...head(plan), content: [], stop_reason: null, stop_sequence: null, usage } });
    yield event('ping', {});
    for (const [index, block] of plan.blocks.entries()) {
      yield event('content_block_start', { index, content_block: emptyBlock(block) });
      yield* deltas(block, index, pacing);
      yield event('content_block_stop', { index });
    }
    const stop = event('message_delta', { delta: { stop_reason: stopReasons[plan.finish], stop_sequence: null }, usage: { output_tokens: plan.usage?.output ?? 0 } });
    yield { ...stop, delayMs: plan.usageDelayMs };
    yield event('message_stop', {});
  },

  whole: (plan) => ({
    ...head(plan),
    content: plan.blocks.map(wholeBlock),
    stop_reason: stopReasons[plan.finish],
    stop_sequence: null,
    usage: { input_tokens: plan.usage?.input ?? 0, output_tokens: plan.usage?.output ?? 0 },
  }),

  error: (status, message) => ({ type: 'error', error: { type: errorTypes[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error'), message } }),
  streamError: () => event('error', { error: { type: 'overloaded_error', message: 'The mock fails on purpose.' } }),
  emptyEvent: () => event('ping', {}),
};

const errorTypes: Readonly<Record<number, string>> = { 401: 'authentication_error', 429: 'rate_limit_error', 529: 'overloaded_error' };

function* deltas(block: PlanBlock, index: number, pacing: Pacing): Generator<WireEvent> {
  const delta = (content: object): WireEvent => ({ ...event('content_block_delta', { index, delta: content }), ...pacing.next() });
  if (block.type === 'call') for (const piece of pieces(block.call.argumentsText)) yield delta({ type: 'input_json_delta', partial_json: piece });
  else if (block.type === 'text') for (const word of block.words) yield delta({ type: 'text_delta', text: word });
  else {
    for (const word of block.words) yield delta({ type: 'thinking_delta', thinking: word });
    yield event('content_block_delta', { index, delta: { type: 'signature_delta', signature: block.signature } });
  }
}

const emptyBlock = (block: PlanBlock): object => {
  if (block.type === 'text') return { type: 'text', text: '' };
  if (block.type === 'reasoning') return { type: 'thinking', thinking: '', signature: '' };
  return { type: 'tool_use', id: block.call.id, name: block.call.name, input: {} };
};

const wholeBlock = (block: PlanBlock): object => {
  if (block.type === 'text') return { type: 'text', text: block.words.join('') };
  if (block.type === 'reasoning') return { type: 'thinking', thinking: block.words.join(''), signature: block.signature };
  return { type: 'tool_use', id: block.call.id, name: block.call.name, input: JSON.parse(block.call.argumentsText) as unknown };
};

const head = (plan: Plan) => ({ id: `msg_${plan.id}`, type: 'message', role: 'assistant', model: plan.model });

const event = (type: string, fields: object): WireEvent => ({ event: type, data: JSON.stringify({ type, ...fields }), delayMs: 0 });
