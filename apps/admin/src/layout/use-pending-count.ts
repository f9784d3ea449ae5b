import { useGetList } from 'react-admin';

/** How many requests wait for this person's decision; asked again every ten seconds while the page is visible. */
export function usePendingCount(): number {
  const { total } = useGetList('human-requests', { pagination: { page: 1, perPage: 1 }, sort: { field: 'createdAt', order: 'ASC' }, filter: { status: 'pending' } }, { refetchInterval: 10_000 });
  return total ?? 0;
}
