import type { JsonObject } from '../../contracts/json.ts';
import type { ProviderMetadata } from '../../kernel/chat-message.ts';

/**
 * Invariant: what a provider hands out opaquely (signatures, encrypted reasoning, item ids) goes back to that provider only.
 * Hence it is stored under the name of its provider, `{"anthropic": {…}}`, and read under the name of the one that is asked.
 */
export const stamped = (provider: string, metadata: unknown): ProviderMetadata => ({ [provider]: (metadata ?? {}) as JsonObject });

/** The metadata this provider gave, undefined when the block is another's. */
export const metadataFrom = (provider: string, metadata: unknown): Record<string, JsonObject> | undefined => {
  if (typeof metadata !== 'object' || metadata === null || !Object.hasOwn(metadata, provider)) return undefined;
  return (metadata as Record<string, Record<string, JsonObject>>)[provider];
};
