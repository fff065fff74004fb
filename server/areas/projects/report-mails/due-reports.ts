import { instantOf, isTimeZone } from '../../../lib/zoned-time.ts';
import { dayIn } from '../../listening/listening/project-zones.ts';
import { addDays, type Days } from '../../listening/statistics/report-days.ts';
import { periods, type Period } from '../../listening/statistics/named-periods.ts';

/** How often reports come. */
export type ReportFrequency = 'daily' | 'weekly' | 'monthly';

const periodOf = { daily: 'YESTERDAY', weekly: 'LAST_WEEK', monthly: 'LAST_MONTH' } as const satisfies Record<
  ReportFrequency,
  Period
>;

export const isReportFrequency = (word: string): word is ReportFrequency => Object.hasOwn(periodOf, word);

/** Start of the morning in the reader's time zone. */
const morning = '07:00';

/**
 * The days that a report is about: the last that are over. However long nothing was sent, it is those alone.
 * @param through the last day of the report before; null: there was none
 * @param zone in which its days begin and end
 * @param readerZone in which it is to be morning; null: that of the days
 * @returns null while it is not yet time
 */
export function dueDays(
  rhythm: ReportFrequency,
  through: string | null,
  { zone, readerZone }: { zone: string; readerZone: string | null },
  now = Date.now(),
): Days | null {
  const days = periods[periodOf[rhythm]](dayIn(zone, now));
  if (through !== null && through >= days.to) return null;
  const theirs = readerZone !== null && isTimeZone(readerZone) ? readerZone : zone;
  return instantOf(`${addDays(days.to, 1)}T${morning}`, theirs).getTime() <= now ? days : null;
}
