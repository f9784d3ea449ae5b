import { Box, Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { LinkBase } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { StatusChip } from '../shared/status-chip.tsx';
import { Disclosure } from './disclosure.tsx';
import type { Item } from './nest-parts.ts';
import { callTones, CallBody } from './tool-card.tsx';

interface AgentCardProps {
  item: Extract<Item, { kind: 'agent' }>;
  children: ReactNode;
}

/** A delegation: the subagent, how it fares, what it did, and its task and report. */
export function AgentCard({ item, children }: AgentCardProps) {
  const t = useText();
  const state = item.call?.state ?? 'running';
  return (
    <Disclosure
      accent
      open
      label={t('chat.delegation', { name: item.name })}
      summary={
        <>
          <Typography component="span" sx={{ fontWeight: 650 }}>
            {item.name}
          </Typography>
          <StatusChip tone={callTones[state]}>{t(`chat.states.${state}`)}</StatusChip>
          <Typography component="span" variant="caption" color="textSecondary">
            {t('chat.steps', { smart_count: item.items.length })}
          </Typography>
          <Box sx={{ flex: 1 }} />
          {item.runId !== null && (
            <Link component={LinkBase} to={`/runs/${item.runId}`} variant="caption" onClick={(event: { stopPropagation: () => void }) => event.stopPropagation()}>
              {t('chat.openRun')}
            </Link>
          )}
        </>
      }
    >
      {children}
      {item.call !== null && (
        <Box component="details">
          <Typography component="summary" variant="caption" color="textSecondary" sx={{ cursor: 'pointer' }}>
            {t('chat.taskAndReport')}
          </Typography>
          <Box sx={{ display: 'grid', gap: 1, mt: 0.5 }}>
            <CallBody call={item.call} />
          </Box>
        </Box>
      )}
    </Disclosure>
  );
}
