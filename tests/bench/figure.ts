/**
 * One line of the benchmark table: a ratio of two things measured in the same run, or a bound, beside its
 * bar.
 */
export interface Figure {
  name: string;
  /** Median of the rounds; null when it could not be measured here. */
  value: number | null;
  unit: 'times' | 'ms' | 's' | 'MB' | '%' | 'events' | 'of 100';
  bar: number;
  /** Whether the value should lie at or under the bar, or at or over it. */
  want: 'at most' | 'at least';
  /** What was measured against what; or why not. */
  note: string;
}

/** The middle of an odd number of values, the mean of the two middle ones of an even number. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
