import { execute, type Sql } from '../../../lib/database/db.ts';
import { minutesPastHour, zonesOf } from './project-zones.ts';

const hourMs = 3_600_000;
/** From each hour of UTC, so that days of every zone are made of whole hours. */
const utc = `date_trunc('hour', "at", 'UTC')`;

/**
 * Returns the SQL of the hour to which an event counts: the local hour of the project's zone where its offset
 * is not in whole hours (in India hours begin at half past), so that every day is the sum of its hours.
 * @param where SQL condition that selects the events of players
 */
export async function hourBins(tx: Sql, where: string): Promise<string> {
  const { rows } = await execute(
    tx,
    `SELECT "projectId", extract(epoch FROM min("at")) * 1000 AS "from", extract(epoch FROM max("at")) * 1000 AS "to"
     FROM "PlayerEvent" WHERE ${where} GROUP BY 1`,
  );
  const projects = rows as { projectId: number; from: string | number; to: string | number }[];
  const zones = await zonesOf(
    tx,
    projects.map(({ projectId }) => projectId),
  );
  const begin = Math.floor(Math.min(...projects.map(({ from }) => Number(from))) / hourMs) * hourMs - hourMs;
  const end = Math.max(...projects.map(({ to }) => Number(to))) + hourMs;
  const byZone = Map.groupBy(projects, ({ projectId }) => zones.get(projectId) ?? 'UTC');
  const cases = [...byZone].flatMap(([zone, own]) => {
    const ids = own.map(({ projectId }) => projectId).join(',');
    return stretchesOf(zone, begin, end).map(
      ({ from, until, minutes }) =>
        `WHEN "projectId" IN (${ids}) AND "at" >= '${iso(from)}' AND "at" < '${iso(until)}' THEN ` +
        `date_trunc('hour', "at" - interval '${minutes} minutes', 'UTC') + interval '${minutes} minutes'`,
    );
  });
  return cases.length === 0 ? utc : `CASE ${cases.join(' ')} ELSE ${utc} END`;
}

const iso = (at: number): string => new Date(at).toISOString();

interface Stretch {
  from: number;
  until: number;
  minutes: number;
}

/** When hours of a zone do not begin with those of UTC, and by how many minutes later. */
function stretchesOf(zone: string, begin: number, end: number): Stretch[] {
  const stretches: Stretch[] = [];
  // Nearly every zone has whole hours, which a look at each quarter of a day shows.
  let isWhole = true;
  for (let at = begin; isWhole && at < end + 6 * hourMs; at += 6 * hourMs)
    isWhole = minutesPastHour(zone, at) === 0;
  if (isWhole) return stretches;
  for (let at = begin; at < end; at += hourMs / 4) {
    const minutes = minutesPastHour(zone, at);
    const last = stretches.at(-1);
    if (minutes === 0) continue;
    if (last?.until === at && last.minutes === minutes) last.until = at + hourMs / 4;
    else stretches.push({ from: at, until: at + hourMs / 4, minutes });
  }
  return stretches;
}
