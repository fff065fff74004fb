/** A time as clocks of some place show it: `YYYY-MM-DDTHH:MM`. */
export type LocalTime = string;

const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/;
const dayMs = 86_400_000;

/**
 * Returns the zone of a stored name, and the fallback where none is stored or the browser does not know it:
 * the server's zones may be newer.
 * @param fallback undefined: the browser's own zone
 */
export function zoneOf(stored: string | null | undefined, fallback?: string): string {
  const other = fallback ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!stored) return other;
  try {
    Intl.DateTimeFormat('en', { timeZone: stored });
    return stored;
  } catch {
    return other;
  }
}

/**
 * The moments at which clocks in a zone show a time, in milliseconds since 1970: one as a rule, none in an
 * hour that daylight saving skips, two in one that comes twice. None, too, where the text is no time.
 * @throws RangeError when there is no such zone
 */
export function momentsOf(local: LocalTime, zone: string): number[] {
  const parts = pattern.exec(local)?.slice(1).map(Number);
  if (!parts) return [];
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = parts;
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  const offsets = new Set([offsetAt(asUtc - dayMs, zone), offsetAt(asUtc + dayMs, zone)]);
  return [...offsets]
    .map((offset) => asUtc - offset)
    .filter((moment) => moment + offsetAt(moment, zone) === asUtc)
    .toSorted((a, b) => a - b);
}

/** What daylight saving does to a time: nothing, as a rule. */
export function clockChange(local: LocalTime, zone: string): 'skipped' | 'doubled' | null {
  if (!pattern.test(local)) return null;
  const { length } = momentsOf(local, zone);
  return length === 0 ? 'skipped' : length > 1 ? 'doubled' : null;
}

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const shown = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

/**
 * The moment that a time means in a zone, ISO 8601; where clocks skip it an hour later.
 * @param which of two
 * @throws RangeError when there is no such zone, or the text is no time
 */
export function momentOf(local: LocalTime, zone: string, which: 'first' | 'last' = 'first'): string {
  const moment = momentsOf(local, zone).at(which === 'first' ? 0 : -1);
  if (moment !== undefined) return new Date(moment).toISOString();
  if (!pattern.test(local)) throw new RangeError(`“${local}” is no time.`);
  const asUtc = Date.parse(`${local}Z`);
  return new Date(asUtc - offsetAt(asUtc - dayMs, zone)).toISOString();
}

/** What the clocks of a zone show at a moment. @throws RangeError when there is no such zone */
export function localTimeOf(iso: string, zone: string): LocalTime {
  const moment = Date.parse(iso);
  return new Date(moment + offsetAt(moment, zone)).toISOString().slice(0, 16);
}
