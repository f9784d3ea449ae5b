import { Box, Typography } from '@mui/material';
import { useNavigate } from 'react-admin';
import { mayWith } from '../auth/use-may.ts';
import { useText } from '../messages/use-text.ts';
import { GuardedButton } from '../shared/guarded-button.tsx';
import { Page } from '../shared/page.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { monoFont } from '../theme/roster-theme.ts';
import type { AgentRecord } from './agent.ts';
import { AgentState } from './agent-state.tsx';
import { StartRunButton } from './start-run-button.tsx';

/** An agent nobody edits here: declared in code, or somebody else's. */
export function CodeAgentPage({ agent }: { agent: AgentRecord }) {
  const t = useText();
  const navigate = useNavigate();
  const chat = (
    <GuardedButton variant="contained" operation="chat" allowed={mayWith(agent, 'chat')} onClick={() => navigate(`/playground/${agent.id}`)}>
      {t('agents.chat')}
    </GuardedButton>
  );
  return (
    <Page title={agent.name} mark={<AgentState agent={agent} />} lead={agent.description} actions={agent.workerOnly ? <StartRunButton agent={agent} /> : chat}>
      <Typography sx={{ mb: 3, maxWidth: 640 }}>{t(agent.kind === 'code' ? 'agents.code.lead' : 'agents.code.notYours')}</Typography>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t('agents.code.facts')}
      </Typography>
      <Facts agent={agent} />
      {agent.issues?.map((issue) => (
        <Typography key={issue.path} color="error" sx={{ mt: 2 }}>
          {issue.message}
        </Typography>
      ))}
    </Page>
  );
}

function Facts({ agent }: { agent: AgentRecord }) {
  const t = useText();
  const facts = [
    [t('agents.code.class'), agent.baseClass],
    [t('agents.code.key'), agent.key ?? agent.slug ?? '–'],
    [t('agents.model'), agent.model === '' ? t('agents.defaultModel') : agent.model],
    ['Id', agent.id],
  ] as const;
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(90px, max-content) 1fr', columnGap: 3, rowGap: 1 }}>
      {facts.map(([term, value]) => (
        <Box key={term} sx={{ display: 'contents' }}>
          <Typography component="dt" color="textSecondary">{term}</Typography>
          <Box component="dd" sx={{ m: 0, fontFamily: monoFont, fontSize: '0.9rem', overflowWrap: 'anywhere' }}>{value}</Box>
        </Box>
      ))}
      <Typography component="dt" color="textSecondary">{t('agents.code.reach')}</Typography>
      <Box component="dd" sx={{ m: 0, display: 'flex', gap: 0.5 }}>
        <StatusChip tone="quiet">{agent.workerOnly ? t('agents.workerOnly') : agent.hidden ? t('agents.hidden') : t('agents.code.listed')}</StatusChip>
      </Box>
    </Box>
  );
}
