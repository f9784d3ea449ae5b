import { Box, Link, Typography } from '@mui/material';
import type { ScheduleFireRecord } from '@roster/agents/contracts';
import { LinkBase } from 'react-admin';
import { useApi } from '../api/use-api.ts';
import { useText } from '../messages/use-text.ts';
import { RunStatusChip } from '../runs/run-status-chip.tsx';
import { QueryBlock } from '../shared/query-block.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { Timestamp } from '../shared/timestamp.tsx';
import type { Tone } from '../theme/tones.ts';

const tones: Record<ScheduleFireRecord['outcome'], Tone> = { run: 'good', queued: 'waiting', missed: 'quiet', skipped: 'quiet' };

const newestFirst = new URLSearchParams({ sort: '["scheduledFor","DESC"]', range: '[0,49]' });

/** One row for each slot that came: what became of it, and why. */
export function FireLog({ scheduleId }: { scheduleId: string }) {
  const t = useText();
  const fires = useApi<ScheduleFireRecord[]>(`/schedules/${scheduleId}/fires?${newestFirst}`, { refetchInterval: 10_000 });
  return (
    <QueryBlock query={fires}>
      {(rows) => (rows.length === 0 ? <Typography color="textSecondary">{t('schedules.noFires')}</Typography> : rows.map((fire) => <Fire key={fire.id} fire={fire} />))}
    </QueryBlock>
  );
}

function Fire({ fire }: { fire: ScheduleFireRecord }) {
  const t = useText();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, py: 0.5, alignItems: 'center' }}>
      <Box sx={{ minWidth: 140, fontVariantNumeric: 'tabular-nums' }}>
        <Timestamp at={fire.scheduledFor} absolute />
      </Box>
      <StatusChip tone={tones[fire.outcome]}>{t(`schedules.outcomes.${fire.outcome}`)}</StatusChip>
      {fire.reason !== null && <Typography color="textSecondary">{fire.reason}</Typography>}
      {fire.runStatus !== null && <RunStatusChip status={fire.runStatus} />}
      {fire.runId !== null && <Link component={LinkBase} to={`/runs/${fire.runId}`}>{t('chat.openRun')}</Link>}
    </Box>
  );
}
