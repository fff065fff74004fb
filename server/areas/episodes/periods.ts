import { sql, type RawBuilder } from 'kysely';

/** What an episode that joins articles of a time covers. */
export type PeriodKind = 'daily' | 'weekly';

const units = { daily: 'day', weekly: 'week' } as const;
const forms = { daily: 'YYYY-MM-DD', weekly: 'IYYY-"W"IW' } as const;

/**
 * The day or the week (ISO 8601) that a time lies in, in a time zone: `day 2026-11-21`, `week 2026-W47`. In
 * order as text, too.
 */
export const periodOf = (kind: PeriodKind, time: RawBuilder<Date>, timezone: string): RawBuilder<string> =>
  sql<string>`${sql.lit(`${units[kind]} `)} || to_char(${time} AT TIME ZONE ${timezone}, ${sql.lit(forms[kind])})`;

/** When it is over: the midnight that follows there, whatever its clocks do meanwhile. */
export const endOfPeriod = (kind: PeriodKind, time: RawBuilder<Date>, timezone: string): RawBuilder<Date> =>
  sql<Date>`(date_trunc(${sql.lit(units[kind])}, ${time} AT TIME ZONE ${timezone})
    + ${sql.lit(`1 ${units[kind]}`)}::interval) AT TIME ZONE ${timezone}`;

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
