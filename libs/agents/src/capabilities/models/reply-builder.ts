import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { Json } from '../../contracts/json.ts';
import type { ModelBlock } from '../../contracts/run-event.ts';
import type { FinishReason, ModelDelta, ModelReply } from '../../kernel/model-client.ts';
import { stamped } from './provider-origin.ts';
import { describeWarning, fileUrl, parseArguments } from './stream-values.ts';
import { readUsage } from './usage-reading.ts';

type Part<Type extends LanguageModelV3StreamPart['type']> = Extract<LanguageModelV3StreamPart, { type: Type }>;
type TextBlock = Extract<ModelBlock, { type: 'text' | 'reasoning' }>;
type CallBlock = Extract<ModelBlock, { type: 'tool_call' }>;
interface OpenCall { block: CallBlock; streamed: boolean }

/** Thrown when the stream ends although the provider never said that the reply is complete. */
export class IncompleteStreamError extends Error {}

/**
 * Folds the parts of one AI SDK stream into ordered blocks. A block stands where its first part came; its id is unique in
 * the reply even where a provider uses one twice. Every call announces itself with `tool_input_start`, in block order.
 */
export class ReplyBuilder {
  readonly #blocks: ModelBlock[] = [];
  readonly #texts = new Map<string, { block: TextBlock; chunks: string[]; metadata: object }>();
  readonly #calls = new Map<string, OpenCall>();
  readonly #finishedCalls = new Set<ModelBlock>();
  readonly #invalidInputs: Record<string, string> = {};
  readonly #warnings: string[] = [];
  #modelId: string | undefined;
  #finish: Part<'finish'> | undefined;

  constructor(private readonly provider: string, private readonly onDelta: (delta: ModelDelta) => void = () => undefined) {}

  /** Returns true when the part is content (what the first-token clock waits for). */
  add(part: LanguageModelV3StreamPart): boolean {
    switch (part.type) {
      case 'text-delta':
      case 'reasoning-delta':
        this.#delta(part);
        return true;
      case 'text-start':
      case 'reasoning-start':
        this.#open(part);
        return true;
      case 'text-end':
      case 'reasoning-end':
        this.#close(part);
        return true;
      case 'tool-input-start':
        this.#startCall(part);
        return true;
      case 'tool-input-delta':
        this.#inputDelta(part);
        return true;
      case 'tool-call':
        this.#finishCall(part);
        return true;
      default:
        return this.#addOther(part);
    }
  }

  #addOther(part: LanguageModelV3StreamPart): boolean {
    switch (part.type) {
      case 'stream-start':
        this.#warnings.push(...part.warnings.map(describeWarning));
        return false;
      case 'response-metadata':
        this.#modelId ??= part.modelId;
        return false;
      case 'finish':
        this.#finish = part;
        return true;
      case 'tool-result':
        if (!part.preliminary) this.#blocks.push({ type: 'tool_result', toolCallId: part.toolCallId, toolName: part.toolName, output: part.result as Json, ...(part.isError && { isError: true }) });
        return true;
      case 'source':
        this.#blocks.push(sourceBlock(part));
        return true;
      case 'file':
        this.#blocks.push({ type: 'file', mediaType: part.mediaType, url: fileUrl(part) });
        return true;
      case 'tool-approval-request':
        this.#warnings.push('tool_approval_request: the provider asks for an approval that is not supported');
        return true;
      default:
        return false;
    }
  }

  /** The finished reply. `requestedModel` stands in when the provider does not name the one that answered. */
  reply(requestedModel: string): ModelReply {
    const finish = this.#finish;
    // The packages report "other" without a raw value exactly when no finish reason arrived.
    if (finish === undefined || (finish.finishReason.unified === 'other' && finish.finishReason.raw === undefined)) throw new IncompleteStreamError('The stream ended without a finish reason.');
    for (const id of this.#texts.keys()) this.#settle(id);
    return {
      blocks: this.#blocks.filter((block) => block.type !== 'tool_call' || this.#finishedCalls.has(block)),
      finishReason: finish.finishReason.unified.replace('-', '_') as FinishReason,
      ...(finish.finishReason.raw !== undefined && { rawFinishReason: finish.finishReason.raw }),
      usage: readUsage(finish.usage),
      model: this.#modelId ? `${this.provider}/${this.#modelId}` : requestedModel,
      warnings: this.#warnings,
      ...(Object.keys(this.#invalidInputs).length > 0 && { invalidInputs: this.#invalidInputs }),
    };
  }

  #open({ type, id, providerMetadata }: Part<'text-start' | 'reasoning-start'>): void {
    const kind = type === 'text-start' ? 'text' : 'reasoning';
    this.#settle(`${kind}/${id}`);
    const block: TextBlock = { type: kind, id: `${kind}-${this.#blocks.length}`, text: '' };
    this.#blocks.push(block);
    this.#texts.set(`${kind}/${id}`, { block, chunks: [], metadata: { ...providerMetadata } });
  }

  #delta({ type, id, delta, providerMetadata }: Part<'text-delta' | 'reasoning-delta'>): void {
    const kind = type === 'text-delta' ? 'text' : 'reasoning';
    const open = this.#texts.get(`${kind}/${id}`);
    if (open === undefined) throw new Error('A delta came without its start.');
    if (providerMetadata) Object.assign(open.metadata, providerMetadata);
    if (delta === '') return;
    open.chunks.push(delta);
    this.onDelta({ type: kind, blockId: open.block.id, delta });
  }

  #close({ type, id, providerMetadata }: Part<'text-end' | 'reasoning-end'>): void {
    const key = `${type === 'text-end' ? 'text' : 'reasoning'}/${id}`;
    const open = this.#texts.get(key);
    if (open && providerMetadata) Object.assign(open.metadata, providerMetadata);
    this.#settle(key);
  }

  #settle(key: string): void {
    const open = this.#texts.get(key);
    if (open === undefined) return;
    this.#texts.delete(key);
    open.block.text = open.chunks.join('');
    // Reasoning is stamped always: only its own provider may see it again.
    if (open.block.type === 'reasoning' || Object.keys(open.metadata).length > 0) open.block.providerMetadata = stamped(this.provider, open.metadata);
  }

  #startCall({ id, toolName }: Pick<Part<'tool-input-start'>, 'id' | 'toolName'>): OpenCall {
    const toolCallId = this.#calls.has(id) ? `${id}#${this.#blocks.length}` : id;
    const call: OpenCall = { block: { type: 'tool_call', toolCallId, providerCallId: id, toolName, input: {} }, streamed: false };
    this.#blocks.push(call.block);
    this.#calls.set(id, call);
    this.onDelta({ type: 'tool_input_start', blockId: toolCallId, toolName });
    return call;
  }

  #inputDelta({ id, delta }: Part<'tool-input-delta'>): void {
    const call = this.#calls.get(id);
    if (call === undefined || delta === '') return;
    call.streamed = true;
    this.onDelta({ type: 'tool_input', blockId: call.block.toolCallId, delta });
  }

  #finishCall(part: Part<'tool-call'>): void {
    const started = this.#calls.get(part.toolCallId);
    const { block, streamed } = started && !this.#finishedCalls.has(started.block) ? started : this.#startCall({ id: part.toolCallId, toolName: part.toolName });
    const parsed = parseArguments(part.input);
    if (!streamed && part.input !== '') this.onDelta({ type: 'tool_input', blockId: block.toolCallId, delta: part.input });
    if (!parsed.valid) this.#invalidInputs[block.toolCallId] = part.input;
    Object.assign(block, { toolName: part.toolName, input: parsed.value, providerMetadata: stamped(this.provider, part.providerMetadata), ...(part.providerExecuted && { providerExecuted: true }) });
    this.#finishedCalls.add(block);
  }
}

function sourceBlock(part: Part<'source'>): ModelBlock {
  const common = { type: 'source' as const, sourceId: part.id, sourceType: part.sourceType };
  if (part.sourceType === 'url') return { ...common, url: part.url, ...(part.title !== undefined && { title: part.title }) };
  return { ...common, title: part.title, mediaType: part.mediaType };
}
