import type { NotNull } from 'kysely';
import type { Database } from '../lib/database/db.ts';
import { databaseTime } from '../lib/database/database-clock.ts';
import { isTimeZone } from '../lib/zoned-time.ts';
import { findingsAbout, type Finding } from './check-finding.ts';
import { doctorMessages as m } from './messages.ts';

/** Years after which time zone data is old. */
const oldYears = 2;

/**
 * Checks the time zone data of Node: its age, and that it knows the zones in use.
 * @param db null: which zones are in use is not known
 */
export async function checkTimeZones(
  db: Pick<Database, 'sql'> | null,
  version: string = process.versions['tz'] ?? '',
): Promise<Finding[]> {
  const { fine, warning } = findingsAbout('TIME_ZONES', 'Node');
  const unknown = (db ? await zonesInUse(db) : []).filter((zone) => !isTimeZone(zone));
  if (unknown.length > 0) return unknown.map((zone) => warning(m.CHECK_ZONE_UNKNOWN({ zone })));
  // Named by its year and a letter: 2026a.
  const isOld = databaseTime().getUTCFullYear() - Number.parseInt(version, 10) > oldYears;
  return [isOld ? warning(m.CHECK_ZONES_OLD({ version })) : fine(m.CHECK_ZONES_FINE({ version }))];
}

async function zonesInUse({ sql }: Pick<Database, 'sql'>): Promise<string[]> {
  const organizations = sql.selectFrom('Organization').select('timezone');
  const users = sql.selectFrom('User').select('timezone').$narrowType<{ timezone: NotNull }>();
  const rows = await organizations.union(users.where('timezone', 'is not', null)).execute();
  return rows.map(({ timezone }) => timezone);
}
