// How settings are written: a number never comes without its unit.
import { z } from 'zod';

const MS_PER_UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };
const BYTES_PER_UNIT: Readonly<Record<string, number>> = { B: 1, KiB: 1_024, MiB: 1_048_576, GiB: 1_073_741_824 };

/** `250ms`, `120s`, `15min`, `24h`, `7d` → milliseconds, at least one. */
export const duration = quantity(MS_PER_UNIT, 'a duration such as 250ms, 120s, 15min, 24h or 7d');

/** `64KiB`, `10MiB` → bytes, at least one. */
export const size = quantity(BYTES_PER_UNIT, 'a size such as 64KiB or 10MiB');

export interface Rate {
  count: number;
  windowMs: number;
}

/** `60/min` → 60 per 60,000 ms. */
export const rate = z.string().transform((text, context): Rate => {
  const [, count, unit] = /^(\d{1,9})\/(s|min|h|d)$/.exec(text) ?? [];
  const windowMs = MS_PER_UNIT[unit ?? ''];
  if (windowMs === undefined || Number(count) < 1) return refuse(context, 'must be a rate such as 60/min');
  return { count: Number(count), windowMs };
});

export const flag = z.enum(['true', 'false'], { error: 'must be true or false' }).transform((text) => text === 'true');

export function wholeNumber({ min, max }: { min: number; max: number }) {
  return z.string().transform((text, context) => {
    const value = Number(text);
    if (!/^\d{1,15}$/.test(text) || value < min || value > max) return refuse(context, `must be a whole number from ${min} to ${max}`);
    return value;
  });
}

/** Comma separated, blanks around an entry ignored; empty text is the empty list. */
export function listOf<T extends z.ZodType<unknown, string>>(entry: T) {
  const split = (text: string) => (text.trim() === '' ? [] : text.split(',').map((part) => part.trim()));
  return z.string().transform(split).pipe(z.array(entry));
}

function quantity(units: Readonly<Record<string, number>>, example: string) {
  return z.string().transform((text, context) => {
    const [, amount, unit] = /^(\d{1,9})([a-zA-Z]+)$/.exec(text) ?? [];
    const factor = units[unit ?? ''];
    if (factor === undefined || Number(amount) < 1) return refuse(context, `must be ${example}`);
    return Number(amount) * factor;
  });
}

export function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}
