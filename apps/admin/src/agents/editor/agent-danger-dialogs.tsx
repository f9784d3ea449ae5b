import { TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useDelete, useNavigate, useNotify } from 'react-admin';
import { useApiWrite } from '../../api/use-api.ts';
import { useText } from '../../messages/use-text.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { useReport } from '../../shared/use-report.tsx';
import { useEditor } from './editor-context.ts';

export type DangerName = 'unpublish' | 'delete';

/** Taking an agent out of use, or away. Both say what breaks first; deleting asks for the name. */
export function AgentDangerDialogs({ open, onClose }: { open: DangerName | null; onClose: () => void }) {
  return (
    <>
      {open === 'unpublish' && <UnpublishDialog onClose={onClose} />}
      {open === 'delete' && <DeleteDialog onClose={onClose} />}
    </>
  );
}

function UnpublishDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const notify = useNotify();
  const report = useReport();
  const { agent } = useEditor();
  const [note, setNote] = useState('');
  const path = `/agents/runtimes/${agent.id}`;
  const unpublish = useApiWrite<void>(() => ({ path: `${path}/unpublish`, body: note === '' ? {} : { note } }), { refresh: [path], resources: ['agents', 'agents/runtimes'] });
  const confirm = () => unpublish.mutate(undefined, { onSuccess: () => (notify(t('editor.unpublished')), onClose()), onError: report });
  return (
    <ConfirmDialog open title={t('editor.unpublishTitle', { name: agent.name })} action={t('editor.unpublish')} danger busy={unpublish.isPending} onConfirm={confirm} onClose={onClose}>
      <Typography sx={{ mb: 2 }}>{t('editor.unpublishBody')}</Typography>
      <TextField fullWidth label={t('shared.note')} value={note} onChange={(event) => setNote(event.target.value)} />
    </ConfirmDialog>
  );
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const notify = useNotify();
  const report = useReport();
  const navigate = useNavigate();
  const { agent } = useEditor();
  const [typed, setTyped] = useState('');
  const [remove, { isPending }] = useDelete();
  const confirm = () => remove('agents/runtimes', { id: agent.id }, { onSuccess: () => (notify(t('editor.deleted')), navigate('/agents')), onError: report });
  return (
    <ConfirmDialog open title={t('editor.deleteTitle', { name: agent.name })} action={t('editor.deleteAction')} danger busy={isPending} ready={typed === agent.name} onConfirm={() => void confirm()} onClose={onClose}>
      <Typography sx={{ mb: 2 }}>{t('editor.deleteBody')}</Typography>
      <TextField fullWidth autoFocus label={t('editor.typeName', { name: agent.name })} value={typed} onChange={(event) => setTyped(event.target.value)} />
    </ConfirmDialog>
  );
}
