import { setTimeout as delay } from 'node:timers/promises';
import type { ModelBlock, Usage } from '../../../contracts/run-event.ts';
import type { ModelCallOptions, ModelClient, ModelReply, ModelRequest } from '../../../kernel/model-client.ts';
import { UnknownModelError } from '../../../kernel/model-error.ts';
import { answerFrom, askFor } from './answer.ts';
import { fillArguments } from './argument-filling.ts';
import { viewOf } from './conversation-view.ts';
import { chooseTool } from './tool-choice.ts';

const modelName = 'demo/offline';

/**
 * `demo/offline`: answers without any network by a handful of rules, so that the product can be tried without a key.
 * Deterministic: the same request always yields the same reply. Costs nothing.
 */
export class DemoModel implements ModelClient {
  readonly #delayMs: number;

  /** `delayMs`: pause between two words, for the eye [15]. */
  constructor({ delayMs = 15 }: { delayMs?: number } = {}) {
    this.#delayMs = delayMs;
  }

  assertAvailable(model: string): void {
    if (model !== modelName) throw new UnknownModelError(model);
  }

  cost(_model: string, _usage: Usage): number {
    return 0;
  }

  async generate(request: ModelRequest, { signal, onDelta }: ModelCallOptions): Promise<ModelReply> {
    this.assertAvailable(request.model);
    signal.throwIfAborted();
    const block = replyTo(request);
    if (block.type === 'tool_call') {
      await this.#pause(signal);
      onDelta?.({ type: 'tool_input_start', blockId: block.toolCallId, toolName: block.toolName });
      onDelta?.({ type: 'tool_input', blockId: block.toolCallId, delta: JSON.stringify(block.input) });
    } else {
      for (const word of block.text.match(/\s*\S+\s*$|\s*\S+/gu) ?? []) {
        await this.#pause(signal);
        onDelta?.({ type: 'text', blockId: block.id, delta: word });
      }
    }
    const usage = { inputTokens: tokens(JSON.stringify([request.messages, request.tools ?? []])), outputTokens: tokens(JSON.stringify(block)) };
    return { blocks: [block], finishReason: block.type === 'tool_call' ? 'tool_calls' : 'stop', usage, model: modelName, warnings: [] };
  }

  async #pause(signal: AbortSignal): Promise<void> {
    if (this.#delayMs > 0) await delay(this.#delayMs, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }
}

function replyTo(request: ModelRequest): Extract<ModelBlock, { type: 'text' | 'tool_call' }> {
  const view = viewOf(request);
  const tools = request.tools ?? [];
  const decision = chooseTool(view, tools, request.toolChoice ?? 'auto');
  if (decision.kind === 'call') return { type: 'tool_call', toolCallId: `demo-call-${view.callsSoFar + 1}`, toolName: decision.toolName, input: decision.input };
  const asks = decision.kind === 'missing' && view.calls.length === 0;
  return { type: 'text', id: 'text-0', text: structured(request, view.question) ?? (asks ? askFor(view, decision) : answerFrom(view, tools)) };
}

/** An object of the wanted shape, filled from the question. */
function structured({ responseFormat }: ModelRequest, question: string): string | undefined {
  if (responseFormat === undefined) return undefined;
  const filled = fillArguments(responseFormat.schema, question);
  return JSON.stringify(filled.complete ? filled.input : {});
}

const tokens = (text: string): number => Math.ceil(text.length / 4);
