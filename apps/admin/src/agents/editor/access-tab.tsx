import { Box, FormControlLabel, Switch, Typography } from '@mui/material';
import { useNotify, useUpdate } from 'react-admin';
import { mayWith } from '../../auth/use-may.ts';
import { useText } from '../../messages/use-text.ts';
import { useReport } from '../../shared/use-report.tsx';
import type { AgentRecord } from '../agent.ts';
import { MemberList } from './member-list.tsx';
import { useEditor } from './editor-context.ts';

const flags = ['enabled', 'isPublic', 'hidden', 'workerOnly'] as const;
/** A record says `enabled` for what a write calls `active`: `active` of a record also means published. */
const columns = { enabled: 'active', isPublic: 'isPublic', hidden: 'hidden', workerOnly: 'workerOnly' } as const;

export function AccessTab() {
  const { agent } = useEditor();
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 860 }}>
      <Reach />
      <MemberList agentId={agent.id} manageable={mayWith(agent, 'manage_agent_access')} />
    </Box>
  );
}

function Reach() {
  const t = useText();
  const { agent } = useEditor();
  const report = useReport();
  const notify = useNotify();
  const [update, { isPending }] = useUpdate();
  const set = (flag: (typeof flags)[number], on: boolean) =>
    update('agents/runtimes', { id: agent.id, data: { id: agent.id, [columns[flag]]: on }, previousData: { id: agent.id } }, { onSuccess: () => notify(t('editor.renamed'), { type: 'success' }), onError: report });
  return (
    <Box component="section" aria-labelledby="reach">
      <Typography id="reach" variant="h2">
        {t('editor.reach')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {t('editor.reachHint')}
      </Typography>
      {flags.map((flag) => (
        <Box key={flag} sx={{ py: 0.5 }}>
          <FormControlLabel disabled={isPending || !mayChange(agent, flag)} control={<Switch checked={agent[flag]} onChange={(_, on) => void set(flag, on)} />} label={t(`editor.flags.${flag}.label`)} />
          <Typography variant="caption" color="textSecondary" component="div" sx={{ pl: 6, mt: -0.5 }}>
            {t(`editor.flags.${flag}.hint`)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

const mayChange = (agent: AgentRecord, flag: (typeof flags)[number]) => mayWith(agent, flag === 'isPublic' ? 'manage_agent_access' : 'update_agent');
