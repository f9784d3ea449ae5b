import { Box, Typography } from '@mui/material';
import { useGetList } from 'react-admin';
import type { HumanRequestRecord } from '../approvals/human-request.ts';
import { useText } from '../messages/use-text.ts';
import { LoadingBlock } from '../shared/loading-block.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { Timestamp } from '../shared/timestamp.tsx';
import { HomeSection } from './home-section.tsx';
import { RowLink } from './row-link.tsx';

/** What needs this person now. */
export function WaitingList() {
  const t = useText();
  const { data, isPending } = useGetList<HumanRequestRecord>('human-requests', { pagination: { page: 1, perPage: 5 }, sort: { field: 'createdAt', order: 'ASC' }, filter: { status: 'pending' } }, { refetchInterval: 10_000 });
  return (
    <HomeSection title={t('home.waiting')} to="/approvals" toLabel={t('home.allApprovals')}>
      {isPending && <Box sx={{ p: 2 }}><LoadingBlock rows={2} /></Box>}
      {data?.length === 0 && <Typography sx={{ p: 2, color: 'text.secondary' }}>{t('home.nothingWaits')}</Typography>}
      {data?.map((request) => (
        <RowLink key={request.id} to="/approvals">
          <StatusChip tone="waiting">{t(`approvals.kinds.${request.kind}`)}</StatusChip>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography noWrap>{request.card.prompt ?? request.card.question ?? request.card.title ?? ''}</Typography>
            <Typography variant="caption" color="textSecondary">{request.agentName}</Typography>
          </Box>
          <Typography variant="caption" color="textSecondary">
            <Timestamp at={request.createdAt} />
          </Typography>
        </RowLink>
      ))}
    </HomeSection>
  );
}
