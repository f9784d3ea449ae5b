import { useQueries } from '@tanstack/react-query';
import { Box } from '@mui/material';
import { useCallback, useEffect, useState } from 'react';
import type { AgentRecord } from '../agents/agent.ts';
import { mayWith } from '../auth/use-may.ts';
import { useText } from '../messages/use-text.ts';
import { ErrorCard } from '../shared/error-card.tsx';
import { LoadingBlock } from '../shared/loading-block.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { ChatPane, type PaneHandle } from './chat-pane.tsx';
import { Composer } from './composer.tsx';
import { newThreadKey } from './thread-key.ts';
import { readThread } from './thread-history.ts';

export type Side = 'live' | 'draft';

interface PlaygroundPanesProps {
  agent: AgentRecord;
  sides: readonly Side[];
  /** Key of the conversation; empty before the address has one. */
  thread: string;
  onThread: (key: string) => void;
}

export function PlaygroundPanes({ agent, sides, thread, onThread }: PlaygroundPanesProps) {
  const [handles, setHandles] = useState<Partial<Record<Side, PaneHandle>>>({});
  const onHandle = useCallback((side: Side, handle: PaneHandle) => setHandles((known) => ({ ...known, [side]: handle })), []);
  useEffect(() => {
    if (thread === '') onThread(newThreadKey());
  }, [thread, onThread]);
  const active = sides.map((side) => handles[side]).filter((handle) => handle !== undefined);
  if (thread === '') return <LoadingBlock />;
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      <Panes agent={agent} sides={sides} thread={thread} onHandle={onHandle} />
      <Composer key={thread} busy={active.some(({ busy }) => busy)} onSend={(text) => active.forEach(({ send }) => send(text))} onStop={() => active.forEach(({ stop }) => stop())} />
    </Box>
  );
}

interface PanesProps {
  agent: AgentRecord;
  sides: readonly Side[];
  thread: string;
  onHandle: (side: Side, handle: PaneHandle) => void;
}

function Panes({ agent, sides, thread, onHandle }: PanesProps) {
  const histories = useQueries({ queries: sides.map((side) => ({ queryKey: ['playground', `${thread}-${side}`], queryFn: () => readThread(`${thread}-${side}`), staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false })) });
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', md: `repeat(${sides.length}, minmax(0, 1fr))` }, gridAutoRows: { xs: 'minmax(320px, 1fr)', md: 'minmax(0, 1fr)' }, overflowY: { xs: 'auto', md: 'visible' } }}>
      {sides.map((side, index) => {
        const history = histories[index];
        if (history?.error) return <ErrorCard key={side} error={history.error} onRetry={() => void history.refetch()} />;
        if (history?.data === undefined) return <LoadingBlock key={side} />;
        return <SidePane key={`${thread}-${side}`} agent={agent} side={side} alone={sides.length === 1} thread={thread} history={history.data} onHandle={onHandle} />;
      })}
    </Box>
  );
}

interface SidePaneProps {
  agent: AgentRecord;
  side: Side;
  alone: boolean;
  thread: string;
  history: Awaited<ReturnType<typeof readThread>>;
  onHandle: PanesProps['onHandle'];
}

function SidePane({ agent, side, alone, thread, history, onHandle }: SidePaneProps) {
  const t = useText();
  const handle = useCallback((next: PaneHandle) => onHandle(side, next), [onHandle, side]);
  const target = { agentId: agent.id, test: mayWith(agent, 'update_agent'), ...(side === 'draft' && { revision: 'draft' as const }) };
  const label = agent.kind === 'code' ? t('playground.code') : side === 'draft' ? t('playground.draft') : t('agents.liveRevision', { number: agent.publishedRevision ?? 0 });
  return <ChatPane threadKey={`${thread}-${side}`} target={target} history={history} onHandle={handle} emptyText={t(alone ? 'playground.emptySingle' : 'playground.emptyBody')} heading={<StatusChip tone={side === 'draft' ? 'waiting' : 'good'}>{label}</StatusChip>} />;
}
