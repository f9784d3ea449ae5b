/** Common calendars a person picks instead of writing five fields. */
export type CronPreset = { kind: 'hourly'; minute: number } | { kind: 'daily' | 'weekdays'; time: string } | { kind: 'weekly'; time: string; day: number } | { kind: 'monthly'; time: string; date: number } | { kind: 'custom' };

/** The preset a cron text is written as, or `custom` when it is none. */
export function presetOf(cron: string): CronPreset {
  const [minute = '', hour = '', date = '', month = '', day = '', ...rest] = cron.trim().split(/\s+/);
  if (rest.length > 0 || month !== '*' || !isNumber(minute)) return { kind: 'custom' };
  if (hour === '*' && date === '*' && day === '*') return { kind: 'hourly', minute: Number(minute) };
  if (!isNumber(hour)) return { kind: 'custom' };
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (date === '*' && day === '*') return { kind: 'daily', time };
  if (date === '*' && day === '1-5') return { kind: 'weekdays', time };
  if (date === '*' && isNumber(day)) return { kind: 'weekly', time, day: Number(day) % 7 };
  if (day === '*' && isNumber(date)) return { kind: 'monthly', time, date: Number(date) };
  return { kind: 'custom' };
}

/** The cron text of a preset. */
export function cronOf(preset: Exclude<CronPreset, { kind: 'custom' }>): string {
  if (preset.kind === 'hourly') return `${preset.minute} * * * *`;
  const [hour = '0', minute = '0'] = preset.time.split(':').map((part) => String(Number(part)));
  switch (preset.kind) {
    case 'daily':
      return `${minute} ${hour} * * *`;
    case 'weekdays':
      return `${minute} ${hour} * * 1-5`;
    case 'weekly':
      return `${minute} ${hour} * * ${preset.day}`;
    case 'monthly':
      return `${minute} ${hour} ${preset.date} * *`;
  }
}

const isNumber = (text: string) => /^\d+$/.test(text);
