import { createdAt, Pacing, pieces, type Plan, type PlanBlock, type Wire, type WireEvent } from '../plan.ts';

/** `POST /v1/responses`. */
export const openaiResponses: Wire = {
  *events(plan) {
    const pacing = new Pacing(plan);
    yield event('response.created', { response: response(plan, 'in_progress', []) });
    for (const [index, block] of plan.blocks.entries()) {
      yield event('response.output_item.added', { output_index: index, item: openItem(plan, block, index) });
      yield* deltas(plan, { block, index, pacing });
      yield event('response.output_item.done', { output_index: index, item: wholeItem(plan, block, index) });
    }
    yield { ...event(`response.${statusOf(plan)}`, { response: whole(plan) }), delayMs: plan.usageDelayMs };
  },
  whole,
  error: (status, message) => ({ error: { message, type: status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error', code: null } }),
  streamError: () => event('error', { sequence_number: 1, error: { type: 'server_error', code: 'server_error', message: 'The mock fails on purpose.', param: null } }),
  emptyEvent: (plan) => event('response.in_progress', { response: response(plan, 'in_progress', []) }),
};

interface OpenBlock { block: PlanBlock; index: number; pacing: Pacing }

function* deltas(plan: Plan, { block, index, pacing }: OpenBlock): Generator<WireEvent> {
  const place = { item_id: itemId(plan, block, index), output_index: index };
  if (block.type === 'call') {
    for (const piece of pieces(block.call.argumentsText)) yield { ...event('response.function_call_arguments.delta', { ...place, delta: piece }), ...pacing.next() };
    return yield event('response.function_call_arguments.done', { ...place, arguments: block.call.argumentsText });
  }
  if (block.type === 'reasoning') {
    yield event('response.reasoning_summary_part.added', { ...place, summary_index: 0, part: { type: 'summary_text', text: '' } });
    for (const word of block.words) yield { ...event('response.reasoning_summary_text.delta', { ...place, summary_index: 0, delta: word }), ...pacing.next() };
    return yield event('response.reasoning_summary_part.done', { ...place, summary_index: 0, part: { type: 'summary_text', text: block.words.join('') } });
  }
  yield event('response.content_part.added', { ...place, content_index: 0, part: { type: 'output_text', text: '', annotations: [] } });
  for (const word of block.words) yield { ...event('response.output_text.delta', { ...place, content_index: 0, delta: word }), ...pacing.next() };
}

const statusOf = (plan: Plan): string => (plan.finish === 'length' || plan.finish === 'filter' ? 'incomplete' : 'completed');

function whole(plan: Plan) {
  return response(plan, statusOf(plan), plan.blocks.map((block, index) => wholeItem(plan, block, index)));
}

function response(plan: Plan, status: string, output: unknown[]) {
  const reason = plan.finish === 'length' ? 'max_output_tokens' : 'content_filter';
  const usage = plan.usage && { input_tokens: plan.usage.input, output_tokens: plan.usage.output, total_tokens: plan.usage.input + plan.usage.output, input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: plan.usage.reasoning } };
  return { id: `resp_${plan.id}`, object: 'response', created_at: createdAt, status, error: null, incomplete_details: status === 'incomplete' ? { reason } : null, model: plan.model, output, usage: status === 'in_progress' ? null : (usage ?? null) };
}

const itemId = (plan: Plan, block: PlanBlock, index: number): string => `${block.type === 'call' ? 'fc' : block.type === 'reasoning' ? 'rs' : 'msg'}_${plan.id}_${index}`;

function openItem(plan: Plan, block: PlanBlock, index: number): object {
  const id = itemId(plan, block, index);
  if (block.type === 'call') return { type: 'function_call', id, call_id: block.call.id, name: block.call.name, arguments: '', status: 'in_progress' };
  if (block.type === 'reasoning') return { type: 'reasoning', id, summary: [], encrypted_content: null };
  return { type: 'message', id, role: 'assistant', status: 'in_progress', content: [] };
}

function wholeItem(plan: Plan, block: PlanBlock, index: number): object {
  const id = itemId(plan, block, index);
  if (block.type === 'call') return { type: 'function_call', id, call_id: block.call.id, name: block.call.name, arguments: block.call.argumentsText, status: 'completed' };
  if (block.type === 'reasoning') return { type: 'reasoning', id, summary: [{ type: 'summary_text', text: block.words.join('') }], encrypted_content: block.signature };
  return { type: 'message', id, role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: block.words.join(''), annotations: [] }] };
}

const event = (type: string, fields: object): WireEvent => ({ event: type, data: JSON.stringify({ type, ...fields }), delayMs: 0 });
