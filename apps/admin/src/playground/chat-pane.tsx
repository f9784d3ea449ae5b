import { Box } from '@mui/material';
import { useEffect, useRef } from 'react';
import type { ChatMessage } from '../chat/chat-message.ts';
import { MessageView } from '../chat/message-view.tsx';
import { useText } from '../messages/use-text.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { ErrorCard } from '../shared/error-card.tsx';
import type { ReactNode } from 'react';
import { chatErrorOf } from './chat-error.ts';
import type { ChatTarget } from './chat-transport.ts';
import type { ThreadHistory } from './thread-history.ts';
import { usePaneChat } from './use-pane-chat.ts';

/** How the composer reaches a pane. */
export interface PaneHandle {
  send: (text: string) => void;
  stop: () => void;
  busy: boolean;
}

interface ChatPaneProps {
  threadKey: string;
  target: ChatTarget;
  history: ThreadHistory | null;
  heading: ReactNode;
  emptyText: string;
  onHandle: (handle: PaneHandle) => void;
}

export function ChatPane({ threadKey, target, history, heading, emptyText, onHandle }: ChatPaneProps) {
  const t = useText();
  const chat = usePaneChat(threadKey, target, history);
  const busy = chat.status === 'submitted' || chat.status === 'streaming';
  const { sendMessage, stop } = chat;
  useEffect(() => onHandle({ send: (text) => void sendMessage({ text }), stop: () => void stop(), busy }), [onHandle, sendMessage, stop, busy]);
  return (
    <Box component="section" sx={{ display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0, border: 1, borderColor: 'divider', borderRadius: 2, bgcolor: (theme) => theme.roster.raised }}>
      <Box sx={{ px: 2, py: 1, borderBottom: 1, borderColor: 'divider', display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>{heading}</Box>
      <Transcript messages={chat.messages} busy={busy} childRuns={chat.childRuns} onDecided={() => void chat.catchUp()} empty={<EmptyState title={t('playground.emptyTitle')}>{emptyText}</EmptyState>}>
        {chat.error !== undefined && !endsWithProblem(chat.messages.at(-1)) && <ErrorCard error={chatErrorOf(chat.error)} />}
      </Transcript>
    </Box>
  );
}

interface TranscriptProps {
  messages: readonly ChatMessage[];
  busy: boolean;
  childRuns: Readonly<Record<string, string>>;
  onDecided: () => void;
  empty: ReactNode;
  children: ReactNode;
}

function Transcript({ messages, busy, childRuns, onDecided, empty, children }: TranscriptProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'nearest' });
  }, [messages]);
  return (
    <Box role="log" aria-live="polite" aria-busy={busy} tabIndex={0} sx={{ flex: 1, overflowY: 'auto', p: 2, display: 'flex', flexDirection: 'column', gap: 2, minHeight: 220 }}>
      {messages.length === 0 && empty}
      {messages.map((message, index) => (
        <MessageView key={message.id} message={message} childRuns={childRuns} streaming={busy && index === messages.length - 1} onDecided={onDecided} />
      ))}
      {children}
      <div ref={end} />
    </Box>
  );
}

/** The answer itself already shows why it ended. */
const endsWithProblem = (message: ChatMessage | undefined) => message?.parts.some(({ type }) => type === 'data-error') ?? false;
