export type HeardRange = [from: number, to: number];

/**
 * Stretches in order, with one more in it: what touches becomes one. Seconds; a tenth between two is no gap.
 */
export function addHeardRange(stretches: readonly HeardRange[], from: number, to: number): HeardRange[] {
  const merged: HeardRange[] = [];
  for (const [start, end] of [...stretches, [from, to] as HeardRange].sort((a, b) => a[0] - b[0])) {
    const last = merged[merged.length - 1];
    if (last && start <= last[1] + 0.1) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/**
 * Returns the tenths (10 to 90) of a duration whose end is within the range just played; the end of the audio
 * reports 100.
 */
export function tenthsWithin(from: number, to: number, duration: number): number[] {
  return [10, 20, 30, 40, 50, 60, 70, 80, 90].filter((percent) => {
    const at = (duration * percent) / 100;
    return at > from && at <= to;
  });
}
