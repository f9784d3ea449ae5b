import type { ScheduleRecord } from '@roster/agents/contracts';
import { useState } from 'react';
import { useCreate, useLocation, useNavigate, useNotify } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { Page } from '../shared/page.tsx';
import { newSchedule } from './schedule-draft.ts';
import { ScheduleForm } from './schedule-form.tsx';

export default function ScheduleCreate() {
  const t = useText();
  const navigate = useNavigate();
  const notify = useNotify();
  const agentId = new URLSearchParams(useLocation().search).get('agent') ?? '';
  const [initial] = useState(() => newSchedule(agentId));
  const [create, { isPending, error }] = useCreate<ScheduleRecord>();
  return (
    <Page title={t('schedules.createTitle')} lead={t('schedules.createLead')}>
      <ScheduleForm initial={initial} isNew busy={isPending} error={error} editable onSave={(data) => void create('schedules', { data }, { onSuccess: ({ id }) => (notify(t('schedules.saved'), { type: 'success' }), navigate(`/schedules/${id}`)) })} />
    </Page>
  );
}
