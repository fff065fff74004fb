import type { App } from '../../../kernel/app.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import { fromNow } from '../../../lib/database/sql.ts';
import { dayOf, dropDays, prepareDays } from './partitions.ts';
import { latestMs } from './read-event.ts';
import { sumListening } from './roll-up.ts';

const dayMs = 86_400_000;

/**
 * Creates partitions for the coming days and deletes expired data: starts of articles, once they can no
 * longer be reported; outcomes of ads; counts of refused events; whole days of events, once they are summed.
 * The sums stay.
 * @returns number of deleted days of events
 */
export async function forgetEvents(app: App): Promise<number> {
  await prepareDays(app.db);
  await sumListening(app);
  const { sql } = app.db.unhurried;
  const { eventsDays, logsDays } = app.config.retention;
  await sql
    .deleteFrom('HourListener')
    .where('hour', '<', fromNow(-(latestMs + dayMs) / 1000))
    .execute();
  // A day of some zone ends half a day after that of UTC.
  await sql
    .deleteFrom('DayListener')
    .where('day', '<', dayOf(databaseTime().getTime() - latestMs - 3 * dayMs))
    .execute();
  await sql
    .deleteFrom('AdUse')
    .where('createdAt', '<', fromNow(-86_400 * eventsDays))
    .execute();
  await sql
    .deleteFrom('RefusedEvents')
    .where('hour', '<', fromNow(-86_400 * logsDays))
    .execute();
  return dropDays(app.db, dayOf(databaseTime().getTime() - eventsDays * dayMs));
}
