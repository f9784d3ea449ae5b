import { Box, Typography } from '@mui/material';
import type { RunDetail } from '@roster/agents/contracts';
import type { ReactNode } from 'react';
import { useText } from '../messages/use-text.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import { formatCost, formatCount, formatDuration } from '../shared/format.ts';
import { Timestamp } from '../shared/timestamp.tsx';
import { monoFont } from '../theme/roster-theme.ts';

/** What a run cost and where it came from. */
export function RunFacts({ run }: { run: RunDetail }) {
  const t = useText();
  const { usage, startedAt, finishedAt } = run;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('runs.started'), <Timestamp key="s" at={startedAt ?? run.createdAt} absolute />],
    [t('runs.finished'), <Timestamp key="f" at={finishedAt} absolute />],
    [t('runs.duration'), startedAt === null || finishedAt === null ? '–' : formatDuration(Date.parse(finishedAt) - Date.parse(startedAt))],
    [t('runs.tokensIn'), formatCount(usage.inputTokens)],
    [t('runs.tokensOut'), formatCount(usage.outputTokens)],
    [t('runs.cost'), usage.unknownCalls > 0 ? t('runs.costUnknown', { known: formatCost(usage.costMicros), smart_count: usage.unknownCalls }) : formatCost(usage.costMicros)],
    [t('runs.calls'), formatCount(usage.calls)],
    [t('runs.revision'), run.revision === null ? t('agents.fromCode') : run.revision === 'draft' ? t('chat.draft') : run.revision],
    [t('runs.requestedBy'), run.startedBy ?? '–'],
    [t('runs.exit'), run.exitReason ?? '–'],
  ];
  return (
    <Box component="aside" aria-label={t('agents.code.facts')} sx={{ borderLeft: { lg: 1 }, borderColor: { lg: 'divider' }, pl: { lg: 3 }, minWidth: 0 }}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 2, rowGap: 0.75, fontVariantNumeric: 'tabular-nums' }}>
        {facts.map(([term, value]) => (
          <Box key={term} sx={{ display: 'contents' }}>
            <Typography component="dt" color="textSecondary" variant="body2">{term}</Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0 }}>{value}</Typography>
          </Box>
        ))}
      </Box>
      <Box sx={{ mt: 1.5, display: 'flex', alignItems: 'center', gap: 0.5, fontFamily: monoFont, fontSize: '0.78rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {run.id}
        <CopyButton value={run.id} label={t('runs.copyId')} />
      </Box>
    </Box>
  );
}
