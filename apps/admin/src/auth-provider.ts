import type { AuthProvider } from 'react-admin';
import { isSignedOut, meCache } from './auth/me.ts';
import { send } from './api/request.ts';

/** Sign-in by cookie. Being refused one thing (403) never signs anybody out; only a missing or ended login (401) does. */
export const authProvider: AuthProvider = {
  login: async ({ email, password }: { email: string; password: string }) => {
    await send('/login', { method: 'POST', body: { email, password } });
    meCache.forget();
  },
  logout: async () => {
    const signedIn = await meCache.get().then(
      () => true,
      () => false,
    );
    meCache.forget();
    if (signedIn) await send('/logout', { method: 'POST' }).catch(() => undefined);
  },
  checkAuth: async () => {
    await meCache.get();
  },
  checkError: async (error: unknown) => {
    if (!isSignedOut(error)) return;
    meCache.forget();
    throw error;
  },
  getIdentity: async () => {
    const { user } = await meCache.get();
    return { id: user.id, fullName: user.name, email: user.email, role: user.role };
  },
  /** Asked on every page, those for nobody in particular included: who is not signed in may do nothing. */
  getPermissions: () => meCache.get().then(({ can }) => can, refusedIfSignedOut),
};

function refusedIfSignedOut(error: unknown): readonly string[] {
  if (isSignedOut(error)) return [];
  throw error;
}
