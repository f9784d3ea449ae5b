import { Box } from '@mui/material';
import { useGetIdentity } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { Page } from '../shared/page.tsx';
import { Checklist } from './checklist.tsx';
import { RecentRuns } from './recent-runs.tsx';
import { WaitingList } from './waiting-list.tsx';

export default function HomePage() {
  const t = useText();
  const { identity } = useGetIdentity();
  return (
    <Page title={identity === undefined ? t('layout.home') : t('home.title', { name: identity.fullName ?? '' })} lead={t('home.lead')}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' }, gap: { xs: 4, lg: 5 }, mt: 2 }}>
        <Box sx={{ display: 'grid', gap: 4, alignContent: 'start', minWidth: 0 }}>
          <WaitingList />
          <RecentRuns />
        </Box>
        <Checklist />
      </Box>
    </Page>
  );
}
