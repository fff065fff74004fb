import { ValidationError } from '../../../kernel/errors.ts';
import { isDay } from '../../../lib/is-day.ts';
import { instantOf } from '../../../lib/zoned-time.ts';
import { dayIn } from '../listening/project-zones.ts';
import { statisticsMessages } from './messages.ts';

const dayMs = 86_400_000;
/** Days that a report covers at most: three years. */
export const daysMax = 1_096;
/** Default number of days, today included. */
const daysUsual = 30;

/** First and last day that may be requested: calculations from them stay within the calendar. */
const dayFirst = '1970-01-01';
const dayLast = '9990-12-31';

/** A day shifted by a number of days, `YYYY-MM-DD`; negative: earlier. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Days that a report covers, both included; by default the last thirty. */
export interface Days {
  from: string;
  to: string;
}

/** @throws ValidationError on `date_from` or `date_to` */
export function parseReportDays(
  { from, to }: { from?: string | null | undefined; to?: string | null | undefined },
  zone: string,
  now = Date.now(),
): Days {
  for (const [field, day] of [
    ['date_from', from],
    ['date_to', to],
  ] as const) {
    if (!day) continue;
    if (!isDay(day)) throw new ValidationError([{ field, ...statisticsMessages.STATISTICS_NO_DAY() }]);
    if (day < dayFirst || day > dayLast)
      throw new ValidationError([
        { field, ...statisticsMessages.STATISTICS_FAR_DAY({ first: dayFirst, last: dayLast }) },
      ]);
  }
  const last = to || dayIn(zone, now);
  const first = from || addDays(last, 1 - daysUsual);
  const refuse = (message: ReturnType<typeof statisticsMessages.STATISTICS_ENDS_BEFORE>): never => {
    throw new ValidationError([{ field: 'date_from', ...message }]);
  };
  if (first > last) refuse(statisticsMessages.STATISTICS_ENDS_BEFORE());
  if (addDays(first, daysMax) <= last) refuse(statisticsMessages.STATISTICS_TOO_LONG({ most: daysMax }));
  return { from: first, to: last };
}

/**
 * When days of a zone begin and end. The hours that begin between are theirs: sums are of the hours of the
 * zone's clocks (`listening/hour-bins.ts`), also where those are not whole hours from UTC.
 */
export function hoursOf({ from, to }: Days, zone: string): { since: Date; until: Date } {
  return { since: instantOf(`${from}T00:00`, zone), until: instantOf(`${addDays(to, 1)}T00:00`, zone) };
}

/** Every day, the first and the last included. */
export function everyDay({ from, to }: Days): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** What days are put together to. */
export type Grain = 'day' | 'week' | 'month';

/**
 * The first day of what a day belongs to: itself, its week's Monday (ISO 8601), or the first of its month.
 */
export function beginOf(grain: Grain, day: string): string {
  if (grain === 'day') return day;
  if (grain === 'month') return `${day.slice(0, 7)}-01`;
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}
