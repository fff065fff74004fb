import type { OverviewWords } from '../../generated/words/overview.ts';

/** From this on, hours are easier to grasp. */
const mostMinutes = 120;

/** Writes a length of audio as people say it: `61 min`, `5 h 12 min`. @param minutes may have decimals */
export function minutesText(w: Pick<OverviewWords, 'minutes' | 'hours'>, minutes: number): string {
  const count = Math.round(minutes);
  if (count < mostMinutes) return w.minutes({ count });
  return w.hours({ hours: Math.floor(count / 60), minutes: count % 60 });
}
