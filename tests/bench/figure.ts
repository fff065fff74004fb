/** What is measured: a ratio of two things measured in the same run, or a bound that holds on any machine. */
export interface Measure {
  name: string;
  unit: 'times' | 'ms' | 's' | 'MB' | '%' | 'events' | 'of 100';
  bar: number;
  better: 'lower' | 'higher';
  /** Outside this it is the measurement that is at fault. */
  plausible: readonly [least: number, most: number];
}

/** A measure with what came of it: one line of the table. */
export interface Figure extends Measure {
  /** Median of the rounds; null when it could not be measured here. */
  value: number | null;
  rounds: { min: number; median: number; max: number; count: number } | null;
  /** What was measured against what; or why not. */
  note: string;
}

/** @param values of the rounds. @throws Error without any */
export function measured(measure: Measure, values: number[], note: string): Figure {
  if (values.length === 0) throw new Error(`Nothing was measured: ${measure.name}`);
  const value = median(values);
  const rounds = { min: Math.min(...values), median: value, max: Math.max(...values), count: values.length };
  return { ...measure, value, rounds, note };
}

/** A figure that this machine lacks something for. */
export const unmeasured = (measure: Measure, why: string): Figure => ({
  ...measure,
  value: null,
  rounds: null,
  note: why,
});

export const allUnmeasured = (measures: Measure[], why: string): Figure[] =>
  measures.map((measure) => unmeasured(measure, why));

export type Verdict = 'met' | 'MISSED' | 'IMPLAUSIBLE' | 'not measured';

export function verdictOf({ value, bar, better, plausible: [least, most] }: Figure): Verdict {
  if (value === null) return 'not measured';
  if (!(value >= least && value <= most)) return 'IMPLAUSIBLE';
  return (better === 'lower' ? value <= bar : value >= bar) ? 'met' : 'MISSED';
}

/** The middle of an odd number of values, the mean of the two middle ones of an even number. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
