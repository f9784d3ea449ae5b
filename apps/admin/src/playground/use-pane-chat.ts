import { Chat, useChat } from '@ai-sdk/react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { send } from '../api/request.ts';
import type { ChatMessage } from '../chat/chat-message.ts';
import { readCall } from '../chat/read-call.ts';
import { type ChatTarget, createTransport } from './chat-transport.ts';
import { readThread, type ThreadHistory } from './thread-history.ts';

/** Milliseconds between looks at a conversation that waits for a person somewhere else. */
const waitingPollMs = 2500;

/** One conversation: sent, streamed, resumed after a reload, and taken up again when somebody decided its request. */
export function usePaneChat(threadKey: string, target: ChatTarget, history: ThreadHistory | null) {
  const [childRuns, setChildRuns] = useState<Record<string, string>>({});
  const { agentId, revision, test } = target;
  const client = useQueryClient();
  const chat = useMemo(
    () =>
      new Chat<ChatMessage>({
        id: threadKey,
        messages: history?.messages ?? [],
        transport: createTransport({ agentId, test, ...(revision !== undefined && { revision }) }),
        onData: (part) => part.type === 'data-child-run' && setChildRuns((known) => ({ ...known, ...linkOf(part.data) })),
        onFinish: () => void client.invalidateQueries({ queryKey: ['human-requests'] }),
      }),
    // The history is where the conversation starts; later it is the chat's own.
    [threadKey, agentId, revision, test],
  );
  const helpers = useChat<ChatMessage>({ chat, experimental_throttle: 60, resume: history != null && history.activeMessageId !== null });
  const catchUp = useCatchUp(chat, threadKey);
  const waiting = helpers.status === 'ready' && waitsForPerson(helpers.messages.at(-1));
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => void catchUp(), waitingPollMs);
    return () => clearInterval(timer);
  }, [waiting, catchUp]);
  const stop = useCallback(() => send(`/chat/${encodeURIComponent(threadKey)}/stop`, { method: 'POST', body: {} }), [threadKey]);
  return { ...helpers, stop, catchUp, childRuns, waiting };
}

/** Joins the answer that goes on, or takes over what became of it meanwhile. */
function useCatchUp(chat: Chat<ChatMessage>, threadKey: string) {
  return useCallback(async () => {
    const now = await readThread(threadKey).catch(() => null);
    if (now === null || chat.status === 'streaming' || chat.status === 'submitted') return;
    if (now.activeMessageId !== null) await chat.resumeStream();
    else if (!waitsForPerson(now.messages.at(-1))) chat.messages = now.messages;
  }, [chat, threadKey]);
}

const waitsForPerson = (message: ChatMessage | undefined): boolean => message?.role === 'assistant' && message.parts.some((part) => readCall(part)?.state === 'waiting');

function linkOf(data: unknown): Record<string, string> {
  const { toolCallId, childRunId } = data as { toolCallId: string; childRunId: string };
  return { [toolCallId]: childRunId };
}
