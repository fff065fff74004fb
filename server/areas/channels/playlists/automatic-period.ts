import type { PlaylistInterval } from '../../../../prisma/generated/client/enums.ts';
import { instantOf, localTime } from '../../../lib/zoned-time.ts';

/** Of an automatic playlist: the time whose listening counts. */
export interface Interval {
  limitInterval: PlaylistInterval;
  /** `HH:MM`, of the interval daily; null: no such limit. */
  limitTimeFrom: string | null;
  limitTimeTo: string | null;
}

const hour = 3_600_000;
const day = 24 * hour;

/**
 * The moments between which listening counts, the first included. Yesterday is a day of the zone's; a week
 * and a month are the 7 and 30 days up to now. Daily is the last 24 hours or, with hours of the day, the
 * latest time between them that has begun; where the second is not after the first, it is on the next day.
 * @param zone IANA name @throws RangeError when there is no such zone
 */
export function periodOf(
  { limitInterval, limitTimeFrom, limitTimeTo }: Interval,
  zone: string,
  now: Date,
): { from: Date; to: Date } {
  const since = (ms: number) => ({ from: new Date(now.getTime() - ms), to: now });
  const today = localTime(now, zone).day;
  switch (limitInterval) {
    case 'yesterday':
      return { from: instantOf(`${dayAfter(today, -1)}T00:00`, zone), to: instantOf(`${today}T00:00`, zone) };
    case 'weekly':
      return since(7 * day);
    case 'monthly':
      return since(30 * day);
    case 'daily': {
      if (!limitTimeFrom && !limitTimeTo) return since(day);
      const [from, to] = [limitTimeFrom ?? '00:00', limitTimeTo ?? '00:00'];
      const on = (date: string) => ({
        from: instantOf(`${date}T${from}`, zone),
        to: instantOf(`${to > from ? date : dayAfter(date, 1)}T${to}`, zone),
      });
      const current = on(today);
      return current.from > now ? on(dayAfter(today, -1)) : current;
    }
  }
}

function dayAfter(date: string, days: number): string {
  const moment = new Date(`${date}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}
