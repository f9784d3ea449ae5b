import { Box, Button, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { LinkBase, useGetOne, useLocation, useNavigate, useParams } from 'react-admin';
import type { AgentRecord } from '../agents/agent.ts';
import { mayWith } from '../auth/use-may.ts';
import { useText } from '../messages/use-text.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { Page } from '../shared/page.tsx';
import { QueryBlock } from '../shared/query-block.tsx';
import { newThreadKey } from './thread-key.ts';
import { PlaygroundPanes, type Side } from './playground-panes.tsx';

type Mode = 'both' | Side;

/** Trying an agent. Mode and conversation stand in the address, so that a reload finds them again. */
export default function PlaygroundPage() {
  const t = useText();
  const { agentId = '' } = useParams();
  const agent = useGetOne<AgentRecord>('agents', { id: agentId });
  if (agent.data === undefined)
    return (
      <Page title="">
        <QueryBlock query={agent}>{() => null}</QueryBlock>
      </Page>
    );
  if (agent.data.workerOnly)
    return (
      <Page title={t('playground.title', { name: agent.data.name })}>
        <EmptyState title={t('agents.workerOnly')}>{t('playground.workerOnly')}</EmptyState>
      </Page>
    );
  return <Playground key={agentId} agent={agent.data} />;
}

function Playground({ agent }: { agent: AgentRecord }) {
  const t = useText();
  const navigate = useNavigate();
  const query = new URLSearchParams(useLocation().search);
  const modes = modesOf(agent);
  const mode = modes.find((name) => name === query.get('mode')) ?? modes[0] ?? 'live';
  const thread = query.get('thread') ?? '';
  const go = (next: { mode?: Mode; thread?: string }, replace = true) => navigate(`/playground/${agent.id}?${new URLSearchParams({ mode, thread, ...next })}`, { replace });
  return (
    <Page
      wide
      title={t('playground.title', { name: agent.name })}
      lead={t('playground.lead')}
      actions={
        <>
          {modes.length > 1 && <ModeSwitch modes={modes} mode={mode} onChange={(next) => go({ mode: next })} />}
          {agent.kind === 'database' && mayWith(agent, 'view_instructions') && (
            <Button component={LinkBase} to={`/agents/${agent.id}`}>
              {t('playground.edit')}
            </Button>
          )}
          <Button variant="outlined" onClick={() => go({ thread: newThreadKey() }, false)}>
            {t('playground.fresh')}
          </Button>
        </>
      }
    >
      <Box sx={{ height: { xs: 'calc(100dvh - 250px)', md: 'calc(100dvh - 215px)' }, minHeight: 420 }}>
        <PlaygroundPanes agent={agent} sides={mode === 'both' ? ['live', 'draft'] : [mode]} thread={thread} onThread={(key) => go({ thread: key })} />
      </Box>
    </Page>
  );
}

function ModeSwitch({ modes, mode, onChange }: { modes: readonly Mode[]; mode: Mode; onChange: (mode: Mode) => void }) {
  const t = useText();
  return (
    <ToggleButtonGroup exclusive size="small" value={mode} onChange={(_, next: Mode | null) => next !== null && onChange(next)}>
      {modes.map((name) => (
        <ToggleButton key={name} value={name}>
          {t(`playground.${name}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** The draft can be tried by whoever may edit it, the live version by whoever may chat. */
function modesOf(agent: AgentRecord): Mode[] {
  const draft = agent.kind === 'database' && mayWith(agent, 'update_agent');
  const live = agent.kind === 'code' || agent.publishedRevision !== null;
  if (draft && live) return ['both', 'live', 'draft'];
  return draft ? ['draft'] : ['live'];
}
