import { MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { useApiWrite } from '../api/use-api.ts';
import { useText } from '../messages/use-text.ts';
import { FormDialog } from '../shared/form-dialog.tsx';
import { problemProps } from '../shared/problem-props.ts';
import { RevealOnce } from './reveal-once.tsx';

interface Invitation { email: string; name: string; role: 'user' | 'operator' | 'admin' }
interface Invited { invitationUrl: string; invitationExpiresAt: string }

const roles = ['user', 'operator', 'admin'] as const;

/** There is no mail server: the link is shown once, and the administrator hands it over. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [person, setPerson] = useState<Invitation>({ email: '', name: '', role: 'user' });
  const invite = useApiWrite<Invitation, Invited>((body) => ({ path: '/users', body }), { resources: ['users'] });
  if (invite.data !== undefined) return <RevealOnce title={t('access.invited', { name: person.name })} lead={t('access.invitedLead')} label={t('access.invitationLink')} secret={invite.data.invitationUrl} onClose={onClose} />;
  return (
    <FormDialog title={t('access.invite')} action={t('access.inviteAction')} busy={invite.isPending} ready={person.name !== '' && person.email !== ''} error={invite.error} onSubmit={() => invite.mutate(person)} onClose={onClose}>
      <TextField autoFocus required label={t('shared.name')} value={person.name} onChange={(event) => setPerson({ ...person, name: event.target.value })} {...problemProps(invite.error, 'name')} />
      <TextField required type="email" label={t('shared.email')} value={person.email} onChange={(event) => setPerson({ ...person, email: event.target.value })} {...problemProps(invite.error, 'email')} />
      <TextField select label={t('access.role')} value={person.role} onChange={(event) => setPerson({ ...person, role: event.target.value as Invitation['role'] })} {...problemProps(invite.error, 'role', t(`access.roleHints.${person.role}`))}>
        {roles.map((role) => (
          <MenuItem key={role} value={role}>
            {t(`access.roles.${role}`)}
          </MenuItem>
        ))}
      </TextField>
    </FormDialog>
  );
}
