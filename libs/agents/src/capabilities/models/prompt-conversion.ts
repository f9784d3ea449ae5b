import type { LanguageModelV3FilePart, LanguageModelV3Message, LanguageModelV3Prompt, LanguageModelV3ToolCallPart, LanguageModelV3ToolResultPart } from '@ai-sdk/provider';
import type { ChatMessage, FilePart, TextPart, ToolCallPart, ToolResultPart } from '../../kernel/chat-message.ts';
import { metadataFrom } from './provider-origin.ts';

type AssistantMessage = Extract<ChatMessage, { role: 'assistant' }>;
type AssistantContent = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'];

/** Renders the conversation for one provider: foreign reasoning, metadata, call ids and provider-executed calls are left out. */
export function toPrompt(messages: readonly ChatMessage[], provider: string): LanguageModelV3Prompt {
  const wireIds = wireCallIds(messages, provider);
  return messages.flatMap((message): LanguageModelV3Message[] => {
    switch (message.role) {
      case 'system':
        return [{ role: 'system', content: message.content }];
      case 'user':
        return [{ role: 'user', content: message.content.map(userPart) }];
      case 'tool':
        return [{ role: 'tool', content: message.content.map((part) => resultPart(part, wireIds)) }];
      case 'assistant': {
        const content = assistantContent(message, { provider, wireIds });
        return content.length > 0 ? [{ role: 'assistant', content }] : [];
      }
    }
  });
}

const userPart = (part: TextPart | FilePart) => (part.type === 'text' ? { type: 'text' as const, text: part.text } : filePart(part));

function filePart({ mediaType, url, filename }: FilePart): LanguageModelV3FilePart {
  const inline = /^data:[^,]*;base64,(?<data>.*)$/su.exec(url)?.groups?.['data'];
  return { type: 'file', mediaType, data: inline ?? new URL(url), ...(filename !== undefined && { filename }) };
}

interface Rendering { provider: string; wireIds: ReadonlyMap<string, string> }

function assistantContent({ content }: AssistantMessage, { provider, wireIds }: Rendering): AssistantContent {
  const ownServerCalls = new Set(content.filter((part) => part.type === 'tool_call' && part.providerExecuted && isFrom(provider, part)).map((part) => (part as ToolCallPart).toolCallId));
  return content.flatMap((part): AssistantContent => {
    switch (part.type) {
      case 'text':
        return part.text === '' ? [] : [{ type: 'text', text: part.text, ...providerOptions(provider, part) }];
      case 'reasoning':
        return isFrom(provider, part) ? [{ type: 'reasoning', text: part.text, ...providerOptions(provider, part) }] : [];
      case 'tool_call':
        return part.providerExecuted && !ownServerCalls.has(part.toolCallId) ? [] : [callPart(part, { provider, wireIds })];
      case 'tool_result':
        return ownServerCalls.has(part.toolCallId) ? [resultPart(part, wireIds)] : [];
    }
  });
}

function callPart(part: ToolCallPart, { provider, wireIds }: Rendering): LanguageModelV3ToolCallPart {
  return {
    type: 'tool-call',
    toolCallId: wireIds.get(part.toolCallId) ?? part.toolCallId,
    toolName: part.toolName,
    input: part.input,
    ...(part.providerExecuted && { providerExecuted: true }),
    ...providerOptions(provider, part),
  };
}

function resultPart({ toolCallId, toolName, output, isError }: ToolResultPart, wireIds: ReadonlyMap<string, string>): LanguageModelV3ToolResultPart {
  const rendered =
    typeof output === 'string'
      ? { type: isError ? ('error-text' as const) : ('text' as const), value: output }
      : { type: isError ? ('error-json' as const) : ('json' as const), value: output };
  return { type: 'tool-result', toolCallId: wireIds.get(toolCallId) ?? toolCallId, toolName, output: rendered };
}

const isFrom = (provider: string, part: { providerMetadata?: unknown }): boolean => metadataFrom(provider, part.providerMetadata) !== undefined;

function providerOptions(provider: string, part: { providerMetadata?: unknown }) {
  const own = metadataFrom(provider, part.providerMetadata);
  return own && Object.keys(own).length > 0 ? { providerOptions: own } : {};
}

/** Our call id -> the id this provider gave. A provider id seen twice keeps only its first call, since providers refuse doubles. */
function wireCallIds(messages: readonly ChatMessage[], provider: string): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const part of messages.flatMap((message) => (message.role === 'assistant' ? message.content : []))) {
    if (part.type !== 'tool_call' || part.providerCallId === undefined || taken.has(part.providerCallId) || !isFrom(provider, part)) continue;
    taken.add(part.providerCallId);
    ids.set(part.toolCallId, part.providerCallId);
  }
  return ids;
}
