import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import type { ReactNode } from 'react';
import { useText } from '../messages/use-text.ts';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  /** The verb of what happens. */
  action: string;
  danger?: boolean;
  busy?: boolean;
  ready?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog({ open, title, children, action, danger = false, busy = false, ready = true, onConfirm, onClose }: ConfirmDialogProps) {
  const t = useText();
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="confirm-title">
      <DialogTitle id="confirm-title">{title}</DialogTitle>
      {children && <DialogContent>{children}</DialogContent>}
      <DialogActions>
        <Button onClick={onClose}>{t('shared.keep')}</Button>
        <Button variant="contained" color={danger ? 'error' : 'primary'} onClick={onConfirm} disabled={busy || !ready}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
