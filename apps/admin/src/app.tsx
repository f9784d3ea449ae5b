import { AdminContext, AdminUI, CustomRoutes, localStorageStore, Resource } from 'react-admin';
import { lazy } from 'react';
import { Route } from 'react-router';
import { authProvider } from './auth-provider.ts';
import { LoginPage } from './auth/login-page.tsx';
import { SetupPage } from './auth/setup-page.tsx';
import { dataProvider } from './data-provider.ts';
import { AppLayout } from './layout/app-layout.tsx';
import { NotFoundPage } from './layout/not-found-page.tsx';
import { i18nProvider } from './messages/i18n-provider.ts';
import { queryClient } from './query-client.ts';
import { darkTheme, lightTheme } from './theme/roster-theme.ts';

// Every page is its own chunk: what somebody never opens is never loaded.
const HomePage = lazy(() => import('./home/home-page.tsx'));
const AgentList = lazy(() => import('./agents/agent-list.tsx'));
const AgentCreate = lazy(() => import('./agents/agent-create.tsx'));
const AgentPage = lazy(() => import('./agents/agent-page.tsx'));
const PlaygroundPage = lazy(() => import('./playground/playground-page.tsx'));
const RunList = lazy(() => import('./runs/run-list.tsx'));
const RunPage = lazy(() => import('./runs/run-page.tsx'));
const ScheduleList = lazy(() => import('./schedules/schedule-list.tsx'));
const ScheduleCreate = lazy(() => import('./schedules/schedule-create.tsx'));
const SchedulePage = lazy(() => import('./schedules/schedule-page.tsx'));
const ApprovalsPage = lazy(() => import('./approvals/approvals-page.tsx'));
const ConversationList = lazy(() => import('./conversations/conversation-list.tsx'));
const ConversationPage = lazy(() => import('./conversations/conversation-page.tsx'));
const AccessPage = lazy(() => import('./access/access-page.tsx'));
const AuditPage = lazy(() => import('./audit/audit-page.tsx'));

const store = localStorageStore();

export function App() {
  return (
    <AdminContext authProvider={authProvider} dataProvider={dataProvider} i18nProvider={i18nProvider} queryClient={queryClient} store={store} lightTheme={lightTheme} darkTheme={darkTheme}>
      <AdminUI requireAuth disableTelemetry title="Roster" dashboard={HomePage} layout={AppLayout} loginPage={LoginPage} catchAll={NotFoundPage}>
        <Resource name="agents" list={AgentList} create={AgentCreate} edit={AgentPage} />
        <Resource name="runs" list={RunList} edit={RunPage} />
        <Resource name="schedules" list={ScheduleList} create={ScheduleCreate} edit={SchedulePage} />
        <CustomRoutes noLayout>
          <Route path="/setup" element={<SetupPage kind="setup" />} />
          <Route path="/invitation" element={<SetupPage kind="invitation" />} />
        </CustomRoutes>
        <CustomRoutes>
          <Route path="/playground/:agentId" element={<PlaygroundPage />} />
          <Route path="/approvals" element={<ApprovalsPage />} />
          <Route path="/conversations" element={<ConversationList />} />
          <Route path="/conversations/:id" element={<ConversationPage />} />
          <Route path="/access/:section" element={<AccessPage />} />
          <Route path="/audit" element={<AuditPage />} />
        </CustomRoutes>
      </AdminUI>
    </AdminContext>
  );
}
