import { Pacing, type Plan, type PlanBlock, type Wire, type WireEvent } from '../plan.ts';

const finishReasons = { stop: 'STOP', length: 'MAX_TOKENS', filter: 'SAFETY', tools: 'STOP' } as const;

/** `POST /v1beta/models/…:streamGenerateContent?alt=sse`. */
export const googleGenerateContent: Wire = {
  *events(plan) {
    const pacing = new Pacing(plan);
    for (const block of plan.blocks) {
      for (const part of parts(block)) yield { ...chunk(plan, { content: { role: 'model', parts: [part] }, index: 0 }), ...pacing.next() };
    }
    yield chunk(plan, { content: { role: 'model', parts: [{ text: '' }] }, finishReason: finishReasons[plan.finish], index: 0 }, true);
  },
  whole: (plan) => ({
    candidates: [{ content: { role: 'model', parts: plan.blocks.flatMap(parts) }, finishReason: finishReasons[plan.finish], index: 0 }],
    ...usageOf(plan),
    modelVersion: plan.model,
  }),
  error: (status, message) => ({ error: { code: status, message, status: status === 429 ? 'RESOURCE_EXHAUSTED' : status >= 500 ? 'UNAVAILABLE' : 'INVALID_ARGUMENT' } }),
  streamError: () => ({ data: JSON.stringify({ error: { code: 503, message: 'The mock fails on purpose.', status: 'UNAVAILABLE' } }), delayMs: 0 }),
  emptyEvent: (plan) => ({ data: JSON.stringify({ modelVersion: plan.model }), delayMs: 0 }),
};

function parts(block: PlanBlock): object[] {
  if (block.type === 'text') return block.words.map((text) => ({ text }));
  if (block.type === 'call') return [{ functionCall: { name: block.call.name, args: JSON.parse(block.call.argumentsText) as unknown } }];
  return block.words.map((text, index) => ({ text, thought: true, ...(index === block.words.length - 1 && { thoughtSignature: block.signature }) }));
}

const chunk = (plan: Plan, candidate: object, last = false): WireEvent => ({
  data: JSON.stringify({ candidates: [candidate], ...(last && usageOf(plan)), modelVersion: plan.model, responseId: plan.id }),
  delayMs: last ? plan.usageDelayMs : 0,
});

const usageOf = ({ usage }: Plan): object =>
  usage ? { usageMetadata: { promptTokenCount: usage.input, candidatesTokenCount: usage.output - usage.reasoning, thoughtsTokenCount: usage.reasoning, totalTokenCount: usage.input + usage.output } } : {};
