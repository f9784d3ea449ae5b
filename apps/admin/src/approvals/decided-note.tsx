import { Box, Typography } from '@mui/material';
import { useText } from '../messages/use-text.ts';
import { StatusChip } from '../shared/status-chip.tsx';
import { Timestamp } from '../shared/timestamp.tsx';
import type { HumanRequestRecord } from './human-request.ts';

/** How a request ended: what was decided, by whom, when, why. */
export function DecidedNote({ request }: { request: HumanRequestRecord }) {
  const t = useText();
  const { approved, comment } = (request.decision ?? {}) as { approved?: boolean; comment?: string };
  const outcome = request.status === 'decided' ? (approved === undefined ? 'answered' : approved ? 'approved' : 'denied') : request.status;
  return (
    <Box sx={{ mt: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <StatusChip tone={outcome === 'approved' || outcome === 'answered' ? 'good' : outcome === 'denied' ? 'bad' : 'quiet'}>{t(`approvals.outcomes.${outcome === 'pending' ? 'answered' : outcome}`)}</StatusChip>
      <Typography variant="body2" color="textSecondary">
        {request.decidedByName && t('history.by', { name: request.decidedByName })} <Timestamp at={request.decidedAt} />
        {comment !== undefined && ` · ${comment}`}
      </Typography>
    </Box>
  );
}
