import type { SchedulePreview } from '@roster/agents/contracts';

/** The slots as the zone's clocks show them; `shift` marks the first one after the clocks were moved. */
export function previewOf(slots: readonly Date[], timezone: string): SchedulePreview {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' });
  const offset = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
  const offsetOf = (slot: Date) => offset.formatToParts(slot).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return {
    fires: slots.map((slot, index) => ({ at: slot.toISOString(), local: local.format(slot), shift: index > 0 && offsetOf(slot) !== offsetOf(slots[index - 1]!) })),
  };
}
