import { Box, Link, Typography } from '@mui/material';
import { LinkBase } from 'react-admin';
import { useApi } from '../api/use-api.ts';
import { useText } from '../messages/use-text.ts';
import { QueryBlock } from '../shared/query-block.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { Timestamp } from '../shared/timestamp.tsx';
import type { Tone } from '../theme/tones.ts';
import type { FireRecord } from './schedule-record.ts';

const tones: Record<FireRecord['outcome'], Tone> = { run: 'good', queued: 'waiting', missed: 'quiet', skipped: 'quiet' };

/** One row for each slot that came: what became of it, and why. */
export function FireLog({ scheduleId }: { scheduleId: string }) {
  const t = useText();
  const fires = useApi<FireRecord[]>(`/schedules/${scheduleId}/fires`, { refetchInterval: 10_000 });
  return (
    <QueryBlock query={fires}>
      {(rows) => (rows.length === 0 ? <Typography color="text.secondary">{t('schedules.noFires')}</Typography> : rows.map((fire) => <Fire key={fire.scheduledFor} fire={fire} />))}
    </QueryBlock>
  );
}

function Fire({ fire }: { fire: FireRecord }) {
  const t = useText();
  const runIds = fire.runs?.map(({ id }) => id) ?? (fire.runId ? [fire.runId] : []);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, py: 0.5, alignItems: 'center' }}>
      <Box sx={{ minWidth: 140, fontVariantNumeric: 'tabular-nums' }}>
        <Timestamp at={fire.scheduledFor} absolute />
      </Box>
      <StatusChip tone={tones[fire.outcome]}>{t(`schedules.outcomes.${fire.outcome}`)}</StatusChip>
      {fire.reason !== null && <Typography color="text.secondary">{fire.reason}</Typography>}
      {runIds.map((runId) => (
        <Link key={runId} component={LinkBase} to={`/runs/${runId}`}>{t('chat.openRun')}</Link>
      ))}
    </Box>
  );
}
