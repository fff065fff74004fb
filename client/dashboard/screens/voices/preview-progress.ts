/**
 * Estimates the progress of a preview in percent, from the milliseconds since its request: fast at first,
 * never above 95.
 */
export function previewProgress(elapsed: number): number {
  return Math.min(95, Math.round(95 * (1 - Math.exp(-elapsed / 900))));
}
