import { perLanguage } from '../../../words/language.ts';

const millisecondsPerMinute = 60_000;
const tenths = perLanguage(
  (shown) => new Intl.NumberFormat(shown, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);
const whole = perLanguage((shown) => new Intl.NumberFormat(shown, { maximumFractionDigits: 0 }));

/** Milliseconds of audio as minutes: rounded, with one decimal below 1. */
export function usageMinutes(milliseconds: number): string {
  const minutes = Math.max(0, milliseconds) / millisecondsPerMinute;
  return minutes > 0 && minutes < 1 ? tenths().format(minutes) : whole().format(minutes);
}

/** How much of the allowance is used, in percent; none where there is no allowance. */
export function usagePercent(usedMs: number, totalMs: number): number {
  return totalMs > 0 ? Math.min(100, Math.max(0, (usedMs / totalMs) * 100)) : 100;
}
