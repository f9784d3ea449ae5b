import { ApiError } from '../api/api-error.ts';
import { type Send, send } from '../api/request.ts';

export interface Me {
  user: { id: string; email: string; name: string; role: 'user' | 'operator' | 'admin' };
  /** Operations this person may do in general; records carry their own. */
  can: readonly string[];
}

/** One answer of `GET /api/me` shared by everything that asks until somebody signs in or out. */
export function createMeCache(request: Send) {
  let current: Promise<Me> | undefined;
  return {
    get: () => (current ??= request<Me>('/me').then(({ data }) => data, forget)),
    forget: () => (current = undefined),
  };
  function forget(error: unknown): never {
    current = undefined;
    throw error;
  }
}

export const meCache = createMeCache(send);
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
