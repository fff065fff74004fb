/**
 * Counts views and listens again from the players' events, as far back as those are kept, and says whether
 * the sums agree. Run as `node scripts/recount-listening.ts [--repair]` with the server's environment; with
 * the embedded database while the server is stopped. With `--repair` sums that do not agree are put right;
 * without it they are told, and the exit code is 1.
 */
import { recountListening } from '../server/areas/listening/roll-up.ts';
import { parseConfig } from '../server/config.ts';
import { openDatabase } from '../server/lib/db.ts';
import { createLogger } from '../server/lib/logger.ts';
import { migrate } from '../server/lib/migrate.ts';
import { explain } from '../server/lib/start-errors.ts';

process.umask(0o077);
try {
  const db = await openDatabase(parseConfig(process.env));
  try {
    await migrate(db, { log: createLogger('info') });
    const repair = process.argv.includes('--repair');
    const { counted, wrong, since } = await recountListening({ db }, { repair });
    if (!since) console.log('There are no events yet.');
    else if (wrong === 0)
      console.log(`All ${counted} sums since ${since.toISOString()} agree with the events.`);
    else
      console.log(
        `${wrong} sums since ${since.toISOString()} did not agree with the events${repair ? ' and were put right' : ''}.`,
      );
    if (wrong > 0 && !repair) process.exitCode = 1;
  } finally {
    await db.close();
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
