import { Box, Tab, Tabs } from '@mui/material';
import type { Operation } from '@roster/permissions/operations';
import { useNavigate, useParams } from 'react-admin';
import { useMay } from '../auth/use-may.ts';
import { useText } from '../messages/use-text.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { Page } from '../shared/page.tsx';
import { ApiKeysSection } from './api-keys-section.tsx';
import { GrantsSection } from './grants-section.tsx';
import { GroupsSection } from './groups-section.tsx';
import { UsersSection } from './users-section.tsx';

const sections = { users: UsersSection, groups: GroupsSection, grants: GrantsSection, 'api-keys': ApiKeysSection } as const;
type SectionName = keyof typeof sections;
const names = Object.keys(sections) as SectionName[];
const operations: Record<SectionName, Operation> = { users: 'manage_users', groups: 'manage_groups', grants: 'manage_users', 'api-keys': 'manage_keys' };

export default function AccessPage() {
  const t = useText();
  const navigate = useNavigate();
  const { section = 'users' } = useParams();
  const current = names.find((name) => name === section) ?? 'users';
  return (
    <Page title={t('access.title')} lead={t('access.lead')}>
      <Tabs value={current} onChange={(_, name: string) => navigate(`/access/${name}`)} variant="scrollable" scrollButtons={false} aria-label={t('access.title')} sx={{ mb: 2.5 }}>
        {names.map((name) => (
          <Tab key={name} value={name} label={t(`access.sections.${name}`)} id={`access-${name}`} aria-controls="access-panel" />
        ))}
      </Tabs>
      <Box role="tabpanel" id="access-panel" aria-labelledby={`access-${current}`}>
        <Section key={current} name={current} />
      </Box>
    </Page>
  );
}

function Section({ name }: { name: SectionName }) {
  const t = useText();
  const may = useMay(operations[name]);
  const Content = sections[name];
  return may ? <Content /> : <EmptyState title={t('access.forbidden')}>{t('shared.needs', { operation: operations[name].toUpperCase() })}</EmptyState>;
}
