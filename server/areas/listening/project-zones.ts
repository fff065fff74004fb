import type { Sql } from '../../lib/db.ts';
import { anyOf } from '../../lib/sql.ts';
import { isTimeZone, localTime } from '../../lib/zoned-time.ts';

const quarterMs = 900_000;
/** Quarters of an hour whose day is remembered, of each zone. */
const keptMax = 10_000;
const kept = new Map<string, Map<number, string>>();

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
    rows.map(({ id, organizationId, theirs, own }) => {
      const zone = organizationId === null ? own : theirs;
      return [id, zone !== null && isTimeZone(zone) ? zone : 'UTC'];
    }),
  );
}

/** The day, `YYYY-MM-DD`, on which a time falls in a zone. @param at milliseconds */
export function dayIn(zone: string, at: number): string {
  // No zone is off UTC by anything but quarters of an hour.
  const quarter = Math.floor(at / quarterMs);
  let days = kept.get(zone);
  if (!days || days.size >= keptMax) kept.set(zone, (days = new Map()));
  let day = days.get(quarter);
  if (day === undefined) days.set(quarter, (day = localTime(new Date(quarter * quarterMs), zone).day));
  return day;
}
