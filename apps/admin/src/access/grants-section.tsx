import { Button } from '@mui/material';
import type { GrantRecord } from '@roster/agents/contracts';
import { useState } from 'react';
import { DataTable, useDelete, useGetList } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { useReport } from '../shared/use-report.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import { SectionHead } from './section-head.tsx';
import { nameOf, useSubjects } from './use-subjects.ts';

export function GrantsSection() {
  const t = useText();
  const [adding, setAdding] = useState(false);
  const add = (
    <Button variant="contained" onClick={() => setAdding(true)}>
      {t('access.addGrant')}
    </Button>
  );
  return (
    <>
      <SectionHead lead={t('access.grantsLead')} action={add} />
      <ResourceList resource="grants" sort={{ field: 'createdAt', order: 'DESC' }} empty={<EmptyState title={t('access.noGrants')}>{t('access.grantsLead')}</EmptyState>}>
        <GrantTable />
      </ResourceList>
      {adding && <GrantDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function GrantTable() {
  const t = useText();
  const subjects = useSubjects();
  const { data: agents = [] } = useGetList<{ id: string; name: string }>('agents', { pagination: { page: 1, perPage: 500 }, sort: { field: 'name', order: 'ASC' }, filter: {} });
  return (
    <DataTable<GrantRecord> bulkActionButtons={false} rowClick={false}>
      <DataTable.Col<GrantRecord> source="subjectKind" label={t('editor.subject')} disableSort render={({ subjectKind, subjectId }) => `${nameOf(subjects[subjectKind], subjectId)} (${t(`editor.subjectKinds.${subjectKind}`)})`} />
      <DataTable.Col<GrantRecord> source="effect" label={t('access.effect')} disableSort render={({ effect }) => <StatusChip tone={effect === 'allow' ? 'good' : 'bad'}>{t(`access.effects.${effect}`)}</StatusChip>} />
      <DataTable.Col<GrantRecord> source="operation" label={t('access.operation')} disableSort render={({ operation }) => operation.toUpperCase()} />
      <DataTable.Col<GrantRecord> source="agentId" label={t('shared.agent')} disableSort render={({ agentId }) => (agentId === null ? t('access.allAgents') : nameOf(agents, agentId))} />
      <DataTable.Col<GrantRecord> label="" align="right" render={(grant) => <RemoveGrant grant={grant} />} />
    </DataTable>
  );
}

function RemoveGrant({ grant }: { grant: GrantRecord }) {
  const t = useText();
  const report = useReport();
  const [remove, { isPending }] = useDelete<GrantRecord>();
  return (
    <Button size="small" color="error" disabled={isPending} onClick={() => void remove('grants', { id: grant.id, previousData: grant }, { onError: report })}>
      {t('access.removeGrant')}
    </Button>
  );
}
