import { language } from '../../../words/language.ts';
import { dateLocale } from '../../../words/formatters.ts';

/** When an audio was created: day and month, and the time by 24 hours: "25 Nov, 20:45". */
export function formatCreated(iso: string, timeZone?: string): string {
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  };
  const locale = dateLocale(language());
  try {
    return new Intl.DateTimeFormat(locale, timeZone ? { ...options, timeZone } : options).format(
      new Date(iso),
    );
  } catch {
    // A time zone that this browser does not know.
    return new Intl.DateTimeFormat(locale, options).format(new Date(iso));
  }
}
