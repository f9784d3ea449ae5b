import { Box, Typography } from '@mui/material';
import type { RunRecord } from '@roster/agents/contracts';
import { DataTable, SelectInput, useGetList } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { formatCost, formatDuration } from '../shared/format.ts';
import { narrowHidden } from '../shared/narrow-hidden.ts';
import { Page } from '../shared/page.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import { Timestamp } from '../shared/timestamp.tsx';
import { RunStatusChip } from './run-status-chip.tsx';

const statuses = ['pending', 'running', 'suspended', 'completed', 'failed', 'cancelled'] as const;
const kinds = ['chat', 'headless', 'schedule', 'delegate'] as const;

export default function RunList() {
  const t = useText();
  return (
    <Page title={t('runs.title')} lead={t('runs.lead')}>
      <ResourceList resource="runs" sort={{ field: 'createdAt', order: 'DESC' }} filters={useRunFilters()} refetchInterval={10_000} empty={<EmptyState title={t('runs.emptyTitle')}>{t('runs.emptyBody')}</EmptyState>}>
        <RunTable />
      </ResourceList>
    </Page>
  );
}

function useRunFilters() {
  const t = useText();
  const { data: agents = [] } = useGetList<{ id: string; name: string }>('agents', { pagination: { page: 1, perPage: 500 }, sort: { field: 'name', order: 'ASC' }, filter: {} });
  return [
    <SelectInput key="status" source="status" label={t('runs.status')} alwaysOn choices={statuses.map((id) => ({ id, name: t(`runs.statuses.${id}`) }))} />,
    <SelectInput key="kind" source="kind" label={t('runs.kind')} alwaysOn choices={kinds.map((id) => ({ id, name: t(`runs.kinds.${id}`) }))} />,
    <SelectInput key="agentId" source="agentId" label={t('shared.agent')} alwaysOn choices={agents} />,
  ];
}

function RunTable() {
  const t = useText();
  return (
    <DataTable<RunRecord> bulkActionButtons={false} rowClick="edit" empty={<EmptyState title={t('runs.filteredTitle')}>{t('runs.filteredBody')}</EmptyState>}>
      <DataTable.Col<RunRecord> source="agentName" label={t('shared.agent')} disableSort render={(run) => <RunName run={run} />} />
      <DataTable.Col<RunRecord> source="status" label={t('runs.status')} disableSort render={({ status, statusReason }) => <RunStatusChip status={status} reason={statusReason} />} />
      <DataTable.Col<RunRecord> source="createdAt" label={t('runs.started')} render={({ createdAt }) => <Timestamp at={createdAt} />} />
      <DataTable.Col<RunRecord> label={t('runs.duration')} sx={narrowHidden} render={(run) => durationOf(run)} />
      <DataTable.Col<RunRecord> label={t('runs.tokens')} align="right" sx={narrowHidden} render={({ usage }) => usage.totalTokens.toLocaleString('en')} />
      <DataTable.Col<RunRecord> label={t('runs.cost')} align="right" sx={narrowHidden} render={({ usage }) => formatCost(usage.unknownCalls > 0 ? null : usage.costMicros)} />
    </DataTable>
  );
}

function RunName({ run }: { run: RunRecord }) {
  const t = useText();
  const facts = [t(`runs.kinds.${run.kind}`), run.startedBy, run.error?.code].filter(Boolean);
  return (
    <Box>
      <Typography sx={{ fontWeight: 600 }}>{run.agentName}</Typography>
      <Typography variant="caption" color="textSecondary">
        {facts.join(' · ')}
      </Typography>
    </Box>
  );
}

function durationOf({ startedAt, finishedAt }: RunRecord): string {
  if (startedAt === null) return '–';
  return formatDuration((finishedAt === null ? Date.now() : Date.parse(finishedAt)) - Date.parse(startedAt));
}
