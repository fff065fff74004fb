import { primaryLanguage } from '../primary-language.ts';

/** How classes of numbers and signs are read, by class; the first option of each is the rules' own way. */
export const readingOptions = {
  phoneNumbers: ['by_language', 'digits', 'pairs', 'as_written'],
  years: ['by_language', 'number', 'as_written'],
  dates: ['by_language', 'day_first', 'month_first', 'as_written'],
  units: ['by_language', 'as_written'],
  handles: ['by_language', 'name_only', 'as_written'],
} as const;

export type ReadingClass = keyof typeof readingOptions;
/** What editors decided for each class. */
export type Readings = { readonly [Class in ReadingClass]: (typeof readingOptions)[Class][number] };

export const readingClasses = Object.keys(readingOptions) as [ReadingClass, ...ReadingClass[]];

export const defaultReadings: Readings = {
  phoneNumbers: 'by_language',
  years: 'by_language',
  dates: 'by_language',
  units: 'by_language',
  handles: 'by_language',
};

const classes: readonly (readonly [pattern: RegExp, readingClass: ReadingClass])[] = [
  [/^telephone number/, 'phoneNumbers'],
  [/^(?:year|range of years)$/, 'years'],
  [/^(?:dates? |day and month|days of a month|month of a year|month and day)/, 'dates'],
  [/^(?:quantity with a unit|unit alone|per unit|consumption)$/, 'units'],
  [/^(?:hashtag|mention)$/, 'handles'],
];
const classByName = new Map<string, ReadingClass | null>();

/** What names a telephone number, which is then read as digits after their label. */
const phoneLabel =
  /(?:^|[^\p{L}])(?:Tel(?:efon(?:nummer)?|efax)?|Ruf(?:nummer)?|Fax(?:nummer)?|Handy(?:nummer)?|Mobil|Hotline|Durchwahl|Notruf|[Pp]hone|[Cc]all|[Tt]él(?:éphone)?)\.?(?:\s\p{L}{1,10})?:?\s$/u;

/**
 * Returns the class whose reading editors decide for a rule; null: none.
 * @param rule its name
 * @param before the text before its match
 */
export function readingClassOf(rule: string, before: string): ReadingClass | null {
  if (rule === 'digits after their label') return phoneLabel.test(before) ? 'phoneNumbers' : null;
  let found = classByName.get(rule);
  if (found === undefined) {
    found = classes.find(([pattern]) => pattern.test(rule))?.[1] ?? null;
    classByName.set(rule, found);
  }
  return found;
}

/** The language whose order of day and month rules follow. Only in English do countries differ. */
export function dateLanguage(language: string, { dates }: Readings): string {
  if (primaryLanguage(language) !== 'en') return language;
  if (dates === 'day_first') return 'en-gb';
  return dates === 'month_first' ? 'en-us' : language;
}

/**
 * Says a telephone number digit by digit or in pairs, with a comma (a short pause) between its groups. An odd
 * group begins with a single digit: "030" is "zero, thirty".
 * @param cardinal says a whole number below 100
 */
export function sayPhoneNumber(
  written: string,
  by: 'digits' | 'pairs',
  cardinal: (number: number) => string,
): string {
  const say = (part: string): string =>
    part === '+'
      ? 'plus'
      : part.length === 2 && part.startsWith('0')
        ? `${cardinal(0)} ${cardinal(Number(part[1]))}`
        : cardinal(Number(part));
  const parts = (group: string): string[] =>
    by === 'digits'
      ? [...group]
      : (group.match(group.length % 2 === 0 ? /\d\d/g : /^\d(?=(?:\d\d)*$)|\d\d/g) ?? []);
  return written
    .split(/[^\d+]+/)
    .filter(Boolean)
    .map((group) =>
      [...(group.startsWith('+') ? ['+'] : []), ...parts(group.replace(/\+/g, ''))].map(say).join(' '),
    )
    .join(', ');
}
