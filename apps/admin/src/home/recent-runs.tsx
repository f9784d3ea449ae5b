import { Box, Typography } from '@mui/material';
import type { RunRecord } from '@roster/agents/contracts';
import { useGetList } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { RunStatusChip } from '../runs/run-status-chip.tsx';
import { LoadingBlock } from '../shared/loading-block.tsx';
import { Timestamp } from '../shared/timestamp.tsx';
import { HomeSection } from './home-section.tsx';
import { RowLink } from './row-link.tsx';

export function RecentRuns() {
  const t = useText();
  const { data, isPending } = useGetList<RunRecord>('runs', { pagination: { page: 1, perPage: 6 }, sort: { field: 'createdAt', order: 'DESC' }, filter: {} }, { refetchInterval: 10_000 });
  return (
    <HomeSection title={t('home.recent')} to="/runs" toLabel={t('home.allRuns')}>
      {isPending && <Box sx={{ p: 2 }}><LoadingBlock rows={3} /></Box>}
      {data?.length === 0 && <Typography sx={{ p: 2, color: 'text.secondary' }}>{t('runs.emptyBody')}</Typography>}
      {data?.map((run) => (
        <RowLink key={run.id} to={`/runs/${run.id}`}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography noWrap>{run.agentName}</Typography>
            <Typography variant="caption" color="textSecondary">{t(`runs.kinds.${run.kind}`)}</Typography>
          </Box>
          <RunStatusChip status={run.status} reason={run.statusReason} />
          <Typography variant="caption" color="textSecondary" sx={{ minWidth: 70, textAlign: 'right' }}>
            <Timestamp at={run.createdAt} />
          </Typography>
        </RowLink>
      ))}
    </HomeSection>
  );
}
