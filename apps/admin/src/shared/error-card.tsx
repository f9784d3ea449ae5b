import { Alert, AlertTitle, Box, Button, Typography } from '@mui/material';
import { ApiError } from '../api/api-error.ts';
import { useText } from '../messages/use-text.ts';
import { monoFont } from '../theme/roster-theme.ts';
import { CopyButton } from './copy-button.tsx';

interface ErrorCardProps {
  error: unknown;
  onRetry?: () => void;
  onClose?: () => void;
}

/** A failure in the product's words: one sentence, what to do, and the reference under which the log has the rest. */
export function ErrorCard({ error, onRetry, onClose }: ErrorCardProps) {
  const t = useText();
  const known = error instanceof ApiError ? error : undefined;
  return (
    <Alert severity="error" variant="outlined" {...(onClose && { onClose })} sx={{ bgcolor: 'background.paper', maxWidth: 720 }}>
      <AlertTitle sx={{ mb: known?.hint === undefined ? 0 : 0.5 }}>{known?.message ?? t('shared.unexpected')}</AlertTitle>
      {known?.hint !== undefined && <Typography variant="body2">{known.hint}</Typography>}
      {known !== undefined && <Reference code={known.code} reference={known.ref} />}
      {onRetry && (
        <Button size="small" color="inherit" onClick={onRetry} sx={{ mt: 1 }}>
          {t('shared.retry')}
        </Button>
      )}
    </Alert>
  );
}

function Reference({ code, reference }: { code: string; reference: string | undefined }) {
  const t = useText();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mt: 0.5, fontFamily: monoFont, fontSize: '0.8rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
      <span>{reference === undefined ? code : `${code} · ${reference}`}</span>
      {reference !== undefined && <CopyButton value={reference} label={t('shared.copyReference')} />}
    </Box>
  );
}
