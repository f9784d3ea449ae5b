import { Box, Typography } from '@mui/material';
import { useText } from '../messages/use-text.ts';
import { PlainText } from '../shared/plain-text.tsx';
import { AnswerDetails } from './answer-details.tsx';
import type { ChatMessage } from './chat-message.ts';
import { ItemList } from './item-list.tsx';
import { nestParts } from './nest-parts.ts';

interface MessageViewProps {
  message: ChatMessage;
  /** Links of child runs learnt while the answer streams. */
  childRuns?: Readonly<Record<string, string>>;
  streaming?: boolean;
  /** Called when a request of this answer was decided here. */
  onDecided?: () => void;
}

export function MessageView({ message, childRuns, streaming = false, onDecided }: MessageViewProps) {
  if (message.role === 'user') return <UserMessage message={message} />;
  const items = nestParts(message.parts, { ...childRuns, ...message.metadata?.childRuns });
  return (
    <Box component="article" sx={{ display: 'grid', gap: 1.25, minWidth: 0 }}>
      <ItemList items={items} {...(onDecided && { onDecided })} />
      {streaming && <Working />}
      {!streaming && message.metadata !== undefined && <AnswerDetails metadata={message.metadata} />}
    </Box>
  );
}

function UserMessage({ message }: { message: ChatMessage }) {
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n');
  return (
    <Box component="article" sx={{ justifySelf: 'end', alignSelf: 'flex-end', maxWidth: '85%', px: 1.75, py: 1, borderRadius: '12px 12px 3px 12px', bgcolor: (theme) => theme.roster.pineSoft }}>
      <PlainText text={text} />
    </Box>
  );
}

function Working() {
  const t = useText();
  return (
    <Typography variant="caption" color="textSecondary" role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box component="span" aria-hidden="true" sx={{ width: 8, height: 8, borderRadius: 4, bgcolor: 'primary.main', animation: 'roster-pulse 1.2s ease-in-out infinite', '@keyframes roster-pulse': { '50%': { opacity: 0.25 } } }} />
      {t('chat.working')}
    </Typography>
  );
}
