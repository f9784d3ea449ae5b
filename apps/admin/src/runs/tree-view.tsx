import { Box, Link, Typography } from '@mui/material';
import { LinkBase } from 'react-admin';
import { Disclosure } from '../chat/disclosure.tsx';
import { useText } from '../messages/use-text.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { PlainText } from '../shared/plain-text.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { CallView } from './call-view.tsx';
import { RunStatusChip } from './run-status-chip.tsx';
import type { Lane, LaneItem, RunTree } from './run-tree.ts';

interface TreeViewProps {
  tree: RunTree;
  runId: string;
  live: boolean;
}

/** What a run did and what its subagents did inside it, in order of happening. */
export function TreeView({ tree, runId, live }: TreeViewProps) {
  const t = useText();
  const lane = tree.lanes[runId];
  if (lane === undefined) return <EmptyState title={t('runs.noEvents')}>{t('runs.noEventsBody')}</EmptyState>;
  return (
    <Box role="log" aria-label={t('runs.tree')} aria-live={live ? 'polite' : 'off'} sx={{ display: 'grid', gap: 1.25, minWidth: 0 }}>
      <LaneView tree={tree} lane={lane} />
      {live && <Typography variant="caption" color="textSecondary">{t('runs.following')}</Typography>}
    </Box>
  );
}

function LaneView({ tree, lane }: { tree: RunTree; lane: Lane }) {
  return lane.items.map((item, index) => <ItemView key={index} tree={tree} item={item} />);
}

function ItemView({ tree, item }: { tree: RunTree; item: LaneItem }) {
  const t = useText();
  switch (item.kind) {
    case 'text':
      return <Box sx={{ px: 0.5, color: item.final ? 'text.primary' : 'text.secondary' }}><PlainText text={item.text} /></Box>;
    case 'call':
      return item.childRunId === null ? <CallView call={item} /> : <ChildCard tree={tree} item={item} childRunId={item.childRunId} />;
    case 'request':
      return (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <StatusChip tone={item.outcome === null ? 'waiting' : 'quiet'}>{item.outcome ?? t('runs.waits')}</StatusChip>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{item.text}</Typography>
          {item.outcome === null && <Link component={LinkBase} to="/approvals">{t('chat.openApprovals')}</Link>}
        </Box>
      );
    case 'rejected':
      return <Typography variant="body2" color="textSecondary">{t('runs.rejected', { attempt: item.attempt, reason: item.reason })}</Typography>;
  }
}

function ChildCard({ tree, item, childRunId }: { tree: RunTree; item: Extract<LaneItem, { kind: 'call' }>; childRunId: string }) {
  const t = useText();
  const lane = tree.lanes[childRunId];
  const name = lane?.agentName ?? item.title;
  return (
    <Disclosure
      accent
      open
      label={t('chat.delegation', { name })}
      summary={
        <>
          <Typography component="span" sx={{ fontWeight: 650 }}>{name}</Typography>
          {lane !== undefined && <RunStatusChip status={lane.status} reason={lane.waitingFor} />}
          <Box sx={{ flex: 1 }} />
          <Link component={LinkBase} to={`/runs/${childRunId}`} variant="caption">{t('chat.openRun')}</Link>
        </>
      }
    >
      {lane !== undefined && <LaneView tree={tree} lane={lane} />}
      {lane?.failure != null && <Typography color="error">{lane.failure}</Typography>}
    </Disclosure>
  );
}
