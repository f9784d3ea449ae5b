/** Nearest-rank percentile of unsorted values; NaN when there are none. */
export function percentile(values: readonly number[], rank: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil((rank / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 50);

export interface Spread { median: number; min: number; max: number; n: number }

/** Over repetitions: a wide min–max says that the machine was busy. */
export const spread = (values: readonly number[]): Spread => ({ median: median(values), min: Math.min(...values), max: Math.max(...values), n: values.length });
