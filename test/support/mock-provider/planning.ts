import { exampleValue } from './example-value.ts';
import type { Plan, PlanBlock, PlanCall } from './plan.ts';
import type { Received } from './received.ts';
import type { Scenario } from './scenario.ts';
import { streamOf, wordsOf } from './words.ts';

/** A reply somebody registered for `mock/script`, or that a scenario makes up. */
export interface PlannedReply { text?: string; thinking?: string; calls?: readonly { name: string; args?: unknown }[]; finish?: Plan['finish'] }

/** The plan of a scenario that answers in a well-formed way. */
export function planFor({ name, params }: Scenario, received: Received): Plan {
  const words = () => wordsOf(params.number('s', streamOf(received.digest)), params.number('n', name === 'text' ? 100 : 20), params.number('size', 0));
  const plan = (blocks: readonly PlanBlock[], finish?: Plan['finish']) => assemble({ blocks, received, params, finish });
  switch (name) {
    case 'text':
      return plan([{ type: 'text', words: words() }], params.text('finish', 'stop') as Plan['finish']);
    case 'tools':
      return plan(toolBlocks(params, received) ?? [{ type: 'text', words: words() }]);
    case 'reason': {
      const thinking: PlanBlock = { type: 'reasoning', words: words(), signature: `sig-${received.digest.slice(0, 16)}` };
      const then: PlanBlock = params.text('then', 'text') === 'tool' && received.rounds === 0 ? callBlock(params, received, 0) : { type: 'text', words: words() };
      return plan([thinking, then]);
    }
    case 'json':
      return plan([textBlock(params.number('bad', 0) === 1 ? '{"broken": tru' : JSON.stringify(exampleValue(received.schema ?? { type: 'object' })))]);
    case 'echo':
      return plan([textBlock(`sha256:${received.digest} bytes:${received.bytes} messages:${received.messages} tools:${received.tools.length}`)]);
    case 'obey':
      return plan(obedientBlocks(received));
    default:
      throw new Error(`The mock knows no scenario "${name}".`);
  }
}

/** The plan of a registered reply. */
export function planOf(reply: PlannedReply, scenario: Scenario, received: Received): Plan {
  const calls = (reply.calls ?? []).map((call, index): PlanBlock => ({ type: 'call', call: planCall({ name: call.name, argumentsText: JSON.stringify(call.args ?? {}), index, received }) }));
  const thinking: PlanBlock[] = reply.thinking === undefined ? [] : [{ type: 'reasoning', words: split(reply.thinking), signature: `sig-${received.digest.slice(0, 16)}` }];
  const text: PlanBlock[] = reply.text === undefined ? [] : [textBlock(reply.text)];
  return assemble({ blocks: [...thinking, ...text, ...calls], received, params: scenario.params, finish: reply.finish });
}

interface Assembly { blocks: readonly PlanBlock[]; received: Received; params: Scenario['params']; finish: Plan['finish'] | undefined }

function assemble({ blocks, received, params, finish }: Assembly): Plan {
  const count = (type: 'text' | 'reasoning') => blocks.reduce((sum, block) => sum + (block.type === type ? block.words.length : 0), 0);
  const calls = blocks.filter((block) => block.type === 'call').length;
  const usage = { input: Math.ceil(received.bytes / 4), output: count('text') + count('reasoning') + calls * 10, reasoning: count('reasoning') };
  const mode = params.text('usage', 'yes');
  return {
    id: received.digest.slice(0, 24),
    model: received.model,
    blocks,
    finish: finish ?? (calls > 0 ? 'tools' : 'stop'),
    usage: mode === 'no' ? undefined : mode === 'wrong' ? { input: -1, output: 0.5, reasoning: 0 } : usage,
    ttftMs: params.number('ttft', 20),
    gapMs: params.number('gap', 20),
    usageDelayMs: mode === 'late' ? 50 : 0,
  };
}

const split = (text: string): string[] => text.match(/\s*\S+\s*$|\s*\S+/gu) ?? [];
const textBlock = (text: string): PlanBlock => ({ type: 'text', words: split(text) });

/** `rounds` replies with calls, then text. Without `parallel` the calls come one by one, in rounds of their own. */
function toolBlocks(params: Scenario['params'], received: Received): PlanBlock[] | undefined {
  const calls = params.number('calls', 1);
  const parallel = params.number('parallel', 0) === 1;
  const rounds = params.number('rounds', 1) * (parallel ? 1 : calls);
  if (received.rounds >= rounds) return undefined;
  return Array.from({ length: parallel ? calls : 1 }, (_, index) => callBlock(params, received, index));
}

function callBlock(params: Scenario['params'], received: Received, index: number): PlanBlock {
  const tool = received.tools.find(({ name }) => name === params.text('name', name)) ?? { name: params.text('name', 'unknown_tool'), schema: {} };
  const argumentsText = params.optional('args') ?? JSON.stringify(exampleValue({ type: 'object', ...tool.schema }));
  return { type: 'call', call: planCall({ name: tool.name, argumentsText, index, received }) };
}

function planCall({ name, argumentsText, index, received }: { name: string; argumentsText: string; index: number; received: Received }): PlanCall {
  return { id: `call_${received.digest.slice(0, 16)}_${index}`, index, name, argumentsText };
}

/** Performs the directives `[[call tool {…}]]` found anywhere in its context, one per reply, then `[[say …]]`. */
function obedientBlocks(received: Received): PlanBlock[] {
  const calls = [...received.text.matchAll(/\[\[call (?<name>[\w-]+)(?: (?<args>\{.*?\}))?\]\]/gsu)];
  const next = calls[received.calls];
  if (next?.groups) return [{ type: 'call', call: planCall({ name: next.groups['name']!, argumentsText: next.groups['args'] ?? '{}', index: 0, received }) }];
  const said = [...received.text.matchAll(/\[\[say (?<text>.*?)\]\]/gsu)].map((match) => match.groups!['text']!);
  return [textBlock(said.join(' ') || 'Nothing to obey.')];
}
