import { Box, Button, Typography } from '@mui/material';
import type { ScheduleRecord } from '@roster/agents/contracts';
import { useState } from 'react';
import { useDelete, useGetOne, useNavigate, useNotify, useParams, useUpdate } from 'react-admin';
import { useApiWrite } from '../api/use-api.ts';
import { mayWith } from '../auth/use-may.ts';
import { useText } from '../messages/use-text.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { GuardedButton } from '../shared/guarded-button.tsx';
import { Page } from '../shared/page.tsx';
import { QueryBlock } from '../shared/query-block.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { useReport } from '../shared/use-report.tsx';
import { FireLog } from './fire-log.tsx';
import { draftOf, type ScheduleDraft } from './schedule-draft.ts';
import { ScheduleForm } from './schedule-form.tsx';

export default function SchedulePage() {
  const { id = '' } = useParams();
  const schedule = useGetOne<ScheduleRecord>('schedules', { id });
  if (schedule.data === undefined)
    return (
      <Page title="">
        <QueryBlock query={schedule}>{() => null}</QueryBlock>
      </Page>
    );
  return <ScheduleView key={id} schedule={schedule.data} />;
}

function ScheduleView({ schedule }: { schedule: ScheduleRecord }) {
  const t = useText();
  const notify = useNotify();
  const [update, { isPending, error }] = useUpdate<ScheduleRecord>();
  const editable = schedule.origin === 'row' && mayWith(schedule, 'manage_schedule');
  const before = draftOf(schedule);
  const save = ({ agentId: _agent, ...draft }: ScheduleDraft) => update('schedules', { id: schedule.id, data: draft, previousData: before as never }, { onSuccess: () => notify(t('schedules.saved'), { type: 'success' }) });
  return (
    <Page title={schedule.label === '' ? schedule.name : schedule.label} mark={<StatusChip tone={schedule.enabled ? 'good' : 'quiet'}>{t(schedule.enabled ? 'schedules.on' : 'schedules.off')}</StatusChip>} lead={schedule.origin === 'code' ? t('schedules.fromCode') : undefined} actions={<ScheduleActions schedule={schedule} editable={editable} />}>
      <ScheduleForm initial={before} isNew={false} editable={editable} busy={isPending} error={error} onSave={(draft) => void save(draft)} />
      <Box component="section" sx={{ mt: 4 }}>
        <Typography variant="h2" sx={{ mb: 1 }}>{t('schedules.log')}</Typography>
        <FireLog scheduleId={schedule.id} />
      </Box>
    </Page>
  );
}

function ScheduleActions({ schedule, editable }: { schedule: ScheduleRecord; editable: boolean }) {
  const t = useText();
  const report = useReport();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [remove, removal] = useDelete<ScheduleRecord>();
  const run = useApiWrite<void, { runId: string }>(() => ({ path: `/schedules/${schedule.id}/run` }), { resources: ['runs', 'schedules'] });
  const start = () => run.mutate(undefined, { onSuccess: ({ runId }) => navigate(`/runs/${runId}`), onError: report });
  return (
    <>
      <GuardedButton variant="outlined" operation="run_schedule" allowed={mayWith(schedule, 'run_schedule')} disabled={run.isPending} onClick={start}>
        {t('schedules.runNow')}
      </GuardedButton>
      {editable && <Button color="error" onClick={() => setAsking(true)}>{t('shared.delete')}</Button>}
      <ConfirmDialog open={asking} title={t('schedules.deleteTitle', { name: schedule.name })} action={t('shared.delete')} danger busy={removal.isPending} onConfirm={() => void remove('schedules', { id: schedule.id, previousData: schedule }, { onSuccess: () => navigate('/schedules'), onError: report })} onClose={() => setAsking(false)}>
        {t('schedules.deleteBody')}
      </ConfirmDialog>
    </>
  );
}
