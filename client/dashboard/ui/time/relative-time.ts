import { perLanguage } from '../../words/language.ts';

const formats = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long ago it was, or how long it will be: "5 minutes ago". Null from a week on: then a date says more.
 */
export function relativeTime(iso: string, now: number): string | null {
  const passed = Date.parse(iso) - now;
  const [unit, length] =
    Math.abs(passed) < hour
      ? (['minute', minute] as const)
      : Math.abs(passed) < day
        ? (['hour', hour] as const)
        : (['day', day] as const);
  if (!(Math.abs(passed) < 7 * day)) return null;
  return formats().format(Math.trunc(passed / length) || 0, unit);
}
