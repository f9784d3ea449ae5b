import AddIcon from '@mui/icons-material/Add';
import { Box, Button, Typography } from '@mui/material';
import type { ScheduleRecord } from '@roster/agents/contracts';
import { DataTable, LinkBase, SearchInput } from 'react-admin';
import { useMay } from '../auth/use-may.ts';
import { useText } from '../messages/use-text.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { GuardedButton } from '../shared/guarded-button.tsx';
import { narrowHidden } from '../shared/narrow-hidden.ts';
import { Page } from '../shared/page.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { Timestamp } from '../shared/timestamp.tsx';
import { monoFont } from '../theme/roster-theme.ts';

export default function ScheduleList() {
  const t = useText();
  return (
    <Page title={t('schedules.title')} lead={t('schedules.lead')} actions={<AddSchedule />}>
      <ResourceList resource="schedules" sort={{ field: 'name', order: 'ASC' }} filters={[<SearchInput key="q" source="q" alwaysOn />]} empty={<EmptyState title={t('schedules.emptyTitle')} action={<AddSchedule />}>{t('schedules.emptyBody')}</EmptyState>}>
        <ScheduleTable />
      </ResourceList>
    </Page>
  );
}

function ScheduleTable() {
  const t = useText();
  return (
    <DataTable<ScheduleRecord> bulkActionButtons={false} rowClick="edit">
      <DataTable.Col<ScheduleRecord> source="name" label={t('shared.name')} render={(schedule) => <ScheduleName schedule={schedule} />} />
      <DataTable.Col<ScheduleRecord> source="cron" label={t('schedules.calendar')} disableSort sx={narrowHidden} render={({ cron, timezone }) => <Box sx={{ fontFamily: monoFont, fontSize: '0.88rem' }}>{`${cron} · ${timezone}`}</Box>} />
      <DataTable.Col<ScheduleRecord> source="nextFireAt" label={t('schedules.next')} render={({ nextFireAt }) => <Timestamp at={nextFireAt} />} />
      <DataTable.Col<ScheduleRecord> source="enabled" label={t('schedules.state')} disableSort render={({ enabled }) => <StatusChip tone={enabled ? 'good' : 'quiet'}>{t(enabled ? 'schedules.on' : 'schedules.off')}</StatusChip>} />
    </DataTable>
  );
}

function ScheduleName({ schedule }: { schedule: ScheduleRecord }) {
  return (
    <Box>
      <Typography sx={{ fontWeight: 600 }}>{schedule.label === '' ? schedule.name : schedule.label}</Typography>
      <Typography variant="caption" color="textSecondary">{schedule.agentName ?? schedule.agentId}</Typography>
    </Box>
  );
}

function AddSchedule() {
  const t = useText();
  const may = useMay('manage_schedule');
  if (!may) return <GuardedButton operation="manage_schedule" allowed={false} variant="outlined">{t('schedules.add')}</GuardedButton>;
  return (
    <Button component={LinkBase} to="/schedules/create" variant="contained" startIcon={<AddIcon />}>
      {t('schedules.add')}
    </Button>
  );
}
