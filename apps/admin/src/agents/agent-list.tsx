import AddIcon from '@mui/icons-material/Add';
import { Box, Button, Typography } from '@mui/material';
import { DataTable, LinkBase, SearchInput, SelectInput, useNavigate } from 'react-admin';
import { useMay } from '../auth/use-may.ts';
import { useText } from '../messages/use-text.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { GuardedButton } from '../shared/guarded-button.tsx';
import { Page } from '../shared/page.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import { narrowHidden } from '../shared/narrow-hidden.ts';
import { StatusChip } from '../shared/status-chip.tsx';
import { type AgentRecord } from './agent.ts';
import { AgentState } from './agent-state.tsx';

export default function AgentList() {
  const t = useText();
  return (
    <Page title={t('agents.title')} lead={t('agents.lead')} actions={<CreateAgentButton />}>
      <ResourceList resource="agents" sort={{ field: 'name', order: 'ASC' }} filters={useAgentFilters()} empty={<NoAgents />}>
        <AgentTable />
      </ResourceList>
    </Page>
  );
}

function useAgentFilters() {
  const t = useText();
  const kinds = (['code', 'database'] as const).map((id) => ({ id, name: t(`agents.kinds.${id}`) }));
  return [<SearchInput key="q" source="q" alwaysOn />, <SelectInput key="kind" source="kind" label={t('agents.kind')} choices={kinds} alwaysOn />];
}

function AgentTable() {
  const t = useText();
  return (
    <DataTable<AgentRecord> bulkActionButtons={false} rowClick="edit" empty={<EmptyState title={t('agents.filteredTitle')}>{t('agents.filteredBody')}</EmptyState>}>
      <DataTable.Col<AgentRecord> source="name" label={t('shared.name')} render={(agent) => <AgentName agent={agent} />} />
      <DataTable.Col<AgentRecord> source="kind" label={t('agents.kind')} sx={narrowHidden} render={({ kind }) => t(`agents.kinds.${kind}`)} />
      <DataTable.Col<AgentRecord> source="model" label={t('agents.model')} disableSort sx={narrowHidden} />
      <DataTable.Col<AgentRecord> source="health" label={t('agents.state')} disableSort render={(agent) => <AgentState agent={agent} />} />
      <DataTable.Col<AgentRecord> label="" align="right" sx={narrowHidden} render={(agent) => <TryButton agent={agent} />} />
    </DataTable>
  );
}

function AgentName({ agent }: { agent: AgentRecord }) {
  const t = useText();
  return (
    <Box sx={{ py: 0.25, maxWidth: 460 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, fontWeight: 600 }}>
        {agent.name}
        {agent.workerOnly && <StatusChip tone="quiet">{t('agents.workerOnly')}</StatusChip>}
        {agent.hidden && !agent.workerOnly && <StatusChip tone="quiet">{t('agents.hidden')}</StatusChip>}
      </Box>
      <Typography variant="caption" color="textSecondary" component="div" sx={{ display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' }}>
        {agent.description}
      </Typography>
    </Box>
  );
}

function TryButton({ agent }: { agent: AgentRecord }) {
  const t = useText();
  const navigate = useNavigate();
  if (agent.workerOnly) return null;
  return (
    <GuardedButton size="small" operation="chat" allowed={agent.can.includes('chat')} onClick={(event) => (event.stopPropagation(), navigate(`/playground/${agent.id}`))}>
      {t('agents.chat')}
    </GuardedButton>
  );
}

function NoAgents() {
  const t = useText();
  return (
    <EmptyState title={t('agents.emptyTitle')} action={<CreateAgentButton />}>
      {t('agents.emptyBody')}
    </EmptyState>
  );
}

function CreateAgentButton() {
  const t = useText();
  const may = useMay('create_agent');
  if (!may) return <GuardedButton operation="create_agent" allowed={false} variant="outlined">{t('agents.create')}</GuardedButton>;
  return (
    <Button component={LinkBase} to="/agents/create" variant="contained" startIcon={<AddIcon />}>
      {t('agents.create')}
    </Button>
  );
}
