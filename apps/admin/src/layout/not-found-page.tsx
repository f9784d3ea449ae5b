import { useText } from '../messages/use-text.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { Page } from '../shared/page.tsx';

export function NotFoundPage() {
  const t = useText();
  return (
    <Page title={t('layout.notFound')}>
      <EmptyState title={t('layout.notFoundTitle')}>{t('layout.notFoundBody')}</EmptyState>
    </Page>
  );
}
