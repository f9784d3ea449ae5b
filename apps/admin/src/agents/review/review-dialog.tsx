import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField, Typography } from '@mui/material';
import type { ContentIssue, RevisionDiff } from '@roster/agents/contracts';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { ApiError } from '../../api/api-error.ts';
import { useApi, useApiWrite } from '../../api/use-api.ts';
import { useText } from '../../messages/use-text.ts';
import { ErrorCard } from '../../shared/error-card.tsx';
import { QueryBlock } from '../../shared/query-block.tsx';
import type { AgentRecord } from '../agent.ts';
import { DiffView } from './diff-view.tsx';
import { IssueList } from './issue-list.tsx';

interface ReviewDialogProps {
  agent: AgentRecord;
  draftHash: string;
  onClose: () => void;
  /** Leads to the field a problem is about. */
  onIssue: (issue: ContentIssue) => void;
}

/** The last look before a draft goes live: what changes against the live revision, why, and what stands in the way. */
export function ReviewDialog({ agent, draftHash, onClose, onIssue }: ReviewDialogProps) {
  const t = useText();
  const notify = useNotify();
  const [note, setNote] = useState('');
  const base = `/agents/runtimes/${agent.id}`;
  const first = agent.publishedRevision === null;
  const diff = useApi<RevisionDiff>(`${base}/revisions/diff?from=published&to=draft`, { enabled: !first });
  const publish = useApiWrite<void>(() => ({ path: `${base}/publish`, body: { expectedDraftHash: draftHash, note } }), { refresh: [base, `/agents/${agent.id}`], resources: ['agents', 'agents/runtimes'] });
  const confirm = () => publish.mutate(undefined, { onSuccess: () => (notify(t('review.published'), { type: 'success' }), onClose()) });
  const nothing = diff.data?.identical === true;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="review-title">
      <DialogTitle id="review-title">{first ? t('review.firstTitle', { name: agent.name }) : t('review.title', { name: agent.name, number: agent.publishedRevision ?? 0 })}</DialogTitle>
      <DialogContent>
        {first ? <Typography>{t('review.first')}</Typography> : <QueryBlock query={diff}>{(data) => <DiffView diff={data} />}</QueryBlock>}
        <PublishProblem error={publish.error} onIssue={onIssue} />
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 2.5, mb: 0 }}>
          {t('review.notCovered')}
        </Typography>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, gap: 1, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        <TextField autoFocus required label={t('review.note')} helperText={t('review.noteHint')} value={note} onChange={(event) => setNote(event.target.value)} sx={{ flex: 1, minWidth: 240 }} />
        <Button onClick={onClose}>{t('shared.keep')}</Button>
        <Button variant="contained" onClick={confirm} disabled={publish.isPending || nothing || note.trim() === ''}>
          {t('review.publish')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function PublishProblem({ error, onIssue }: { error: unknown; onIssue: (issue: ContentIssue) => void }) {
  const t = useText();
  if (error === null) return null;
  if (error instanceof ApiError && error.code === 'not_publishable')
    return (
      <Alert severity="error" variant="outlined" sx={{ mt: 2.5 }}>
        <Typography sx={{ fontWeight: 600 }}>{error.message}</Typography>
        <IssueList issues={error.issues} onIssue={onIssue} />
      </Alert>
    );
  return (
    <Box sx={{ mt: 2.5 }}>
      <ErrorCard error={error} />
      {error instanceof ApiError && error.status === 412 && <Typography sx={{ mt: 1 }}>{t('review.moved')}</Typography>}
    </Box>
  );
}
