import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RequestOptions, send } from './request.ts';

interface ApiQueryOptions {
  enabled?: boolean;
  /** Milliseconds between refreshes while the page is visible. */
  refetchInterval?: number | false;
}

/** Reads one address of the API that is not a plain record or list. */
export function useApi<T>(path: string, { enabled = true, refetchInterval = false }: ApiQueryOptions = {}) {
  return useQuery({ queryKey: apiKey(path), queryFn: async ({ signal }) => (await send<T>(path, { signal })).data, enabled, refetchInterval });
}

export const apiKey = (path: string): QueryKey => ['api', ...path.split('/').filter(Boolean)];

interface ApiWriteOptions {
  /** Address prefixes that are read again. */
  refresh?: readonly string[];
  /** Lists that are read again. */
  resources?: readonly string[];
  /** Also called when the refreshed list has taken the component away; callbacks given to `mutate` are not. */
  onSuccess?: () => void;
  onError?: (error: Error) => void;
}

/** One write; what it touched is read again, whether it succeeded or not. */
export function useApiWrite<Input, Output = unknown>(describe: (input: Input) => { path: string } & RequestOptions, { refresh = [], resources = [], onSuccess, onError }: ApiWriteOptions = {}) {
  const client = useQueryClient();
  return useMutation<Output, Error, Input>({
    mutationFn: async (input) => {
      const { path, ...options } = describe(input);
      return (await send<Output>(path, { method: 'POST', ...options })).data;
    },
    onSuccess: () => onSuccess?.(),
    onError: (error) => onError?.(error),
    onSettled: async () => {
      const keys = [...refresh.map(apiKey), ...resources.map((resource): QueryKey => [resource])];
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
