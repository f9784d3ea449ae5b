import type { JSONSchema7, LanguageModelV3CallOptions, LanguageModelV3ToolChoice, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ModelCallOptions, ModelRequest, ToolChoice } from '../../kernel/model-client.ts';
import { toPrompt } from './prompt-conversion.ts';

/** History is ours, so the Responses API is told to keep nothing; reasoning comes back encrypted and is sent along instead. */
const defaultOptions: Readonly<Record<string, SharedV3ProviderOptions>> = { openai: { openai: { store: false } } };

export function toCallOptions(request: ModelRequest, provider: string): LanguageModelV3CallOptions {
  const { providerOptions, ...sampling } = request.params ?? {};
  return {
    prompt: toPrompt(request.messages, provider),
    ...sampling,
    ...(request.tools?.length && {
      tools: request.tools.map(({ name, description, inputSchema }) => ({ type: 'function' as const, name, description, inputSchema: inputSchema as JSONSchema7 })),
      toolChoice: choice(request.toolChoice ?? 'auto'),
    }),
    ...(request.responseFormat && { responseFormat: { type: 'json' as const, name: request.responseFormat.name, schema: request.responseFormat.schema as JSONSchema7 } }),
    providerOptions: merged(defaultOptions[provider] ?? {}, providerOptions ?? {}),
  };
}

export const correlationHeaders = ({ correlation }: ModelCallOptions): Record<string, string> =>
  correlation
    ? { 'idempotency-key': correlation.idempotencyKey, 'x-roster-run-id': correlation.runId, 'x-roster-step-key': correlation.stepKey }
    : {};

const choice = (toolChoice: ToolChoice): LanguageModelV3ToolChoice =>
  typeof toolChoice === 'string' ? { type: toolChoice } : { type: 'tool', toolName: toolChoice.toolName };

function merged(defaults: SharedV3ProviderOptions, own: Readonly<Record<string, unknown>>): SharedV3ProviderOptions {
  const names = new Set([...Object.keys(defaults), ...Object.keys(own)]);
  return Object.fromEntries([...names].map((name) => [name, { ...defaults[name], ...(own[name] as object | undefined) }])) as SharedV3ProviderOptions;
}
