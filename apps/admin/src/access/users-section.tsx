import { Box, Button, Typography } from '@mui/material';
import type { UserRecord } from '@roster/agents/contracts';
import { useState } from 'react';
import { DataTable, SearchInput } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { narrowHidden } from '../shared/narrow-hidden.ts';
import { ResourceList } from '../shared/resource-list.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { Timestamp } from '../shared/timestamp.tsx';
import type { Tone } from '../theme/tones.ts';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { SectionHead } from './section-head.tsx';

const tones: Record<UserRecord['status'], Tone> = { active: 'good', invited: 'waiting', disabled: 'quiet' };

export function UsersSection() {
  const t = useText();
  const [inviting, setInviting] = useState(false);
  const [editing, setEditing] = useState<UserRecord | null>(null);
  const invite = (
    <Button variant="contained" onClick={() => setInviting(true)}>
      {t('access.invite')}
    </Button>
  );
  return (
    <>
      <SectionHead lead={t('access.usersLead')} action={invite} />
      <ResourceList resource="users" sort={{ field: 'name', order: 'ASC' }} filters={[<SearchInput key="q" source="q" alwaysOn />]} empty={<EmptyState title={t('access.noUsers')}>{t('access.usersLead')}</EmptyState>}>
        <UserTable onEdit={setEditing} />
      </ResourceList>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {editing !== null && <EditUserDialog user={editing} onClose={() => setEditing(null)} />}
    </>
  );
}

function UserTable({ onEdit }: { onEdit: (user: UserRecord) => void }) {
  const t = useText();
  return (
    <DataTable<UserRecord> bulkActionButtons={false} rowClick={(_id, _resource, record) => (onEdit(record as UserRecord), false)}>
      <DataTable.Col<UserRecord>
        source="name"
        label={t('shared.name')}
        render={(user) => (
          <Box>
            <Typography sx={{ fontWeight: 600 }}>{user.name}</Typography>
            <Typography variant="caption" color="textSecondary">{user.email}</Typography>
          </Box>
        )}
      />
      <DataTable.Col<UserRecord> source="role" label={t('access.role')} render={({ role }) => t(`access.roles.${role}`)} />
      <DataTable.Col<UserRecord> source="status" label={t('access.status')} render={({ status }) => <StatusChip tone={tones[status]}>{t(`access.statuses.${status}`)}</StatusChip>} />
      <DataTable.Col<UserRecord> source="lastLoginAt" label={t('access.lastLogin')} sx={narrowHidden} render={({ lastLoginAt }) => <Timestamp at={lastLoginAt} />} />
    </DataTable>
  );
}
