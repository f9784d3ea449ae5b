import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/api-error.ts';

/** A refusal stays one when it is asked again; only a lost connection or a busy server is worth two more tries. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: (failures, error) => failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status === 503), refetchOnWindowFocus: true } },
});
