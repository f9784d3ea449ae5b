import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { ProviderSettings } from './provider-settings.ts';

export interface LanguageModelPlace { settings: ProviderSettings; prefix: string; fetch: typeof globalThis.fetch }

/** Gives the AI SDK model behind one prefix. The key defaults to an empty string so that no package reads the environment by itself. */
export function languageModelFactory({ settings, prefix, fetch }: LanguageModelPlace): (modelId: string) => LanguageModelV3 {
  const common = { fetch, apiKey: settings.apiKey ?? '', ...(settings.headers && { headers: { ...settings.headers } }) };
  const publicOr = (publicUrl: string) => ({ ...common, baseURL: settings.baseUrl ?? publicUrl });
  switch (settings.kind) {
    case 'openai': {
      const openai = createOpenAI(publicOr('https://api.openai.com/v1'));
      return prefix === 'openai-chat' ? (id) => openai.chat(id) : (id) => openai.responses(id);
    }
    case 'anthropic':
      return createAnthropic(publicOr('https://api.anthropic.com/v1'));
    case 'google':
      return createGoogleGenerativeAI(publicOr('https://generativelanguage.googleapis.com/v1beta'));
    case 'openai-compatible':
      return createOpenAICompatible({ ...common, name: settings.name, baseURL: settings.baseUrl, includeUsage: true });
  }
}
