import { Box, Button, FormControlLabel, MenuItem, Switch, TextField, Typography } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useText } from '../messages/use-text.ts';
import { ErrorCard } from '../shared/error-card.tsx';
import { problemProps } from '../shared/problem-props.ts';
import { AgentField } from './agent-field.tsx';
import { CalendarFields } from './calendar-fields.tsx';
import { NextFires } from './next-fires.tsx';
import type { ScheduleDraft } from './schedule-draft.ts';

interface ScheduleFormProps {
  initial: ScheduleDraft;
  isNew: boolean;
  editable: boolean;
  busy: boolean;
  error: unknown;
  onSave: (draft: ScheduleDraft) => void;
}

export interface ScheduleFieldsProps {
  draft: ScheduleDraft;
  set: (change: Partial<ScheduleDraft>) => void;
  disabled: boolean;
  error: unknown;
}

export function ScheduleForm({ initial, isNew, editable, busy, error, onSave }: ScheduleFormProps) {
  const t = useText();
  const [draft, setDraft] = useState(initial);
  const fields = { draft, set: (change: Partial<ScheduleDraft>) => setDraft((known) => ({ ...known, ...change })), disabled: !editable, error };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(draft);
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 620px) minmax(260px, 1fr)' }, gap: 4 }}>
      <Box sx={{ display: 'grid', gap: 2.5, alignContent: 'start' }}>
        {error !== null && <ErrorCard error={error} />}
        <WorkFields {...fields} isNew={isNew} />
        <CalendarFields {...fields} />
        <RuleFields {...fields} />
        {editable && (
          <Button type="submit" variant="contained" disabled={busy || draft.name === '' || draft.agentId === '' || draft.input.trim() === ''} sx={{ justifySelf: 'start' }}>
            {t(isNew ? 'schedules.add' : 'shared.save')}
          </Button>
        )}
      </Box>
      <NextFires cron={draft.cron} timezone={draft.timezone} />
    </Box>
  );
}

function WorkFields({ draft, set, disabled, error, isNew }: ScheduleFieldsProps & { isNew: boolean }) {
  const t = useText();
  return (
    <>
      <TextField required autoFocus={isNew} label={t('shared.name')} value={draft.name} disabled={disabled} onChange={(event) => set({ name: event.target.value })} {...problemProps(error, 'name', t('schedules.nameHint'))} />
      <TextField label={t('schedules.label')} value={draft.label} disabled={disabled} onChange={(event) => set({ label: event.target.value })} {...problemProps(error, 'label')} />
      <AgentField value={draft.agentId} disabled={disabled || !isNew} onChange={(agentId) => set({ agentId })} problem={problemProps(error, 'agentId', isNew ? undefined : t('schedules.agentFixed'))} />
      <TextField required multiline minRows={3} label={t('schedules.input')} value={draft.input} disabled={disabled} onChange={(event) => set({ input: event.target.value })} {...problemProps(error, 'input', t('schedules.inputHint'))} />
    </>
  );
}

function RuleFields({ draft, set, disabled, error }: ScheduleFieldsProps) {
  const t = useText();
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 2 }}>
        <TextField select label={t('schedules.overlap')} value={draft.overlap} disabled={disabled} onChange={(event) => set({ overlap: event.target.value as ScheduleDraft['overlap'] })} {...problemProps(error, 'overlap', t('schedules.overlapHint'))}>
          {(['skip', 'queue', 'parallel'] as const).map((rule) => (
            <MenuItem key={rule} value={rule}>{t(`schedules.overlaps.${rule}`)}</MenuItem>
          ))}
        </TextField>
        <TextField select label={t('schedules.missed')} value={draft.missed} disabled={disabled} onChange={(event) => set({ missed: event.target.value as ScheduleDraft['missed'] })} {...problemProps(error, 'missed', t('schedules.missedHint'))}>
          {(['runOnce', 'skip', 'runAll'] as const).map((rule) => (
            <MenuItem key={rule} value={rule}>{t(`schedules.misses.${rule}`)}</MenuItem>
          ))}
        </TextField>
      </Box>
      <Box>
        <FormControlLabel control={<Switch checked={draft.enabled} disabled={disabled} onChange={(_, enabled) => set({ enabled })} />} label={t('schedules.enabled')} />
        <Typography variant="caption" component="div" color="textSecondary">{t('schedules.enabledHint')}</Typography>
      </Box>
    </>
  );
}
