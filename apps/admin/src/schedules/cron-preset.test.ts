import { describe, expect, it } from '@jest/globals';
import { cronOf, type CronPreset, presetOf } from './cron-preset.ts';

describe('the visual picker and the cron text', () => {
  it.each(['5 * * * *', '0 9 * * *', '30 7 * * 1-5', '15 18 * * 3', '0 6 1 * *'])('stay in step for %s', (cron) => {
    expect(cronOf(presetOf(cron) as Exclude<CronPreset, { kind: 'custom' }>)).toBe(cron);
  });

  it.each(['*/10 * * * *', '0 9 1 * 1', '0 9-17 * * *', '0 9 * 6 *', 'nonsense', '0 0 9 * * *'])('leave %s to the text field', (cron) => {
    expect(presetOf(cron)).toEqual({ kind: 'custom' });
  });
});
