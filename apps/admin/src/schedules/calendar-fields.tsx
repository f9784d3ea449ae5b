import { Autocomplete, Box, MenuItem, TextField } from '@mui/material';
import { useMemo } from 'react';
import { useText } from '../messages/use-text.ts';
import { problemProps } from '../shared/problem-props.ts';
import { monoFont } from '../theme/roster-theme.ts';
import { cronOf, type CronPreset, presetOf } from './cron-preset.ts';
import type { ScheduleFieldsProps } from './schedule-form.tsx';

const kinds = ['hourly', 'daily', 'weekdays', 'weekly', 'monthly', 'custom'] as const;
const defaults: Record<Exclude<CronPreset['kind'], 'custom'>, Exclude<CronPreset, { kind: 'custom' }>> = {
  hourly: { kind: 'hourly', minute: 0 },
  daily: { kind: 'daily', time: '09:00' },
  weekdays: { kind: 'weekdays', time: '09:00' },
  weekly: { kind: 'weekly', time: '09:00', day: 1 },
  monthly: { kind: 'monthly', time: '09:00', date: 1 },
};

/** The picker and the five fields say the same; either may be changed. */
export function CalendarFields({ draft, set, disabled, error }: ScheduleFieldsProps) {
  const t = useText();
  const zones = useMemo(() => ['UTC', ...Intl.supportedValuesOf('timeZone')], []);
  const preset = presetOf(draft.cron);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <TextField select label={t('schedules.when')} value={preset.kind} disabled={disabled} sx={{ minWidth: 180 }} onChange={(event) => event.target.value !== 'custom' && set({ cron: cronOf(defaults[event.target.value as keyof typeof defaults]) })}>
          {kinds.map((kind) => (
            <MenuItem key={kind} value={kind} disabled={kind === 'custom'}>{t(`schedules.presets.${kind}`)}</MenuItem>
          ))}
        </TextField>
        {preset.kind !== 'custom' && <PresetDetails preset={preset} disabled={disabled} onChange={(next) => set({ cron: cronOf(next) })} />}
      </Box>
      <TextField label={t('schedules.cron')} value={draft.cron} disabled={disabled} onChange={(event) => set({ cron: event.target.value })} {...problemProps(error, 'cron', t('schedules.cronHint'))} slotProps={{ htmlInput: { style: { fontFamily: monoFont }, spellCheck: false } }} />
      <Autocomplete size="small" disableClearable disabled={disabled} options={zones} value={draft.timezone} onChange={(_, timezone) => set({ timezone })} renderInput={(params) => <TextField {...params} label={t('schedules.timezone')} {...problemProps(error, 'timezone', t('schedules.timezoneHint'))} />} />
    </Box>
  );
}

type Known = Exclude<CronPreset, { kind: 'custom' }>;

function PresetDetails({ preset, disabled, onChange }: { preset: Known; disabled: boolean; onChange: (preset: Known) => void }) {
  const t = useText();
  if (preset.kind === 'hourly') return <WholeNumber label={t('schedules.minute')} value={preset.minute} min={0} max={59} disabled={disabled} onChange={(minute) => onChange({ ...preset, minute })} />;
  return (
    <>
      {preset.kind === 'weekly' && (
        <TextField select label={t('schedules.day')} value={preset.day} disabled={disabled} sx={{ minWidth: 140 }} onChange={(event) => onChange({ ...preset, day: Number(event.target.value) })}>
          {[1, 2, 3, 4, 5, 6, 0].map((day) => (
            <MenuItem key={day} value={day}>{weekday(day)}</MenuItem>
          ))}
        </TextField>
      )}
      {preset.kind === 'monthly' && <WholeNumber label={t('schedules.date')} value={preset.date} min={1} max={31} disabled={disabled} onChange={(date) => onChange({ ...preset, date })} />}
      <TextField type="time" label={t('schedules.time')} value={preset.time} disabled={disabled} sx={{ width: 140 }} onChange={(event) => event.target.value !== '' && onChange({ ...preset, time: event.target.value })} slotProps={{ inputLabel: { shrink: true } }} />
    </>
  );
}

interface WholeNumberProps {
  label: string;
  value: number;
  min: number;
  max: number;
  disabled: boolean;
  onChange: (value: number) => void;
}

function WholeNumber({ label, value, min, max, disabled, onChange }: WholeNumberProps) {
  return <TextField type="number" label={label} value={value} disabled={disabled} sx={{ width: 130 }} onChange={(event) => onChange(Math.min(max, Math.max(min, Math.trunc(Number(event.target.value)))))} slotProps={{ htmlInput: { min, max } }} />;
}

/** 2026-11-01 was a Sunday. */
const weekday = (day: number) => new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, 10, 1 + day)));
