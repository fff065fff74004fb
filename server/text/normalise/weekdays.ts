import type { SpellingRule } from './spelling.ts';

/** How a language shortens and links the days of the week. */
export interface WeekdayWords {
  /** Full names by what is written, without a full stop, from Monday on. */
  names: Readonly<Record<string, string>>;
  to: string;
  and: string;
  /** Words that link two days, a pattern's source. */
  links: string;
  /** Words before a short day that make it one: "on", "am". */
  precededBy: RegExp;
  /** What follows a day: a time, a date, "closed". Tested after the full stop and a comma. */
  followedBy: RegExp;
  /** Whether a short day alone needs its full stop, being a word otherwise ("mer"). */
  needsStop?: boolean;
}

/**
 * Rules for the short names of days, which are also words and currencies ("So", "Fr", "Sun"): both sides
 * decide. Tried at the short name.
 */
export function weekdayRules({
  names,
  to,
  and,
  links,
  precededBy,
  followedBy,
  needsStop = false,
}: WeekdayWords): SpellingRule[] {
  const short = `(?:${Object.keys(names)
    .sort((a, b) => b.length - a.length)
    .join('|')})`;
  const full = Object.values(names).join('|');
  const day = `(${short})\\.?`;
  const link = `\\s?(?:[-–—/&+,]|${links})\\s?`;
  const nextDay = new RegExp(`^\\.?,?(?:${link})${short}(?![\\p{L}\\p{N}])`, 'u');
  const dayBefore = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${short}\\.?|${full})(?:(?:,|[-–—/&+]|\\s(?:${links}))\\s?)$`,
    'u',
  );
  const nameOf = (written: string): string => names[written]!;
  const fits = (before: string, after: string): boolean =>
    nextDay.test(after) ||
    dayBefore.test(before) ||
    precededBy.test(before) ||
    followedBy.test(after.replace(/^\.?,?\s?/, ''));
  const begins = (before: string): boolean => !/[\p{L}\p{N}@#’']$/u.test(before);
  return [
    {
      name: 'days of the week as a range',
      pattern: new RegExp(`${day}\\s?([-–—/&+]|${links})\\s?${day}(?![\\p{L}\\p{N}])`, 'uy'),
      say: ([found, from, between, till], { before, after }) => {
        if (!begins(before)) return null;
        const said = /[-–—]/.test(between!) ? to : /[/&+]/.test(between!) ? and : between!;
        const stop = found.endsWith('.') && /^\s*$/.test(after) ? '.' : '';
        return `${nameOf(from!)} ${said} ${nameOf(till!)}${stop}`;
      },
    },
    {
      name: 'day of the week',
      pattern: new RegExp(`${day}(?![\\p{L}\\p{N}])`, 'uy'),
      say: ([found, written], { before, after }) => {
        if (!begins(before) || !fits(before, after)) return null;
        if (needsStop && !found.endsWith('.') && !nextDay.test(after) && !dayBefore.test(before)) return null;
        const stop = found.endsWith('.') && /^["”“»)\]]*\s*$/u.test(after) ? '.' : '';
        return nameOf(written!) + stop;
      },
    },
  ];
}
