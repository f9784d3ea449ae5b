import type { Usage } from '../../contracts/run-event.ts';
import type { ModelCallOptions, ModelClient, ModelReply, ModelRequest } from '../../kernel/model-client.ts';
import { UnknownModelError } from '../../kernel/model-error.ts';
import { DemoModel } from './demo/demo-model.ts';
import { ProviderModelClient, type ProviderModelClientOptions } from './provider-model-client.ts';

/** One model client for all: picks by the part of the name before the first slash. */
export class ModelRouter implements ModelClient {
  constructor(private readonly clients: ReadonlyMap<string, ModelClient>) {}

  /** The configured providers and `demo/offline`, which needs none. */
  static create(options: ProviderModelClientOptions & { demoDelayMs?: number }): ModelRouter {
    const providers = new ProviderModelClient(options);
    const demo = new DemoModel(options.demoDelayMs === undefined ? {} : { delayMs: options.demoDelayMs });
    return new ModelRouter(new Map<string, ModelClient>([['demo', demo], ...providers.prefixes.map((prefix) => [prefix, providers] as const)]));
  }

  get prefixes(): readonly string[] {
    return [...this.clients.keys()];
  }

  generate(request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
    return this.#client(request.model).generate(request, options);
  }

  assertAvailable(model: string): void {
    this.#client(model).assertAvailable(model);
  }

  cost(model: string, usage: Usage): number | null {
    return this.clients.get(prefixOf(model))?.cost(model, usage) ?? null;
  }

  #client(model: string): ModelClient {
    const client = this.clients.get(prefixOf(model));
    if (client === undefined) throw new UnknownModelError(model);
    return client;
  }
}

const prefixOf = (model: string): string => model.split('/', 1)[0]!;
