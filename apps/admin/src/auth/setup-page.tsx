import { useQueryClient } from '@tanstack/react-query';
import { Box, Button, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-admin';
import { ApiError } from '../api/api-error.ts';
import { send } from '../api/request.ts';
import { useText } from '../messages/use-text.ts';
import { ErrorCard } from '../shared/error-card.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { meCache } from './me.ts';

type Account = { name: string; email: string; password: string };
/** The first administrator says who they are; somebody invited is known and only chooses a password. */
export type LinkKind = 'setup' | 'invitation';

const fields: Record<LinkKind, readonly (keyof Account)[]> = { setup: ['name', 'email', 'password'], invitation: ['password'] };
const routes: Record<LinkKind, string> = { setup: '/setup', invitation: '/invitations' };

/** Where a single-use link leads. */
export function SetupPage({ kind }: { kind: LinkKind }) {
  const t = useText();
  const token = new URLSearchParams(useLocation().search).get('token');
  return (
    <AuthFrame title={t(`auth.${kind}.title`)} lead={t(`auth.${kind}.lead`)}>
      {token === null ? <NoToken /> : <SetupForm kind={kind} token={token} />}
    </AuthFrame>
  );
}

function NoToken() {
  const t = useText();
  return <ErrorCard error={new ApiError(400, { code: 'no_token', message: t('auth.noToken'), hint: t('auth.noTokenHint') })} />;
}

function SetupForm({ kind, token }: { kind: LinkKind; token: string }) {
  const t = useText();
  const enter = useEnter();
  const [account, setAccount] = useState<Account>({ name: '', email: '', password: '' });
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    const chosen = Object.fromEntries(fields[kind].map((field) => [field, account[field]]));
    await send(routes[kind], { method: 'POST', body: { token, ...chosen } }).then(enter, setError);
    setBusy(false);
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {error !== undefined && <ErrorCard error={error} />}
      <AccountFields shown={fields[kind]} account={account} onChange={setAccount} error={error} />
      <Button type="submit" variant="contained" size="large" disabled={busy} sx={{ justifySelf: 'start' }}>
        {t(`auth.${kind}.action`)}
      </Button>
    </Box>
  );
}

/** The answer of a used link is already a login. */
function useEnter() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    meCache.forget();
    await client.resetQueries();
    navigate('/', { replace: true });
  };
}

interface AccountFieldsProps {
  shown: readonly (keyof Account)[];
  account: Account;
  onChange: (account: Account) => void;
  error: unknown;
}

const inputTypes = { name: ['text', 'name'], email: ['email', 'username'], password: ['password', 'new-password'] } as const;

function AccountFields({ shown, account, onChange, error }: AccountFieldsProps) {
  const t = useText();
  const problems = error instanceof ApiError ? (error.body.errors ?? {}) : {};
  return shown.map((name, index) => (
    <TextField
      key={name}
      name={name}
      type={inputTypes[name][0]}
      autoComplete={inputTypes[name][1]}
      label={t(`auth.${name}`)}
      required
      autoFocus={index === 0}
      value={account[name]}
      onChange={(event) => onChange({ ...account, [name]: event.target.value })}
      error={problems[name] !== undefined}
      helperText={problems[name] ?? (name === 'password' ? t('auth.passwordHint') : undefined)}
    />
  ));
}
