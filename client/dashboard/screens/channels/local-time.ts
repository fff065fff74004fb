import { channelsWords } from '../../generated/words/channels.ts';
import { wordsNow } from '../../words/word-catalogue.ts';

/** A time as clocks of some place show it: `YYYY-MM-DDTHH:MM`. */
export type LocalTime = string;

const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/;
const dayMs = 86_400_000;

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

/** What is said about a time that clocks skip or show twice; null where they show it once. */
export function clockHint(local: LocalTime, zone: string): string | null {
  const change = clockChange(local, zone);
  const time = local.slice(11);
  return change && wordsNow(channelsWords).time[change]({ time, zone });
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
