import { Button } from '@mui/material';
import type { GroupRecord } from '@roster/agents/contracts';
import { useState } from 'react';
import { DataTable, SearchInput } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { narrowHidden } from '../shared/narrow-hidden.ts';
import { ResourceList } from '../shared/resource-list.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { SectionHead } from './section-head.tsx';

export function GroupsSection() {
  const t = useText();
  const [editing, setEditing] = useState<GroupRecord | 'new' | null>(null);
  const add = (
    <Button variant="contained" onClick={() => setEditing('new')}>
      {t('access.addGroup')}
    </Button>
  );
  return (
    <>
      <SectionHead lead={t('access.groupsLead')} action={add} />
      <ResourceList resource="groups" sort={{ field: 'name', order: 'ASC' }} filters={[<SearchInput key="q" source="q" alwaysOn />]} empty={<EmptyState title={t('access.noGroups')}>{t('access.groupsLead')}</EmptyState>}>
        <DataTable<GroupRecord> bulkActionButtons={false} rowClick={(_id, _resource, record) => (setEditing(record as GroupRecord), false)}>
          <DataTable.Col<GroupRecord> source="name" label={t('shared.name')} />
          <DataTable.Col<GroupRecord> source="description" label={t('agents.description')} disableSort sx={narrowHidden} />
          <DataTable.Col<GroupRecord> label={t('editor.members')} render={({ memberIds }) => memberIds.length} />
        </DataTable>
      </ResourceList>
      {editing !== null && <GroupDialog group={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </>
  );
}
