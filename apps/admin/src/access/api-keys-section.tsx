import { Box, Button, Typography } from '@mui/material';
import type { ApiKeyRecord } from '@roster/agents/contracts';
import { useState } from 'react';
import { DataTable, useDelete } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { EmptyState } from '../shared/empty-state.tsx';
import { narrowHidden } from '../shared/narrow-hidden.ts';
import { ResourceList } from '../shared/resource-list.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { Timestamp } from '../shared/timestamp.tsx';
import { useReport } from '../shared/use-report.tsx';
import type { Tone } from '../theme/tones.ts';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { SectionHead } from './section-head.tsx';

const tones: Record<ApiKeyRecord['status'], Tone> = { active: 'good', expired: 'quiet', revoked: 'bad' };

export function ApiKeysSection() {
  const t = useText();
  const [adding, setAdding] = useState(false);
  const add = (
    <Button variant="contained" onClick={() => setAdding(true)}>
      {t('access.addKey')}
    </Button>
  );
  return (
    <>
      <SectionHead lead={t('access.keysLead')} action={add} />
      <ResourceList resource="api-keys" sort={{ field: 'createdAt', order: 'DESC' }} empty={<EmptyState title={t('access.noKeys')}>{t('access.keysLead')}</EmptyState>}>
        <KeyTable />
      </ResourceList>
      {adding && <ApiKeyDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function KeyTable() {
  const t = useText();
  return (
    <DataTable<ApiKeyRecord> bulkActionButtons={false} rowClick={false}>
      <DataTable.Col<ApiKeyRecord> source="name" label={t('shared.name')} render={(key) => <KeyName apiKey={key} />} />
      <DataTable.Col<ApiKeyRecord> source="status" label={t('access.status')} disableSort render={({ status }) => <StatusChip tone={tones[status]}>{t(`access.keyStatuses.${status}`)}</StatusChip>} />
      <DataTable.Col<ApiKeyRecord> source="expiresAt" label={t('access.expires')} sx={narrowHidden} render={({ expiresAt }) => <Timestamp at={expiresAt} />} />
      <DataTable.Col<ApiKeyRecord> source="lastUsedAt" label={t('access.lastUse')} sx={narrowHidden} render={({ lastUsedAt }) => <Timestamp at={lastUsedAt} />} />
      <DataTable.Col<ApiKeyRecord> label="" align="right" render={(key) => <RevokeKey apiKey={key} />} />
    </DataTable>
  );
}

function KeyName({ apiKey }: { apiKey: ApiKeyRecord }) {
  const t = useText();
  const agents = apiKey.agentIds === 'all' ? t('access.allAgents') : t('access.agentCount', { smart_count: apiKey.agentIds.length });
  return (
    <Box>
      <Typography sx={{ fontWeight: 600 }}>{apiKey.name}</Typography>
      <Typography variant="caption" color="textSecondary">{`${agents} · ${apiKey.operations.join(', ').toUpperCase()}`}</Typography>
    </Box>
  );
}

function RevokeKey({ apiKey }: { apiKey: ApiKeyRecord }) {
  const t = useText();
  const report = useReport();
  const [asking, setAsking] = useState(false);
  const [revoke, { isPending }] = useDelete<ApiKeyRecord>();
  if (apiKey.status === 'revoked') return null;
  const confirm = () => revoke('api-keys', { id: apiKey.id, previousData: apiKey }, { onError: report, onSettled: () => setAsking(false) });
  return (
    <>
      <Button size="small" color="error" onClick={() => setAsking(true)}>
        {t('access.revoke')}
      </Button>
      <ConfirmDialog open={asking} title={t('access.revokeTitle', { name: apiKey.name })} action={t('access.revoke')} danger busy={isPending} onConfirm={() => void confirm()} onClose={() => setAsking(false)}>
        {t('access.revokeBody')}
      </ConfirmDialog>
    </>
  );
}
