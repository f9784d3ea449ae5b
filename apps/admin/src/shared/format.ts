/** A span of time in its largest sensible unit: `840 ms`, `4.2 s`, `3 min 5 s`, `2 h 4 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Micro-dollars as dollars. What is not known says so: it is never shown as zero. */
export function formatCost(micros: number | null | undefined): string {
  if (micros === null || micros === undefined) return 'unknown';
  if (micros === 0) return '$0';
  const dollars = micros / 1_000_000;
  return `$${dollars < 0.01 ? dollars.toFixed(6).replace(/0+$/, '') : dollars.toFixed(2)}`;
}

export function formatCount(count: number | null | undefined): string {
  return count === null || count === undefined ? 'unknown' : count.toLocaleString('en');
}

/** `in 5 min`, `2 h ago`; the exact time belongs beside it. */
export function formatRelative(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  const size = Math.abs(seconds);
  if (size < 45) return seconds > 0 ? 'in a moment' : 'just now';
  const [unit, length] = size < 3600 ? (['min', 60] as const) : size < 86_400 ? (['h', 3600] as const) : (['d', 86_400] as const);
  const count = Math.round(size / length);
  return seconds > 0 ? `in ${count} ${unit}` : `${count} ${unit} ago`;
}

/** `2026-11-30 21:45` on the clock of a zone (the viewer's own by default). */
export function formatLocal(at: Date, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23', ...(timeZone === undefined ? {} : { timeZone }) });
  return parts.format(at).replace(',', '');
}
