import { LRUCache } from 'lru-cache';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import { localTime, offsetMs, zoneOf } from '../../../lib/zoned-time.ts';

const quarterMs = 900_000;
const dayMs = 86_400_000;
/** The day of a quarter of an hour in a zone, by both. */
const days = new LRUCache<string, string>({ max: 20_000 });
/** How far a zone is ahead of UTC on a day, by both; where clocks change on it, `changes`. */
const offsets = new LRUCache<string, number | 'changes'>({ max: 20_000 });

/**
 * The zones in which projects count days: the organization's, of a private project its owner's, else UTC.
 */
export async function zonesOf(sql: Sql, projectIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await sql
    .selectFrom('Project as p')
    .leftJoin('Organization as o', 'o.id', 'p.organizationId')
    .leftJoin('User as u', 'u.id', 'p.ownerId')
    .where('p.id', '=', anyOf(projectIds, 'int'))
    .select(['p.id', 'p.organizationId', 'o.timezone as theirs', 'u.timezone as own'])
    .execute();
  return new Map(
    rows.map(({ id, organizationId, theirs, own }) => [id, zoneOf(organizationId === null ? own : theirs)]),
  );
}

/** The day, `YYYY-MM-DD`, on which a time falls in a zone. @param at milliseconds */
export function dayIn(zone: string, at: number): string {
  // No zone is off UTC by anything but quarters of an hour.
  const quarter = Math.floor(at / quarterMs);
  const offset = offsetOn(zone, Math.floor(at / dayMs));
  if (offset !== null) return dateOf(quarter * quarterMs + offset);
  const key = `${zone} ${quarter}`;
  let day = days.get(key);
  if (day === undefined) days.set(key, (day = localTime(new Date(quarter * quarterMs), zone).day));
  return day;
}

/**
 * When days begin in a zone, from a time on, each with its name. A day in which clocks are put back over
 * midnight is there twice.
 * @param since milliseconds
 * @param until milliseconds
 */
export function daysBetween(zone: string, since: number, until: number): { begin: number; day: string }[] {
  const found = [{ begin: since, day: dayIn(zone, since) }];
  const look = (at: number): void => {
    if (at <= since || at >= until) return;
    const day = dayIn(zone, at);
    if (day !== found.at(-1)!.day) found.push({ begin: at, day });
  };
  for (let utcDay = Math.floor(since / dayMs); utcDay * dayMs < until; utcDay++) {
    const offset = offsetOn(zone, utcDay);
    const begin = utcDay * dayMs;
    if (offset === null) for (let at = begin; at < begin + dayMs; at += quarterMs) look(at);
    else {
      look(begin);
      look(begin + (((-offset % dayMs) + dayMs) % dayMs));
    }
  }
  return found;
}

/** How far a zone is ahead of UTC on a day of UTC, milliseconds; null: not all day the same. */
function offsetOn(zone: string, utcDay: number): number | null {
  const key = `${zone} ${utcDay}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    // No zone changes twice on a day.
    const [first, last] = [utcDay * dayMs, (utcDay + 1) * dayMs - quarterMs].map((at) => offsetMs(at, zone));
    offsets.set(key, (offset = first === last && first! % quarterMs === 0 ? first! : 'changes'));
  }
  return offset === 'changes' ? null : offset;
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * How many minutes after those of UTC the hours of a zone begin: 0 nearly everywhere, 30 in India.
 * @param at milliseconds, a whole quarter of an hour
 */
export function minutesPastHour(zone: string, at: number): number {
  if (zone === 'UTC') return 0;
  const { time } = localTime(new Date(at), zone);
  return (((at / 60_000 - Number(time.slice(3))) % 60) + 60) % 60;
}

/** When the hour of a zone's clocks began in which a time falls. @param at milliseconds */
export function hourIn(zone: string, at: number): Date {
  const quarter = Math.floor(at / quarterMs) * quarterMs;
  const past = minutesPastHour(zone, quarter) * 60_000;
  return new Date(Math.floor((at - past) / 3_600_000) * 3_600_000 + past);
}
