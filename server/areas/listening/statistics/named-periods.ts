import { addDays, beginOf, type Days } from './report-days.ts';

const lastDays =
  (count: number) =>
  (today: string): Days => ({ from: addDays(today, 1 - count), to: today });

/** The last day of a month. @param first `YYYY-MM-01` */
const endOfMonth = (first: string): string => addDays(beginOf('month', addDays(first, 31)), -1);

/** Ranges of days by name, as of a day; those that end with it are not over yet. */
export const periods = {
  TODAY: lastDays(1),
  YESTERDAY: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  LAST_7_DAYS: lastDays(7),
  LAST_30_DAYS: lastDays(30),
  LAST_90_DAYS: lastDays(90),
  LAST_365_DAYS: lastDays(365),
  LAST_WEEK: (today) => {
    const monday = beginOf('week', today);
    return { from: addDays(monday, -7), to: addDays(monday, -1) };
  },
  THIS_MONTH: (today) => ({ from: beginOf('month', today), to: today }),
  LAST_MONTH: (today) => {
    const last = addDays(beginOf('month', today), -1);
    return { from: beginOf('month', last), to: last };
  },
  THIS_YEAR: (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
} as const satisfies Record<string, (today: string) => Days>;

export type Period = keyof typeof periods;

export const isPeriod = (name: string | null | undefined): name is Period =>
  name !== null && name !== undefined && Object.hasOwn(periods, name);

/**
 * The days before some, to compare them with: as many, or of a whole month the month before, which may be
 * longer or shorter.
 */
export function daysBefore({ from, to }: Days): Days {
  const last = addDays(from, -1);
  if (from.endsWith('-01') && to === endOfMonth(from)) return { from: beginOf('month', last), to: last };
  const count = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000 + 1;
  return { from: addDays(from, -count), to: last };
}
