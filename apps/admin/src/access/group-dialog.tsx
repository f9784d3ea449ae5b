import { Autocomplete, Button, TextField } from '@mui/material';
import type { GroupRecord, UserRecord } from '@roster/agents/contracts';
import { useState } from 'react';
import { useCreate, useDelete, useGetList, useUpdate } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { FormDialog } from '../shared/form-dialog.tsx';
import { problemProps } from '../shared/problem-props.ts';

type Draft = Pick<GroupRecord, 'name' | 'description' | 'memberIds'>;

export function GroupDialog({ group, onClose }: { group: GroupRecord | null; onClose: () => void }) {
  const t = useText();
  const [draft, setDraft] = useState<Draft>({ name: group?.name ?? '', description: group?.description ?? '', memberIds: group?.memberIds ?? [] });
  const { data: users = [] } = useGetList<UserRecord>('users', { pagination: { page: 1, perPage: 500 }, sort: { field: 'name', order: 'ASC' }, filter: {} });
  const [create, creation] = useCreate<GroupRecord>();
  const [update, change] = useUpdate<GroupRecord>();
  const [remove, removal] = useDelete<GroupRecord>();
  const error = creation.error ?? change.error ?? removal.error;
  const save = () => (group === null ? create('groups', { data: draft }, { onSuccess: onClose }) : update('groups', { id: group.id, data: { ...group, ...draft }, previousData: group }, { onSuccess: onClose }));
  return (
    <FormDialog title={group?.name ?? t('access.addGroup')} action={t('shared.save')} busy={creation.isPending || change.isPending} ready={draft.name.trim() !== ''} error={error} onSubmit={() => void save()} onClose={onClose}>
      <TextField autoFocus required label={t('shared.name')} value={draft.name} onChange={(event) => setDraft({ ...draft, name: event.target.value })} {...problemProps(error, 'name')} />
      <TextField label={t('agents.description')} value={draft.description} onChange={(event) => setDraft({ ...draft, description: event.target.value })} {...problemProps(error, 'description')} />
      <Autocomplete multiple size="small" options={users} value={users.filter(({ id }) => draft.memberIds.includes(id))} getOptionKey={({ id }) => id} getOptionLabel={({ name, email }) => `${name} · ${email}`} onChange={(_, members) => setDraft({ ...draft, memberIds: members.map(({ id }) => id) })} renderInput={(params) => <TextField {...params} label={t('editor.members')} />} />
      {group !== null && (
        <Button color="error" sx={{ justifySelf: 'start' }} disabled={removal.isPending} onClick={() => void remove('groups', { id: group.id, previousData: group }, { onSuccess: onClose })}>
          {t('access.deleteGroup')}
        </Button>
      )}
    </FormDialog>
  );
}
