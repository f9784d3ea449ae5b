// One run that passes every store command the engine has: model calls, both kinds of tools in a batch, a child, an approval, a signal, a timer.
import type { Json } from '@roster/agents/contracts';
import { defineTool, type ModelCallOptions, type ModelClient, type ModelReply, type ModelRequest, type RunContext, type Tool, userText } from '@roster/agents/kernel';
import { z } from 'zod';

import type { Failpoint } from '../../../apps/api/src/runs/store/store-options.ts';
import type { EffectLedger } from './effect-ledger.ts';
import type { TestAgent } from './test-directory.ts';

export interface ScenarioOptions { ledger: EffectLedger; failpoint?: Failpoint; queue: string }

export const SCENARIO_OUTPUT = { noted: 'one', indexed: 'two', refunded: 40, child: { kind: 'child', noted: 'helper' }, signal: 'go', text: 'done' };

/** Effects of one finished scenario: outside calls that must happen exactly once, and model calls at least. */
export const SCENARIO_EFFECTS = { once: 3, idempotent: 1, model: 3 };

export function scenarioAgents(options: ScenarioOptions): TestAgent[] {
  const tools = scenarioTools(options);
  const model = new CountingModel(options);
  return [
    { key: `scenario-${options.queue}`, queue: options.queue, tools, modelClient: model, run: (context) => scenario(context, tools, options.queue) },
    { key: `helper-${options.queue}`, queue: options.queue, tools, modelClient: model, run: (context) => helper(context) },
  ];
}

async function scenario(context: RunContext, tools: readonly Tool[], queue: string): Promise<Json> {
  await context.record('t0/tools', async () => tools.map(({ spec }) => spec.name));
  await context.llm(requestOf('first'), { key: 't1/llm', turn: 1 });
  const gated = context.withTools(tools, { approvalAbove: 'safe', interactive: true });
  const [note, index, refund] = await gated.toolBatch([call('note', { text: 'one' }), call('index', { text: 'two' }), call('refund', { amount: 40 })]);
  const child = await context.ask(await context.spawn(`helper-${queue}/main`, { payload: null }));
  await context.sleepUntil({ ms: 5 });
  const signal = await context.sleepUntilSignal('go');
  const last = await context.llm(requestOf('last'), { key: 't2/llm', turn: 2 });
  return {
    noted: note!.output, indexed: index!.output, refunded: (refund!.output as { refunded: number }).refunded,
    child: child.kind === 'replied' ? child.value : child.kind, signal: signal.kind === 'signal' ? signal.payload : null,
    text: last.blocks[0]?.type === 'text' ? last.blocks[0].text : null,
  };
}

async function helper(context: RunContext): Promise<Json> {
  await context.llm(requestOf('helper'), { key: 't1/llm', turn: 1 });
  const outcome = await context.tool(call('note', { text: 'helper' }, 'helper'));
  return { kind: 'child', noted: outcome.output };
}

const requestOf = (text: string): ModelRequest => ({ model: 'mock/text', messages: [userText(text)] });
const call = (toolName: string, input: { [key: string]: Json }, id: string = toolName) => ({ toolCallId: `call_${id}`, toolName, input, turn: 1 });

function scenarioTools({ ledger, failpoint }: ScenarioOptions): Tool[] {
  const effect = async (kind: 'once' | 'idempotent', { idempotencyKey: key, runId }: { idempotencyKey: string; runId: string }): Promise<void> => {
    await failpoint?.('effect', 'before');
    await ledger.write(kind, { key, runId });
    await failpoint?.('effect', 'after');
  };
  return [
    defineTool({ name: 'note', description: '', risk: 'safe', idempotent: false, input: z.object({ text: z.string() }), execute: async ({ text }, io) => { await effect('once', io); return text; } }),
    defineTool({ name: 'index', description: '', risk: 'safe', idempotent: true, input: z.object({ text: z.string() }), execute: async ({ text }, io) => { await effect('idempotent', io); return text; } }),
    defineTool({ name: 'refund', description: '', risk: 'critical', idempotent: false, input: z.object({ amount: z.number() }), execute: async ({ amount }, io) => { await effect('once', io); return { refunded: amount }; } }),
  ];
}

/** Answers "done" and counts the calls. */
class CountingModel implements ModelClient {
  constructor(private readonly options: ScenarioOptions) {}

  async generate(request: ModelRequest, { correlation, onDelta }: ModelCallOptions): Promise<ModelReply> {
    const { runId, stepKey } = correlation!;
    await this.options.ledger.write('model', { key: `${runId}/${stepKey}`, runId });
    onDelta?.({ type: 'text', blockId: 'b', delta: 'done' });
    return { blocks: [{ type: 'text', id: 'b', text: 'done' }], finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 }, model: request.model, warnings: [] };
  }

  assertAvailable(): void {}

  cost(): number {
    return 2;
  }
}
