import { TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useNavigate } from 'react-admin';
import { useApiWrite } from '../api/use-api.ts';
import { mayWith } from '../auth/use-may.ts';
import { useText } from '../messages/use-text.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { GuardedButton } from '../shared/guarded-button.tsx';
import { useReport } from '../shared/use-report.tsx';
import type { AgentRecord } from './agent.ts';

/** Starts a headless run and goes to its page. */
export function StartRunButton({ agent }: { agent: AgentRecord }) {
  const t = useText();
  const report = useReport();
  const navigate = useNavigate();
  const [input, setInput] = useState<string | null>(null);
  const start = useApiWrite<string, { runId: string }>((text) => ({ path: `/agents/${agent.id}/runs`, body: { input: text } }), { resources: ['runs'] });
  const run = () => input !== null && start.mutate(input, { onSuccess: ({ runId }) => navigate(`/runs/${runId}`), onError: report });
  return (
    <>
      <GuardedButton variant="contained" operation="chat" allowed={mayWith(agent, 'chat')} onClick={() => setInput('')}>
        {t('agents.run.action')}
      </GuardedButton>
      <ConfirmDialog open={input !== null} title={t('agents.run.title', { name: agent.name })} action={t('agents.run.action')} busy={start.isPending} ready={(input ?? '').trim() !== ''} onConfirm={run} onClose={() => setInput(null)}>
        <Typography sx={{ mb: 2 }}>{t('agents.run.lead')}</Typography>
        <TextField fullWidth multiline minRows={3} autoFocus label={t('agents.run.input')} value={input ?? ''} onChange={(event) => setInput(event.target.value)} />
      </ConfirmDialog>
    </>
  );
}
