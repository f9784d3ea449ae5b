import { Box } from '@mui/material';
import { useText } from '../messages/use-text.ts';
import { StatusChip } from '../shared/status-chip.tsx';
import type { Tone } from '../theme/tones.ts';
import { type AgentRecord, type AgentStateName, agentStateOf } from './agent.ts';

const tones: Record<AgentStateName, Tone> = { live: 'good', broken: 'bad', inactive: 'quiet', unpublished: 'quiet' };

export function AgentState({ agent }: { agent: AgentRecord }) {
  const t = useText();
  const state = agentStateOf(agent);
  const problem = agent.issues?.map(({ message }) => message).join(' ');
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      <StatusChip tone={tones[state]} {...(state === 'broken' && problem && { title: problem })}>
        {state === 'live' && agent.publishedRevision !== null ? t('agents.liveRevision', { number: agent.publishedRevision }) : t(`agents.states.${state}`)}
      </StatusChip>
      {agent.hasDraft && <StatusChip tone="waiting">{t('agents.draft')}</StatusChip>}
    </Box>
  );
}
