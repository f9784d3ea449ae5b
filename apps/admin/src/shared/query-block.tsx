import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorCard } from './error-card.tsx';
import { LoadingBlock } from './loading-block.tsx';

/** Waits for an answer, says why there is none, or shows it. What was shown stays while it is read again. */
export function QueryBlock<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error !== null) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />;
  return <LoadingBlock />;
}
