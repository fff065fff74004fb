import { sql, type RawBuilder } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { periodAt, periodOfDay, type CalendarPeriod } from '../../../lib/zoned-time.ts';

/** What an episode that joins articles of a time covers. */
export type PeriodKind = 'daily' | 'weekly';

const units = { daily: 'day', weekly: 'week' } as const;
const forms = { daily: 'YYYY-MM-DD', weekly: 'IYYY-"W"IW' } as const;

/**
 * Returns the name of a day or its week, in a statement: `day 2026-11-21`, `week 2026-W47` (ISO 8601).
 * @param day a date, which has no time zone
 */
export const periodName = (kind: PeriodKind, day: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${sql.lit(`${units[kind]} `)} || to_char(${day}, ${sql.lit(forms[kind])})`;

/** Returns the day or week that a moment lies in, in a time zone, with the same name. */
export function episodePeriod(
  kind: PeriodKind,
  moment: Date,
  timezone: string,
): CalendarPeriod & { name: string } {
  const period = periodAt(units[kind], moment, timezone);
  if (kind === 'daily') return { ...period, name: `day ${period.day}` };
  const { yearOfWeek, weekOfYear } = Temporal.PlainDate.from(period.day);
  const number = String(weekOfYear).padStart(2, '0');
  return { ...period, name: `week ${yearOfWeek}-W${number}` };
}

/** Returns the day or week that an episode was made of, and null for an episode of another kind. */
export function periodOfEpisode(kind: PeriodKind, name: string, timezone: string): CalendarPeriod | null {
  const [, unit, when] = /^(day|week) (\S+)/.exec(name) ?? [];
  if (unit !== units[kind]) return null;
  return periodOfDay(units[kind], kind === 'daily' ? when! : dayText(daysOfWeek(when!)[0]), timezone);
}

const dayText = (date: Date): string => date.toISOString().slice(0, 10);

/**
 * What an episode of a period is called, in a language: the day, or the first and the last day of the week.
 */
export function titleOfPeriod(period: string, language: string): string {
  const format = new Intl.DateTimeFormat(Intl.DateTimeFormat.supportedLocalesOf([language, 'en'])[0], {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const [, kind, when, another] = /^(day|week) (\S+)(?: (\d+))?$/.exec(period)!;
  const title =
    kind === 'day' ? format.format(new Date(`${when}T00:00:00Z`)) : format.formatRange(...daysOfWeek(when!));
  return another ? `${title} (${another})` : title;
}

/**
 * What an episode is called by the articles that are in it now: by its only one, or by the first of its
 * group.
 * @param given the name that it was given, which one of a day or week keeps
 */
export function titleByArticles(period: string, given: string, first: { title: string }): string {
  if (period.startsWith('article ')) return first.title;
  const [, group] = /^group (\d+)$/.exec(period) ?? [];
  return group === undefined ? given : `#${group}: ${first.title}`;
}

/** Monday and Sunday. ISO 8601: the first week is the one with January 4. */
function daysOfWeek(week: string): [Date, Date] {
  const [year, number] = week.split('-W').map(Number) as [number, number];
  const fourth = new Date(Date.UTC(year, 0, 4));
  const monday = new Date(Date.UTC(year, 0, 4 - ((fourth.getUTCDay() + 6) % 7) + (number - 1) * 7));
  return [monday, new Date(monday.getTime() + 6 * 86_400_000)];
}
