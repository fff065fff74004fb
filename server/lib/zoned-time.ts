import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';

/** As IANA names regions: an area and a place, without figures. */
const regionPattern = /^[A-Za-z_]+(\/[A-Za-z_-]+){1,2}$/;

/** Zones whose names were looked up: a name that is unknown here maps to UTC. */
const resolved = new LRUCache<string, string>({ max: 1_000 });

type ReportZone = (name: string) => void;
let report: ReportZone = (name) => process.emitWarning(`Unknown time zone: ${name}`);

/** Sets how a stored zone that this process does not know is reported; once per name. */
export function reportUnknownZones(by: ReportZone): void {
  report = by;
}

/**
 * Returns whether there is such a time zone: the IANA name of a region, such as `Europe/Berlin`, or `UTC`.
 * Offsets are not accepted: `+05:30` is east of Greenwich to JavaScript and west of it to PostgreSQL
 * (POSIX), and neither knows of daylight saving.
 */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !regionPattern.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the zone of a stored name, and UTC if none is stored or this process does not know it: a process
 * with newer zone data may have stored it. For the same reason all zone computation is in JavaScript, because
 * databases have their own zone data; statements get the boundaries.
 */
export function zoneOf(stored: string | null | undefined): string {
  if (!stored) return 'UTC';
  let zone = resolved.get(stored);
  if (zone !== undefined) return zone;
  zone = isTimeZone(stored) ? stored : 'UTC';
  resolved.set(stored, zone);
  if (zone !== stored) report(stored);
  return zone;
}

/** What `localTime` texts look like. */
export const localTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/**
 * The moment at which clocks in a zone show a time. Of an hour that daylight saving skips, as much later as
 * the clocks are put forward; of one that comes twice, the first.
 * @param local `YYYY-MM-DDTHH:MM`
 * @param zone as stored; see `zoneOf`
 * @throws RangeError when there is no such day or time
 */
export function instantOf(local: string, zone: string): Date {
  return new Date(
    Temporal.PlainDateTime.from(local).toZonedDateTime(zoneOf(zone), { disambiguation: 'compatible' })
      .epochMilliseconds,
  );
}

/** Returns the day, `YYYY-MM-DD`, and the time, `HH:MM`, that clocks in a zone show at a moment. */
export function localTime(moment: Date, zone: string): { day: string; time: string } {
  const shown = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(zoneOf(zone))
    .toPlainDateTime();
  const [day = '', time = ''] = shown.toString({ smallestUnit: 'minute' }).split('T');
  return { day, time };
}

/** How far clocks in a zone are ahead of UTC at a moment, milliseconds. */
export const offsetMs = (at: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zoneOf(zone)).offsetNanoseconds / 1e6;

/** What a calendar is divided into. Weeks are those of ISO 8601: they begin on Mondays. */
export type CalendarUnit = 'day' | 'week' | 'month';

/** A day, week or month as a zone's clocks have it. */
export interface CalendarPeriod {
  /** Its first day, `YYYY-MM-DD`. */
  day: string;
  since: Date;
  /** When the next one begins. */
  until: Date;
}

/**
 * Returns the day, week or month that contains a point in time in a zone. Periods of a zone follow each other
 * without gap or overlap, whatever its clocks do: if midnight occurs twice, the first one ends the day, and a
 * day that a zone skips at the date line does not exist.
 */
export function periodAt(unit: CalendarUnit, moment: Date, zone: string): CalendarPeriod {
  let first = beginOf(unit, Temporal.PlainDate.from(localTime(moment, zone).day));
  for (;;) {
    const period = periodFrom(unit, first, zone);
    if (moment < period.until) return period;
    first = first.add({ [`${unit}s`]: 1 });
  }
}

/** Returns the day, week or month that a day, `YYYY-MM-DD`, belongs to. */
export const periodOfDay = (unit: CalendarUnit, day: string, zone: string): CalendarPeriod =>
  periodFrom(unit, beginOf(unit, Temporal.PlainDate.from(day)), zone);

/** Returns a number of consecutive periods, oldest first; the last one contains the given time. */
export function periodsUpTo(unit: CalendarUnit, moment: Date, count: number, zone: string): CalendarPeriod[] {
  const last = Temporal.PlainDate.from(periodAt(unit, moment, zone).day);
  return Array.from({ length: count }, (_, place) =>
    periodFrom(unit, last.subtract({ [`${unit}s`]: count - 1 - place }), zone),
  );
}

function beginOf(unit: CalendarUnit, day: Temporal.PlainDate): Temporal.PlainDate {
  if (unit === 'month') return day.with({ day: 1 });
  return unit === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : day;
}

function periodFrom(unit: CalendarUnit, first: Temporal.PlainDate, zone: string): CalendarPeriod {
  const midnight = (day: Temporal.PlainDate): Date => instantOf(`${day.toString()}T00:00`, zone);
  return { day: first.toString(), since: midnight(first), until: midnight(first.add({ [`${unit}s`]: 1 })) };
}
