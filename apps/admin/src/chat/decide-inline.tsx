import { Alert, Box, Button, Link } from '@mui/material';
import { LinkBase } from 'react-admin';
import { useApiWrite } from '../api/use-api.ts';
import { useText } from '../messages/use-text.ts';
import { ErrorCard } from '../shared/error-card.tsx';

/** A call that waits: decided on the spot by whoever may, else by somebody in Approvals. */
export function DecideInline({ requestId, onDecided }: { requestId: string; onDecided?: () => void }) {
  const t = useText();
  const decide = useApiWrite<boolean>((approved) => ({ path: `/human-requests/${requestId}/response`, body: { approved } }), { resources: ['human-requests'] });
  const answer = (approved: boolean) => decide.mutate(approved, { onSuccess: () => onDecided?.() });
  return (
    <Alert severity="warning" variant="outlined" sx={{ mt: 1, bgcolor: 'background.paper' }}>
      {t('chat.waitsForPerson')}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 1 }}>
        <Button size="small" variant="contained" disabled={decide.isPending} onClick={() => answer(true)}>
          {t('approvals.approve')}
        </Button>
        <Button size="small" variant="outlined" disabled={decide.isPending} onClick={() => answer(false)}>
          {t('approvals.deny')}
        </Button>
        <Link component={LinkBase} to="/approvals">
          {t('chat.openApprovals')}
        </Link>
      </Box>
      {decide.error !== null && <Box sx={{ mt: 1 }}><ErrorCard error={decide.error} /></Box>}
    </Alert>
  );
}
