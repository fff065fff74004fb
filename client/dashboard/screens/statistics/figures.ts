import { perLanguage } from '../../words/language.ts';
import { dateLocale, formatNumber } from '../../words/formatters.ts';

const whole = perLanguage((shown) => new Intl.NumberFormat(shown, { maximumFractionDigits: 0 }));
const tenths = perLanguage((shown) => new Intl.NumberFormat(shown, { maximumFractionDigits: 1 }));
const compact = perLanguage(
  (shown) => new Intl.NumberFormat(shown, { notation: 'compact', maximumFractionDigits: 1 }),
);
const percents = perLanguage(
  (shown) => new Intl.NumberFormat(shown, { style: 'percent', maximumFractionDigits: 1 }),
);
const changes = perLanguage(
  (shown) =>
    new Intl.NumberFormat(shown, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
);
const euros = perLanguage((shown) => new Intl.NumberFormat(shown, { style: 'currency', currency: 'EUR' }));
const smallEuros = perLanguage(
  (shown) => new Intl.NumberFormat(shown, { style: 'currency', currency: 'EUR', maximumFractionDigits: 6 }),
);
const days = perLanguage(
  (shown) => new Intl.DateTimeFormat(dateLocale(shown), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
const wholeDays = perLanguage(
  (shown) =>
    new Intl.DateTimeFormat(dateLocale(shown), {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);

/** The units that figures come in; the server's names. */
export type Unit = 'TEXT' | 'DAY' | 'NUMBER' | 'PERCENT' | 'MONEY' | 'MINUTES' | '%future added value';

/** A figure in words; a dash for a share of nothing. */
export function figureIn(unit: Unit, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (unit === 'PERCENT') return formatNumber(percents(), value / 100);
  if (unit === 'MONEY')
    return formatNumber(value !== 0 && Math.abs(value) < 0.005 ? smallEuros() : euros(), value);
  // Tenths of a minute matter only where there are few.
  if (unit === 'MINUTES' && Math.abs(value) < 100) return formatNumber(tenths(), value);
  return formatNumber(whole(), value);
}

/** The same where there is little room: 12.3K. */
export function shortFigure(unit: Unit, value: number | null | undefined): string {
  if (
    value === null ||
    value === undefined ||
    unit === 'PERCENT' ||
    unit === 'MONEY' ||
    Math.abs(value) < 10_000
  )
    return figureIn(unit, value);
  return formatNumber(compact(), value);
}

/** By how much a figure has changed, in percent of what it was: +12 %. Null: it was nothing. */
export function changeOf(value: number | null | undefined, before: number | null | undefined): string | null {
  if (value === null || value === undefined || !before) return null;
  return formatNumber(changes(), (value - before) / before);
}

/** Which way a figure went; null where `changeOf` says none or 0%. */
export function directionOf(
  value: number | null | undefined,
  before: number | null | undefined,
): 'up' | 'down' | null {
  if (value === null || value === undefined || !before) return null;
  const change = (100 * (value - before)) / before;
  if (Math.round(Math.abs(change)) === 0) return null;
  return change > 0 ? 'up' : 'down';
}

const dayPattern = /^\d{4}-\d\d-\d\d$/;
const moment = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Label of a chart or a row: a formatted day, or the text itself. */
export const shortLabel = (label: string): string =>
  dayPattern.test(label) ? days().format(moment(label)) : label;
export const longLabel = (label: string): string =>
  dayPattern.test(label) ? wholeDays().format(moment(label)) : label;

const dayMs = 86_400_000;

/**
 * Returns a day for each label, counted from a first one; `YYYY-MM-DD`. Empty where the labels are not one
 * day apart, such as weeks.
 */
export function daysFrom(first: string, labels: readonly (string | null | undefined)[]): string[] {
  const isDaily = labels.every(
    (label, index) =>
      dayPattern.test(label ?? '') &&
      (index === 0 || moment(label!).getTime() - moment(labels[index - 1]!).getTime() === dayMs),
  );
  if (!isDaily || !dayPattern.test(first)) return [];
  return labels.map((_, index) =>
    new Date(moment(first).getTime() + index * dayMs).toISOString().slice(0, 10),
  );
}

/** Returns the present day in a time zone, `YYYY-MM-DD`; null for a zone that the browser doesn't know. */
export function dayIn(timeZone: string, now = new Date()): string | null {
  try {
    // Swedish writes days as ISO 8601 does.
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
  } catch {
    return null;
  }
}

/**
 * A heading as the interface calls things: 'free' is 'Teaser', 'premium' is 'Full' (specification, section
 * 9).
 */
export const headingOf = (heading: string): string =>
  heading.replace(/\bfree\b/gi, () => 'Teaser').replace(/\bpremium\b/gi, () => 'Full');

/**
 * The values at which a scale has lines: from zero to a round number over the most.
 */
export function scaleTo(most: number): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough)!;
  const lines: number[] = [];
  for (let line = 0; line < most + step; line += step) lines.push(Math.round(line * 1e6) / 1e6);
  return lines;
}
