import type { LanguageModelV3, LanguageModelV3StreamResult } from '@ai-sdk/provider';
import type { Usage } from '../../contracts/run-event.ts';
import type { ModelCallOptions, ModelClient, ModelReply, ModelRequest } from '../../kernel/model-client.ts';
import { UnknownModelError } from '../../kernel/model-error.ts';
import { correlationHeaders, toCallOptions } from './call-options.ts';
import { languageModelFactory } from './language-model.ts';
import { notAModel, toModelError } from './model-failure.ts';
import { costMicros } from './pricing.ts';
import { modelPrefixes, type ProviderSettings } from './provider-settings.ts';
import { ReplyBuilder } from './reply-builder.ts';
import { StreamWatch } from './stream-watch.ts';
import { partsOf } from './whole-answer.ts';

export interface ProviderModelClientOptions {
  providers: readonly ProviderSettings[];
  /** The only way out: every request of every provider goes through it. */
  fetch: typeof globalThis.fetch;
  firstTokenTimeoutMs: number;
  idleTimeoutMs: number;
}

interface Provider { settings: ProviderSettings; model: (modelId: string) => LanguageModelV3 }

/** Reaches the configured providers through the AI SDK's `doStream`. */
export class ProviderModelClient implements ModelClient {
  readonly #providers = new Map<string, Provider>();

  constructor(private readonly options: ProviderModelClientOptions) {
    for (const settings of options.providers) {
      for (const prefix of modelPrefixes(settings)) {
        if (this.#providers.has(prefix)) throw new Error(`Two providers are configured for "${prefix}/…".`);
        this.#providers.set(prefix, { settings, model: languageModelFactory({ settings, prefix, fetch: options.fetch }) });
      }
    }
  }

  /** The first parts of the model names it serves. */
  get prefixes(): readonly string[] {
    return [...this.#providers.keys()];
  }

  assertAvailable(model: string): void {
    this.#resolve(model);
  }

  cost(model: string, usage: Usage): number | null {
    return costMicros(model, usage);
  }

  async generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
    const { prefix, modelId, provider } = this.#resolve(request.model);
    options.signal.throwIfAborted();
    const watch = new StreamWatch({ ...this.options, signal: options.signal });
    const builder = new ReplyBuilder(prefix, options.onDelta);
    let phase: 'request' | 'stream' = 'request';
    try {
      const headers = provider.settings.correlationHeaders ? correlationHeaders(options) : {};
      const call = { ...toCallOptions(request, prefix), headers, abortSignal: watch.signal };
      if (provider.settings.streaming === false) {
        for (const part of partsOf(await watch.race(provider.model(modelId).doGenerate(call)))) builder.add(part);
      } else {
        const result = await watch.race(provider.model(modelId).doStream(call));
        phase = 'stream';
        await readInto(builder, result, watch);
      }
      return builder.reply(request.model);
    } catch (error) {
      options.signal.throwIfAborted();
      throw toModelError(watch.signal.aborted ? watch.signal.reason : error, phase);
    } finally {
      watch.stop();
    }
  }

  #resolve(model: string): { prefix: string; modelId: string; provider: Provider } {
    const slash = model.indexOf('/');
    const prefix = model.slice(0, Math.max(slash, 0));
    const modelId = model.slice(slash + 1);
    const provider = this.#providers.get(prefix);
    if (provider === undefined || modelId === '') throw new UnknownModelError(model);
    return { prefix, modelId, provider };
  }
}

async function readInto(builder: ReplyBuilder, { stream, response }: LanguageModelV3StreamResult, watch: StreamWatch): Promise<void> {
  const reader = stream.getReader();
  // Ends a pending read also when the provider package ignores the signal.
  const cancel = () => void reader.cancel(watch.signal.reason).catch(() => undefined);
  watch.signal.addEventListener('abort', cancel, { once: true });
  try {
    const contentType = response?.headers?.['content-type'] ?? '';
    if (contentType.includes('html')) throw notAModel(contentType);
    for (;;) {
      const { done, value } = await reader.read();
      watch.signal.throwIfAborted();
      if (done) return;
      if (value.type === 'error') throw value.error;
      watch.seen(builder.add(value));
    }
  } catch (error) {
    cancel();
    throw error;
  } finally {
    watch.signal.removeEventListener('abort', cancel);
  }
}
