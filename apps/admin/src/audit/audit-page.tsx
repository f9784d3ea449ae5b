import { Box } from '@mui/material';
import type { AuditEventRecord } from '@roster/agents/contracts';
import { useState } from 'react';
import { DataTable, SearchInput, SelectInput, useGetMany } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { narrowHidden } from '../shared/narrow-hidden.ts';
import { Page } from '../shared/page.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { Timestamp } from '../shared/timestamp.tsx';
import type { Tone } from '../theme/tones.ts';
import { AuditDialog } from './audit-dialog.tsx';

const tones: Record<AuditEventRecord['outcome'], Tone> = { allowed: 'good', denied: 'bad', failed: 'bad' };
const outcomes = ['allowed', 'denied', 'failed'] as const;

export default function AuditPage() {
  const t = useText();
  const [open, setOpen] = useState<AuditEventRecord | null>(null);
  const filters = [<SearchInput key="q" source="q" alwaysOn />, <SelectInput key="outcome" source="outcome" label={t('audit.outcome')} alwaysOn choices={outcomes.map((id) => ({ id, name: t(`audit.outcomes.${id}`) }))} />];
  return (
    <Page title={t('audit.title')} lead={t('audit.lead')}>
      <ResourceList resource="audit-events" sort={{ field: 'at', order: 'DESC' }} filters={filters} perPage={50} empty={<EmptyState title={t('audit.emptyTitle')}>{t('audit.emptyBody')}</EmptyState>}>
        <DataTable<AuditEventRecord> bulkActionButtons={false} rowClick={(_id, _resource, record) => (setOpen(record as AuditEventRecord), false)} empty={<EmptyState title={t('audit.filteredTitle')}>{t('runs.filteredBody')}</EmptyState>}>
          <DataTable.Col<AuditEventRecord> source="at" label={t('audit.at')} render={({ at }) => <Timestamp at={at} absolute />} />
          <DataTable.Col<AuditEventRecord> source="actorId" label={t('audit.actor')} disableSort render={(entry) => <Actor entry={entry} />} />
          <DataTable.Col<AuditEventRecord> source="action" label={t('audit.action')} render={({ action }) => action.replaceAll('_', ' ')} />
          <DataTable.Col<AuditEventRecord> source="objectKind" label={t('audit.object')} disableSort sx={narrowHidden} render={({ objectKind }) => objectKind.replaceAll('_', ' ')} />
          <DataTable.Col<AuditEventRecord> source="outcome" label={t('audit.outcome')} disableSort sx={narrowHidden} render={({ outcome }) => <StatusChip tone={tones[outcome]}>{t(`audit.outcomes.${outcome}`)}</StatusChip>} />
        </DataTable>
      </ResourceList>
      {open !== null && <AuditDialog entry={open} onClose={() => setOpen(null)} />}
    </Page>
  );
}

function Actor({ entry }: { entry: AuditEventRecord }) {
  const isUser = entry.actorKind === 'user' && entry.actorId !== null;
  const { data } = useGetMany<{ id: string; name: string }>('users', { ids: isUser ? [entry.actorId as string] : [] }, { enabled: isUser });
  return <Box component="span">{data?.[0]?.name ?? entry.actorId ?? entry.actorKind}</Box>;
}
