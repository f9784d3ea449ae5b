import { Box, Tab, Tabs } from '@mui/material';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { ErrorCard } from '../shared/error-card.tsx';
import { LoadingBlock } from '../shared/loading-block.tsx';
import { Page } from '../shared/page.tsx';
import type { HumanRequestRecord } from './human-request.ts';
import { RequestCardView } from './request-card.tsx';

type View = 'pending' | 'closed';
const statuses: Record<View, string | string[]> = { pending: 'pending', closed: ['decided', 'expired', 'cancelled'] };

/** Everything that waits for a person, oldest first; what was decided stays readable. */
export default function ApprovalsPage() {
  const t = useText();
  const [view, setView] = useState<View>('pending');
  return (
    <Page title={t('approvals.title')} lead={t('approvals.lead')}>
      <Tabs value={view} onChange={(_, next: View) => setView(next)} sx={{ mb: 2.5 }} aria-label={t('approvals.title')}>
        <Tab value="pending" label={t('approvals.pending')} />
        <Tab value="closed" label={t('approvals.closed')} />
      </Tabs>
      <RequestList view={view} />
    </Page>
  );
}

function RequestList({ view }: { view: View }) {
  const t = useText();
  const { data, error, isPending, refetch } = useGetList<HumanRequestRecord>(
    'human-requests',
    { pagination: { page: 1, perPage: 100 }, sort: { field: 'createdAt', order: view === 'pending' ? 'ASC' : 'DESC' }, filter: { status: statuses[view] } },
    { refetchInterval: 5000 },
  );
  if (error !== null) return <ErrorCard error={error} onRetry={() => void refetch()} />;
  if (isPending || data === undefined) return <LoadingBlock />;
  if (data.length === 0) return <EmptyState title={t(view === 'pending' ? 'approvals.emptyTitle' : 'approvals.closedEmptyTitle')}>{t('approvals.emptyBody')}</EmptyState>;
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 860 }}>
      {data.map((request) => (
        <RequestCardView key={request.id} request={request} />
      ))}
    </Box>
  );
}
