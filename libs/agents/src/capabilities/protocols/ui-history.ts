import type { ClientProtocol } from '../../contracts/chat-request.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { MessagePart, ToolPart } from '../../contracts/message-part.ts';
import type { UiMessage, UiMessagePart } from '../../contracts/ui-message.ts';
import { uiCitation, uiInput, uiMark, uiOutput } from './ui-values.ts';

export interface HistorySource { id: string; role: 'user' | 'assistant'; parts: readonly MessagePart[]; metadata?: JsonObject }

/** A stored message as the AI SDK's clients hold it; valid for `validateUIMessages` of v5 and v6 in every stored state. */
export function uiHistoryMessage({ id, role, parts, metadata }: HistorySource, clientProtocol?: ClientProtocol): UiMessage {
  const approvals = clientProtocol === 'v6' || clientProtocol === 'v7';
  return { id, role, ...(metadata && { metadata }), parts: parts.flatMap((part) => historyPart(part, approvals)) };
}

function historyPart(part: MessagePart, approvals: boolean): UiMessagePart[] {
  switch (part.type) {
    case 'step':
      return [{ type: 'step-start' }];
    case 'text': case 'reasoning':
      return [{ type: part.type, text: part.text, state: 'done' }];
    case 'tool':
      return [toolPart(part, approvals)];
    case 'source':
      return [sourcePart(part)];
    case 'file':
      return [{ type: 'file', mediaType: part.mediaType, url: part.url, ...(part.filename !== undefined && { filename: part.filename }) }];
    case 'data':
      return isShownAsApproval(part, approvals) ? [] : [{ type: `data-${part.name}`, data: part.data, ...(part.id !== undefined && { id: part.id }) }];
  }
}

/** Clients with approvals see a confirmation on its call, all others as a data part. */
function isShownAsApproval({ name, data }: Extract<MessagePart, { type: 'data' }>, approvals: boolean): boolean {
  return approvals && name === 'request' && (data as JsonObject)['kind'] === 'confirmation';
}

function toolPart({ toolCallId, toolName, input, rawInput, providerExecuted, attribution, status }: ToolPart, approvals: boolean): UiMessagePart {
  return {
    type: `tool-${toolName}`,
    toolCallId,
    input: uiInput(input),
    ...(providerExecuted && { providerExecuted }),
    ...(attribution && { callProviderMetadata: uiMark(attribution) }),
    ...stateOf(status, approvals),
    ...(rawInput !== undefined && { rawInput }),
  };
}

function stateOf(status: ToolPart['status'], approvals: boolean): Record<string, unknown> {
  switch (status.state) {
    case 'open':
      return { state: 'input-available' };
    case 'awaiting_approval':
      return approvals ? { state: 'approval-requested', approval: { id: status.requestId } } : { state: 'input-available' };
    case 'approved':
      return approvals ? { state: 'approval-responded', approval: { id: status.requestId, approved: true } } : { state: 'input-available' };
    case 'output':
      return { state: 'output-available', output: uiOutput(status.output) };
    case 'error':
      return { state: 'output-error', errorText: status.code };
    case 'denied':
      if (!approvals || status.requestId === undefined) return { state: 'output-error', errorText: 'denied' };
      return { state: 'output-denied', approval: { id: status.requestId, approved: false, ...(status.reason !== undefined && { reason: status.reason }) } };
  }
}

function sourcePart({ sourceId, url, title, mediaType, index }: Extract<MessagePart, { type: 'source' }>): UiMessagePart {
  const metadata = index === undefined ? {} : { providerMetadata: uiCitation(index) };
  if (url !== undefined) return { type: 'source-url', sourceId, url, ...(title !== undefined && { title }), ...metadata };
  return { type: 'source-document', sourceId, mediaType: mediaType ?? 'text/plain', title: title ?? sourceId, ...metadata };
}
