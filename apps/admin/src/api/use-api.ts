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

/** One write; what it touched is read again: everything under `refresh` (address prefixes) and the lists of `resources`. */
export function useApiWrite<Input, Output = unknown>(describe: (input: Input) => { path: string } & RequestOptions, touched: { refresh?: readonly string[]; resources?: readonly string[] } = {}) {
  const client = useQueryClient();
  return useMutation<Output, Error, Input>({
    mutationFn: async (input) => {
      const { path, ...options } = describe(input);
      return (await send<Output>(path, { method: 'POST', ...options })).data;
    },
    onSettled: async () => {
      const keys = [...(touched.refresh ?? []).map(apiKey), ...(touched.resources ?? []).map((resource): QueryKey => [resource])];
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
