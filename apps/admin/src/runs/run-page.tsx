import { Box, Link, Tab, Tabs } from '@mui/material';
import type { RunDetail } from '@roster/agents/contracts';
import { useState } from 'react';
import { LinkBase, useGetOne, useParams } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { ErrorCard } from '../shared/error-card.tsx';
import { ApiError } from '../api/api-error.ts';
import { LoadingBlock } from '../shared/loading-block.tsx';
import { Page } from '../shared/page.tsx';
import { QueryBlock } from '../shared/query-block.tsx';
import { CancelRun } from './cancel-run.tsx';
import { Journal } from './journal.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunResult } from './run-result.tsx';
import { RunStatusChip } from './run-status-chip.tsx';
import { TreeView } from './tree-view.tsx';
import { useRunTree } from './use-run-tree.ts';

const terminal = ['completed', 'failed', 'cancelled'];

export default function RunPage() {
  const { id = '' } = useParams();
  const run = useGetOne<RunDetail>('runs', { id }, { refetchInterval: (query) => (query.state.data !== undefined && terminal.includes(query.state.data.status) ? false : 3000) });
  if (run.data === undefined)
    return (
      <Page title="">
        <QueryBlock query={run}>{() => null}</QueryBlock>
      </Page>
    );
  return <RunView key={id} run={run.data} />;
}

type View = 'tree' | 'journal';

function RunView({ run }: { run: RunDetail }) {
  const t = useText();
  const [view, setView] = useState<View>('tree');
  const { tree, connection } = useRunTree(run.id);
  const going = !terminal.includes(run.status);
  return (
    <Page title={t('runs.pageTitle', { name: run.agentName })} mark={<RunStatusChip status={run.status} reason={run.statusReason} />} lead={<RunLinks run={run} />} actions={going && <CancelRun run={run} />}>
      {run.error !== null && <Box sx={{ mb: 2 }}><ErrorCard error={new ApiError(500, { code: run.error.code, message: run.error.message })} /></Box>}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 280px' }, gap: 3 }}>
        <Box sx={{ minWidth: 0 }}>
          <Tabs value={view} onChange={(_, next: View) => setView(next)} aria-label={t('runs.title')} sx={{ mb: 2 }}>
            <Tab value="tree" label={t('runs.tree')} />
            <Tab value="journal" label={t('runs.journal')} />
          </Tabs>
          {view === 'tree' ? (
            <>
              {connection === 'opening' && tree.lastSeq === 0 ? <LoadingBlock /> : <TreeView tree={tree} runId={run.id} live={going && connection === 'open'} />}
              <RunResult run={run} />
            </>
          ) : (
            <Journal runId={run.id} live={going} />
          )}
        </Box>
        <RunFacts run={run} />
      </Box>
    </Page>
  );
}

function RunLinks({ run }: { run: RunDetail }) {
  const t = useText();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <span>{t(`runs.kinds.${run.kind}`)}</span>
      {run.parentRunId !== null && <Link component={LinkBase} to={`/runs/${run.parentRunId}`}>{t('runs.parent')}</Link>}
      {run.sessionId !== null && <Link component={LinkBase} to={`/conversations/${run.sessionId}`}>{t('runs.conversation')}</Link>}
      <Link component={LinkBase} to={`/agents/${run.agentId}`}>{t('runs.agent')}</Link>
    </Box>
  );
}
