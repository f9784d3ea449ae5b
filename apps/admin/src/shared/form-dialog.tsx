import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import type { FormEvent, ReactNode } from 'react';
import { useId } from 'react';
import { useText } from '../messages/use-text.ts';
import { ErrorCard } from './error-card.tsx';

interface FormDialogProps {
  title: string;
  action: string;
  busy: boolean;
  ready?: boolean;
  error: unknown;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog({ title, action, busy, ready = true, error, onSubmit, onClose, children }: FormDialogProps) {
  const t = useText();
  const titleId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <Box component="form" onSubmit={submit} noValidate>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
          {error !== null && error !== undefined && <ErrorCard error={error} />}
          {children}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('shared.keep')}</Button>
          <Button type="submit" variant="contained" disabled={busy || !ready}>
            {action}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
