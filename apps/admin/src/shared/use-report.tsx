import { useNotify } from 'react-admin';
import { useCallback } from 'react';
import { ErrorCard } from './error-card.tsx';

/** Says in a corner what went wrong with a write; the page keeps what was entered. */
export function useReport() {
  const notify = useNotify();
  return useCallback((error: unknown) => notify(<ErrorNotice error={error} />, { type: 'error', autoHideDuration: 12_000 }), [notify]);
}

function ErrorNotice({ error }: { error: unknown }) {
  return (
    <div>
      <ErrorCard error={error} />
    </div>
  );
}
