import { Temporal } from 'temporal-polyfill';

/** As IANA names regions: an area and a place, without figures. */
const regionPattern = /^[A-Za-z_]+(\/[A-Za-z_-]+){1,2}$/;

/**
 * Whether there is such a time zone: the IANA name of a region, such as `Europe/Berlin`, or `UTC`. Offsets
 * are none: `+05:30` is east of Greenwich to JavaScript and west of it to PostgreSQL (POSIX), and neither
 * knows of daylight saving.
 */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !regionPattern.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** What `localTime` texts look like. */
export const localTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/**
 * The moment at which clocks in a zone show a time. Of an hour that daylight saving skips, as much later as
 * the clocks are put forward; of one that comes twice, the first.
 * @param local `YYYY-MM-DDTHH:MM`
 * @throws RangeError when there is no such day, time or zone
 */
export function instantOf(local: string, zone: string): Date {
  return new Date(
    Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation: 'compatible' })
      .epochMilliseconds,
  );
}

/**
 * The day, `YYYY-MM-DD`, and the time, `HH:MM`, that clocks in a zone show at a moment. @throws RangeError
 * when there is no such zone
 */
export function localTime(moment: Date, zone: string): { day: string; time: string } {
  const shown = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime();
  const [day = '', time = ''] = shown.toString({ smallestUnit: 'minute' }).split('T');
  return { day, time };
}

/** How far clocks in a zone are ahead of UTC at a moment, milliseconds. @throws RangeError for no zone */
export const offsetMs = (at: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
