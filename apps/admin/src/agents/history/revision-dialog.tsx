import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField, Typography } from '@mui/material';
import type { RevisionDiff } from '@roster/agents/contracts';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useApi, useApiWrite } from '../../api/use-api.ts';
import { useText } from '../../messages/use-text.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { ErrorCard } from '../../shared/error-card.tsx';
import { QueryBlock } from '../../shared/query-block.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { DiffView } from '../review/diff-view.tsx';

export type Version = number | 'draft' | 'published';
export type RevisionAction = { kind: 'compare'; from: Version; to: Version } | { kind: 'rollback'; number: number } | { kind: 'restore'; number: number };

interface RevisionDialogProps {
  action: RevisionAction;
  onClose: () => void;
  onRestored: () => Promise<void>;
}

export function RevisionDialog({ action, onClose, onRestored }: RevisionDialogProps) {
  switch (action.kind) {
    case 'compare':
      return <CompareDialog from={action.from} to={action.to} onClose={onClose} />;
    case 'rollback':
      return <RollBackDialog number={action.number} onClose={onClose} />;
    case 'restore':
      return <RestoreDialog number={action.number} onClose={onClose} onRestored={onRestored} />;
  }
}

function Comparison({ from, to }: { from: Version; to: Version }) {
  const { agent } = useEditor();
  const diff = useApi<RevisionDiff>(`/agents/runtimes/${agent.id}/revisions/diff?from=${from}&to=${to}`);
  return <QueryBlock query={diff}>{(data) => <DiffView diff={data} />}</QueryBlock>;
}

export function CompareDialog({ from, to, onClose }: { from: Version; to: Version; onClose: () => void }) {
  const t = useText();
  const name = (version: Version) => (typeof version === 'number' ? t('history.number', { number: version }) : t(`history.${version}`));
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="compare-title">
      <DialogTitle id="compare-title">{`${name(from)} → ${name(to)}`}</DialogTitle>
      <DialogContent>
        <Comparison from={from} to={to} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('shared.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function RollBackDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const t = useText();
  const notify = useNotify();
  const { agent } = useEditor();
  const [note, setNote] = useState('');
  const path = `/agents/runtimes/${agent.id}`;
  const rollBack = useApiWrite<void>(() => ({ path: `${path}/rollback`, body: { number, note } }), { refresh: [path], resources: ['agents', 'agents/runtimes'] });
  const confirm = () => rollBack.mutate(undefined, { onSuccess: () => (notify(t('history.rolledBack', { number }), { type: 'success' }), onClose()) });
  return (
    <ConfirmDialog open title={t('history.rollBackTitle', { number })} action={t('history.rollBack')} busy={rollBack.isPending} ready={note.trim() !== ''} onConfirm={confirm} onClose={onClose}>
      <Typography sx={{ mb: 2 }}>{t('history.rollBackBody', { number })}</Typography>
      {agent.publishedRevision !== null && <Comparison from="published" to={number} />}
      {rollBack.error !== null && <Box sx={{ mt: 2 }}><ErrorCard error={rollBack.error} /></Box>}
      <TextField fullWidth required autoFocus sx={{ mt: 2 }} label={t('review.note')} value={note} onChange={(event) => setNote(event.target.value)} />
    </ConfirmDialog>
  );
}

function RestoreDialog({ number, onClose, onRestored }: { number: number; onClose: () => void; onRestored: () => Promise<void> }) {
  const t = useText();
  const notify = useNotify();
  const { agent } = useEditor();
  const path = `/agents/runtimes/${agent.id}`;
  const restore = useApiWrite<string>((etag) => ({ path: `${path}/restore`, body: { number }, headers: { 'if-match': etag } }), { refresh: [path], resources: ['agents', 'agents/runtimes'] });
  const confirm = () => restore.mutate(`"${agent.draftHash ?? ''}"`, { onSuccess: () => (notify(t('history.restored', { number }), { type: 'success' }), void onRestored(), onClose()) });
  return (
    <ConfirmDialog open title={t('history.restoreTitle', { number })} action={t('history.restore')} busy={restore.isPending} onConfirm={confirm} onClose={onClose}>
      <Typography sx={{ mb: 2 }}>{t('history.restoreBody')}</Typography>
      <Comparison from="draft" to={number} />
      {restore.error !== null && <Box sx={{ mt: 2 }}><ErrorCard error={restore.error} /></Box>}
    </ConfirmDialog>
  );
}
