import { Box } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import { type FilterPayload, List, type SortPayload, useListContext } from 'react-admin';
import { ErrorCard } from './error-card.tsx';

interface ResourceListProps {
  resource: string;
  sort: SortPayload;
  filters?: ReactElement[];
  filter?: FilterPayload;
  filterDefaultValues?: FilterPayload;
  /** Shown when nothing exists and nothing is filtered. */
  empty: ReactElement;
  perPage?: number;
  children: ReactNode;
  /** Milliseconds between refreshes of a list that changes by itself. */
  refetchInterval?: number;
}

/** A server-side list under a page's own heading: sorted, filtered and paged by the API, its state in the address. */
export function ResourceList({ children, perPage = 25, filters, refetchInterval, ...list }: ResourceListProps) {
  return (
    <List {...list} {...(filters && { filters })} title={false} actions={false} exporter={false} perPage={perPage} queryOptions={{ ...(refetchInterval && { refetchInterval }) }} error={<ListError />} sx={{ '& .RaList-main': { minWidth: 0 }, '& .RaList-content': { overflowX: 'auto' } }}>
      {children}
    </List>
  );
}

function ListError() {
  const { error, refetch } = useListContext();
  return (
    <Box sx={{ p: 2 }}>
      <ErrorCard error={error} onRetry={() => void refetch()} />
    </Box>
  );
}
