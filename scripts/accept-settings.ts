/**
 * Forgets what storage, secrets and addresses the processes of this installation had in common, so that the
 * one that starts next may have others. Run with the server's environment while all processes are stopped.
 */
import { parseConfig } from '../server/config.ts';
import { openDatabase } from '../server/lib/database/db.ts';
import { forgetSharedSettings } from '../server/lib/database/shared-settings.ts';
import { explainStartError } from '../server/lib/explain-start-error.ts';

try {
  const db = await openDatabase(parseConfig(process.env));
  try {
    await forgetSharedSettings(db);
    console.log('Done. The settings of the next process that starts become those of the installation.');
  } finally {
    await db.close();
  }
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 1;
}
