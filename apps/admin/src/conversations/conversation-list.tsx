import { Box, Typography } from '@mui/material';
import type { ThreadRecord } from '@roster/agents/contracts';
import { DataTable, SelectInput, useGetList } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { narrowHidden } from '../shared/narrow-hidden.ts';
import { Page } from '../shared/page.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { Timestamp } from '../shared/timestamp.tsx';

export default function ConversationList() {
  const t = useText();
  const { data: agents = [] } = useGetList<{ id: string; name: string }>('agents', { pagination: { page: 1, perPage: 500 }, sort: { field: 'name', order: 'ASC' }, filter: {} });
  const filters = [<SelectInput key="agentId" source="agentId" label={t('shared.agent')} alwaysOn choices={agents} />];
  return (
    <Page title={t('conversations.title')} lead={t('conversations.lead')}>
      <ResourceList resource="threads" sort={{ field: 'updatedAt', order: 'DESC' }} filters={filters} empty={<EmptyState title={t('conversations.emptyTitle')}>{t('conversations.emptyBody')}</EmptyState>}>
        <DataTable<ThreadRecord> bulkActionButtons={false} rowClick={(id) => `/conversations/${id}`}>
          <DataTable.Col<ThreadRecord> source="title" label={t('conversations.conversation')} disableSort render={(thread) => <ThreadName thread={thread} />} />
          <DataTable.Col<ThreadRecord> label={t('conversations.messages')} align="right" sx={narrowHidden} render={({ messageCount }) => messageCount} />
          <DataTable.Col<ThreadRecord> source="updatedAt" label={t('conversations.updated')} render={({ updatedAt }) => <Timestamp at={updatedAt} />} />
        </DataTable>
      </ResourceList>
    </Page>
  );
}

function ThreadName({ thread }: { thread: ThreadRecord }) {
  const t = useText();
  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', fontWeight: 600 }}>
        {thread.title ?? t('conversations.untitled')}
        {thread.isTest && <StatusChip tone="quiet">{t('conversations.test')}</StatusChip>}
        {thread.activeRunId !== null && <StatusChip tone="active">{t('conversations.active')}</StatusChip>}
      </Box>
      <Typography variant="caption" color="textSecondary">{thread.agentName ?? t('conversations.agentGone')}</Typography>
    </Box>
  );
}
