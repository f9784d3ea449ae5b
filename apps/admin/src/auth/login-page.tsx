import { Box, Button, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useLogin } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { ErrorCard } from '../shared/error-card.tsx';
import { AuthFrame } from './auth-frame.tsx';

export function LoginPage() {
  const t = useText();
  const login = useLogin();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    await login({ email, password }).catch(setError);
    setBusy(false);
  };
  return (
    <AuthFrame title={t('auth.signIn')} lead={t('auth.signInLead')}>
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
        {error !== undefined && <ErrorCard error={error} />}
        <TextField label={t('auth.email')} type="email" name="email" autoComplete="username" required autoFocus value={email} onChange={(event) => setEmail(event.target.value)} />
        <TextField label={t('auth.password')} type="password" name="password" autoComplete="current-password" required value={password} onChange={(event) => setPassword(event.target.value)} />
        <Button type="submit" variant="contained" size="large" disabled={busy} sx={{ justifySelf: 'start' }}>
          {t('auth.signIn')}
        </Button>
      </Box>
    </AuthFrame>
  );
}
