import DoneIcon from '@mui/icons-material/CheckCircle';
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked';
import { Box, Typography } from '@mui/material';
import { useGetList } from 'react-admin';
import type { AgentRecord } from '../agents/agent.ts';
import { useMay } from '../auth/use-may.ts';
import { useText } from '../messages/use-text.ts';
import { HomeSection } from './home-section.tsx';
import { RowLink } from './row-link.tsx';

type StepName = 'chat' | 'publish' | 'create' | 'schedule' | 'key';
interface Step { name: StepName; to: string; done: boolean; shown: boolean }

/** The first steps, ticked by what is really there. A step somebody may not take is left out. */
export function Checklist() {
  const t = useText();
  const steps = useSteps().filter(({ shown }) => shown);
  return (
    <HomeSection title={t('home.first')}>
      {steps.map(({ name, to, done }) => (
        <RowLink key={name} to={to}>
          {done ? <DoneIcon fontSize="small" color="success" titleAccess={t('home.done')} /> : <OpenIcon fontSize="small" sx={{ color: 'text.secondary' }} titleAccess={t('home.open')} />}
          <Box sx={{ flex: 1 }}>
            <Typography sx={{ color: done ? 'text.secondary' : 'text.primary' }}>{t(`home.steps.${name}.title`)}</Typography>
            {!done && <Typography variant="caption" color="textSecondary">{t(`home.steps.${name}.hint`)}</Typography>}
          </Box>
        </RowLink>
      ))}
    </HomeSection>
  );
}

const firstOf = (field: string) => ({ pagination: { page: 1, perPage: 100 }, sort: { field, order: 'ASC' as const }, filter: {} });

function useSteps(): Step[] {
  const manages = { keys: useMay('manage_keys'), schedules: useMay('manage_schedule'), agents: useMay('create_agent') };
  const { data: agents = [] } = useGetList<AgentRecord>('agents', firstOf('name'));
  const threads = useGetList('threads', firstOf('createdAt')).total ?? 0;
  const keys = useGetList('api-keys', firstOf('name'), { enabled: manages.keys }).total ?? 0;
  const schedules = useGetList('schedules', firstOf('name'), { enabled: manages.schedules }).total ?? 0;
  const configured = agents.filter(({ kind }) => kind === 'database');
  const chattable = agents.find(({ workerOnly }) => !workerOnly);
  const editable = configured[0];
  return [
    { name: 'chat', to: chattable === undefined ? '/agents' : `/playground/${chattable.id}`, done: threads > 0, shown: true },
    { name: 'publish', to: editable === undefined ? '/agents' : `/agents/${editable.id}`, done: configured.some(({ publishedRevision }) => (publishedRevision ?? 0) > 1), shown: manages.agents },
    { name: 'create', to: '/agents/create', done: configured.length > 1, shown: manages.agents },
    { name: 'schedule', to: '/schedules/create', done: schedules > 0, shown: manages.schedules },
    { name: 'key', to: '/access/api-keys', done: keys > 0, shown: manages.keys },
  ];
}
