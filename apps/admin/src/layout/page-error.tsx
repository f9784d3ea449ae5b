import type { ErrorProps } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { ErrorCard } from '../shared/error-card.tsx';
import { Page } from '../shared/page.tsx';

/** A page that broke says so without its stack; the rest of the admin stays usable and another page resets it. */
export function PageError({ error }: Pick<ErrorProps, 'error'>) {
  const t = useText();
  return (
    <Page title={t('layout.broken')}>
      <ErrorCard error={error} />
    </Page>
  );
}
