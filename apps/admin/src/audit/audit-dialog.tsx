import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import type { AuditEventRecord } from '@roster/agents/contracts';
import { useText } from '../messages/use-text.ts';
import { JsonView } from '../shared/json-view.tsx';
import { ReadableValue } from '../shared/readable-value.tsx';

export function AuditDialog({ entry, onClose }: { entry: AuditEventRecord; onClose: () => void }) {
  const t = useText();
  const facts = Object.fromEntries(
    Object.entries({ [t('audit.at')]: entry.at, [t('audit.actor')]: `${entry.actorKind} ${entry.actorId ?? ''}`, [t('audit.object')]: `${entry.objectKind} ${entry.objectId ?? ''}`, [t('audit.outcome')]: entry.outcome, [t('audit.reason')]: entry.reason, [t('audit.request')]: entry.requestId }).filter(([, value]) => value !== null),
  );
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="audit-title">
      <DialogTitle id="audit-title">{entry.action.replaceAll('_', ' ')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <ReadableValue value={facts} />
        {(['before', 'after'] as const).map(
          (side) =>
            entry[side] !== null && (
              <Box key={side}>
                <Typography variant="caption" color="textSecondary">{t(`audit.${side}`)}</Typography>
                <JsonView value={entry[side]} label={t(`audit.${side}`)} />
              </Box>
            ),
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('shared.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
