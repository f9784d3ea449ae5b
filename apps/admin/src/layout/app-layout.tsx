import type { ReactNode } from 'react';
import { Layout } from 'react-admin';
import { Navigation } from './navigation.tsx';
import { PageError } from './page-error.tsx';
import { TopBar } from './top-bar.tsx';

export function AppLayout({ children }: { children: ReactNode }) {
  return (
    <Layout appBarAlwaysOn appBar={TopBar} menu={Navigation} error={PageError}>
      {children}
    </Layout>
  );
}
