import { Button, FormControlLabel, MenuItem, Switch, TextField, Typography } from '@mui/material';
import type { UserRecord } from '@roster/agents/contracts';
import { useState } from 'react';
import { useUpdate } from 'react-admin';
import { useApiWrite } from '../api/use-api.ts';
import { useText } from '../messages/use-text.ts';
import { FormDialog } from '../shared/form-dialog.tsx';
import { problemProps } from '../shared/problem-props.ts';
import { RevealOnce } from './reveal-once.tsx';

const roles = ['user', 'operator', 'admin'] as const;

export function EditUserDialog({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const t = useText();
  const [edited, setEdited] = useState(user);
  const [update, { isPending, error }] = useUpdate<UserRecord>();
  const again = useApiWrite<void, { invitationUrl: string }>(() => ({ path: `/users/${user.id}/invitation` }), { resources: ['users'] });
  if (again.data !== undefined) return <RevealOnce title={t('access.invited', { name: user.name })} lead={t('access.invitedLead')} label={t('access.invitationLink')} secret={again.data.invitationUrl} onClose={onClose} />;
  const save = () => update('users', { id: user.id, data: edited, previousData: user }, { onSuccess: onClose });
  return (
    <FormDialog title={user.name} action={t('shared.save')} busy={isPending} error={error ?? again.error} onSubmit={() => void save()} onClose={onClose}>
      <TextField label={t('shared.email')} value={user.email} disabled />
      <TextField required label={t('shared.name')} value={edited.name} onChange={(event) => setEdited({ ...edited, name: event.target.value })} {...problemProps(error, 'name')} />
      <TextField select label={t('access.role')} value={edited.role} onChange={(event) => setEdited({ ...edited, role: event.target.value as UserRecord['role'] })} {...problemProps(error, 'role', t(`access.roleHints.${edited.role}`))}>
        {roles.map((role) => (
          <MenuItem key={role} value={role}>
            {t(`access.roles.${role}`)}
          </MenuItem>
        ))}
      </TextField>
      {user.status === 'invited' ? (
        <Button variant="outlined" sx={{ justifySelf: 'start' }} disabled={again.isPending} onClick={() => again.mutate()}>
          {t('access.newLink')}
        </Button>
      ) : (
        <FormControlLabel control={<Switch checked={edited.status === 'active'} onChange={(_, on) => setEdited({ ...edited, status: on ? 'active' : 'disabled' })} />} label={t('access.mayEnter')} />
      )}
      {edited.status === 'disabled' && user.status === 'active' && <Typography color="textSecondary">{t('access.disableWarning')}</Typography>}
    </FormDialog>
  );
}
