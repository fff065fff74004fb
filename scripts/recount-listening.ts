/**
 * Recounts views and plays from the players' events, as far back as those are stored, and reports whether the
 * sums agree. Then it compares the sums of days and months in reports with those of hours, as far back as
 * there are any. Run as `node scripts/recount-listening.ts [--repair]` with the server's environment; with
 * the embedded database, while the server is stopped. With `--repair`, differing sums are corrected; without
 * it they are listed, and the exit code is 1.
 */
import { recountCoarseSums } from '../server/areas/listening/listening/recount-coarse-sums.ts';
import { recountListening } from '../server/areas/listening/listening/roll-up.ts';
import { parseConfig } from '../server/config.ts';
import { openDatabase } from '../server/lib/database/db.ts';
import { createLogger } from '../server/lib/logger.ts';
import { migrate } from '../server/lib/database/migrate.ts';
import { explainStartError } from '../server/lib/explain-start-error.ts';

process.umask(0o077);
try {
  const db = await openDatabase(parseConfig(process.env));
  try {
    await migrate(db, { log: createLogger('info') });
    const repair = process.argv.includes('--repair');
    const { counted, wrong, since } = await recountListening({ db }, { repair });
    if (!since) console.log('There are no events yet.');
    else if (wrong === 0) console.log(`All ${counted} sums since ${since.toISOString()} match the events.`);
    else
      console.log(
        `${wrong} sums since ${since.toISOString()} didn’t match the events${repair ? ' and were corrected' : '. Run again with --repair to correct them'}.`,
      );
    const unlike = await recountCoarseSums({ db }, { repair });
    if (unlike.length === 0) console.log('The sums by day and month match those by hour.');
    else
      console.log(
        `Sums by day and month don’t match those by hour in projects ${unlike.join(', ')}${repair ? '; a job corrects them within minutes' : ''}.`,
      );
    if (wrong + unlike.length > 0 && !repair) process.exitCode = 1;
  } finally {
    await db.close();
  }
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 1;
}
