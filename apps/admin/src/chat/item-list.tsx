import { Box, Link, Typography } from '@mui/material';
import { ApiError } from '../api/api-error.ts';
import { useText } from '../messages/use-text.ts';
import { ErrorCard } from '../shared/error-card.tsx';
import { PlainText } from '../shared/plain-text.tsx';
import { AgentCard } from './agent-card.tsx';
import type { Item } from './nest-parts.ts';
import { ToolCard } from './tool-card.tsx';

interface ItemListProps {
  items: readonly Item[];
  onDecided?: () => void;
}

export function ItemList({ items, onDecided }: ItemListProps) {
  return items.map((item, index) => <ItemView key={index} item={item} {...(onDecided && { onDecided })} />);
}

function ItemView({ item, onDecided }: { item: Item; onDecided?: () => void }) {
  const t = useText();
  switch (item.kind) {
    case 'text':
      return (
        <Box>
          <PlainText text={item.text} />
        </Box>
      );
    case 'reasoning':
      return (
        <Box component="details" sx={{ color: 'text.secondary' }}>
          <summary>{t('chat.reasoning')}</summary>
          <PlainText text={item.text} />
        </Box>
      );
    case 'call':
      return <ToolCard call={item.call} {...(onDecided && { onDecided })} />;
    case 'agent':
      return (
        <AgentCard item={item}>
          <ItemList items={item.items} {...(onDecided && { onDecided })} />
        </AgentCard>
      );
    case 'source':
      return <Source title={item.title} url={item.url} />;
    case 'problem':
      return <ErrorCard error={new ApiError(500, { code: item.code, message: item.message, ...(item.ref !== null && { ref: item.ref }) })} />;
  }
}

/** Links of foreign text open elsewhere and only lead to the web. */
function Source({ title, url }: { title: string; url: string | null }) {
  const safe = url !== null && /^https?:\/\//.test(url) ? url : null;
  return (
    <Typography variant="caption" color="textSecondary">
      {safe === null ? title : <Link href={safe} target="_blank" rel="noopener noreferrer">{title}</Link>}
    </Typography>
  );
}
