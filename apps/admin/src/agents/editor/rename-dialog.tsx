import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useState } from 'react';
import { useNotify, useUpdate } from 'react-admin';
import { ApiError } from '../../api/api-error.ts';
import { useText } from '../../messages/use-text.ts';
import { ErrorCard } from '../../shared/error-card.tsx';
import { useEditor } from './editor-context.ts';

export function RenameDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const notify = useNotify();
  const { agent } = useEditor();
  const [name, setName] = useState(agent.name);
  const [description, setDescription] = useState(agent.description);
  const [update, { isPending, error }] = useUpdate();
  const problems = error instanceof ApiError ? (error.body.errors ?? {}) : {};
  const save = () => update('agents/runtimes', { id: agent.id, data: { id: agent.id, name, description }, previousData: { id: agent.id, name: agent.name, description: agent.description } }, { onSuccess: () => (notify(t('editor.renamed'), { type: 'success' }), onClose()) });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="rename-title">
      <DialogTitle id="rename-title">{t('editor.rename')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
        {error !== null && <ErrorCard error={error} />}
        <TextField label={t('shared.name')} value={name} autoFocus error={problems['name'] !== undefined} helperText={problems['name']} onChange={(event) => setName(event.target.value)} />
        <TextField label={t('agents.description')} value={description} multiline minRows={3} error={problems['description'] !== undefined} helperText={problems['description']} onChange={(event) => setDescription(event.target.value)} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('shared.keep')}</Button>
        <Button variant="contained" disabled={isPending || name.trim() === ''} onClick={() => void save()}>
          {t('shared.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
