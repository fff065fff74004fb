import type { DayOfWeek } from '@mantine/dates';
import { perLanguage } from '../../words/language.ts';
import { dateLocale } from '../../words/formatters.ts';

/** `9`, `0930`, `9:30`, `9.30`, `9h30` or `9:30 pm`. */
const typedTime = /^(\d{1,2})(?:\s?[:.h]?\s?(\d{2}))?\s?(?:([ap])\.?m\.?)?$/;

/**
 * Reads a time of day as people type it, by 24 or 12 hours.
 * @returns `HH:MM`; null if the text is no time
 */
export function parseTimeOfDay(typed: string): string | null {
  const [, hours, minutes = '00', half] = typedTime.exec(typed.trim().toLowerCase()) ?? [];
  if (hours === undefined || Number(minutes) > 59) return null;
  const hour = Number(hours);
  if (half === undefined) return hour > 23 ? null : `${hours.padStart(2, '0')}:${minutes}`;
  if (hour < 1 || hour > 12) return null;
  return `${String((hour % 12) + (half === 'p' ? 12 : 0)).padStart(2, '0')}:${minutes}`;
}

/** Writes `HH:MM` by the clock of a locale: `18:30`, in `en-US` `6:30 PM`. */
export function formatTimeOfDay(time: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  if (format.resolvedOptions().hourCycle !== 'h12') return time;
  // Browsers put a narrow space before AM and PM, which people don't type.
  return format.format(new Date(`1970-01-01T${time}Z`)).replace(/\s/, ' ');
}

/** Returns the day on which weeks begin where a language is read: 0 is Sunday, 1 Monday. */
export const firstWeekday = perLanguage((language): DayOfWeek => {
  const locale: Intl.Locale & { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } } =
    new Intl.Locale(dateLocale(language));
  // Browsers without this data begin weeks as ISO 8601 does.
  return (((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7) as DayOfWeek;
});
