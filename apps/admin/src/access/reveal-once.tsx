import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { useText } from '../messages/use-text.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import { monoFont } from '../theme/roster-theme.ts';

interface RevealOnceProps {
  title: string;
  lead: string;
  label: string;
  secret: string;
  onClose: () => void;
}

/** A secret that is shown this one time. Only its own button closes it. */
export function RevealOnce({ title, lead, label, secret, onClose }: RevealOnceProps) {
  const t = useText();
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>{lead}</Typography>
        <Typography variant="caption" color="textSecondary">
          {label}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 1.25, borderRadius: 1.5, bgcolor: (theme) => theme.roster.amberSoft }}>
          <Box component="code" data-testid="secret" sx={{ flex: 1, fontFamily: monoFont, fontSize: '0.88rem', overflowWrap: 'anywhere' }}>
            {secret}
          </Box>
          <CopyButton value={secret} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('access.kept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
