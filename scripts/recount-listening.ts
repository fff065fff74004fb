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
    else if (wrong === 0)
      console.log(`All ${counted} sums since ${since.toISOString()} agree with the events.`);
    else
      console.log(
        `${wrong} sums since ${since.toISOString()} did not agree with the events${repair ? ' and were put right' : ''}.`,
      );
    const unlike = await recountCoarseSums({ db }, { repair });
    if (unlike.length === 0) console.log('The sums of days and months agree with those of hours.');
    else
      console.log(
        `Sums of days and months do not agree with those of hours in projects ${unlike.join(', ')}${repair ? ': they are made anew within some minutes' : ''}.`,
      );
    if (wrong + unlike.length > 0 && !repair) process.exitCode = 1;
  } finally {
    await db.close();
  }
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 1;
}
