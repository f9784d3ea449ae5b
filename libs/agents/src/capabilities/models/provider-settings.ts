/** One configured provider. `apiKey` stays in memory only; `correlationHeaders` sends run id, step key and idempotency key along. */
interface CommonSettings {
  apiKey?: string | null;
  /** Absent or null = the provider's public address. */
  baseUrl?: string | null;
  headers?: Readonly<Record<string, string>>;
  correlationHeaders?: boolean;
  /** false: for endpoints that answer as a whole only; the reply then comes as one delta per block [true]. */
  streaming?: boolean;
}

/**
 * What serves which model names:
 * `openai` serves `openai/…` over the Responses API and `openai-chat/…` over chat completions,
 * `anthropic` and `google` their own names, `openai-compatible` the names under `name/…`.
 */
export type ProviderSettings =
  | ({ kind: 'openai' } & CommonSettings)
  | ({ kind: 'anthropic' } & CommonSettings)
  | ({ kind: 'google' } & CommonSettings)
  | ({ kind: 'openai-compatible'; name: string; baseUrl: string } & CommonSettings);

/** The prefixes of model names this provider serves. */
export function modelPrefixes(settings: ProviderSettings): readonly string[] {
  switch (settings.kind) {
    case 'openai':
      return ['openai', 'openai-chat'];
    case 'openai-compatible':
      return [settings.name];
    case 'anthropic':
    case 'google':
      return [settings.kind];
  }
}
