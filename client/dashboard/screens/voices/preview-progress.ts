/**
 * How far a preview seems to be, in percent, so many milliseconds after it was asked for: quick at first,
 * never beyond 95.
 */
export function previewProgress(elapsed: number): number {
  return Math.min(95, Math.round(95 * (1 - Math.exp(-elapsed / 900))));
}
