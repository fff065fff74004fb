/**
 * Gives an administrator who lost it a new password, prints it once, and ends the administrator's sessions.
 * Run as `node scripts/reset-password.ts [e-mail]` with the server's environment; with the embedded database
 * while the server is stopped.
 */
import { resetAdministratorPassword } from '../server/areas/access/identity/passwords.ts';
import { parseConfig } from '../server/config.ts';
import { UserError } from '../server/kernel/errors.ts';
import { openDatabase } from '../server/lib/database/db.ts';
import { createLogger } from '../server/lib/logger.ts';
import { migrate } from '../server/lib/database/migrate.ts';
import { explainStartError } from '../server/lib/explain-start-error.ts';

process.umask(0o077);
try {
  const db = await openDatabase(parseConfig(process.env));
  try {
    const log = createLogger('info');
    await migrate(db, { log });
    const { email, password } = await resetAdministratorPassword(db, process.argv[2] ?? null, log);
    console.log(
      `Sign in as ${email} with the password ${password}\nThe password is shown only once. Store it safely, or change it in the profile. All sessions of this account have ended.`,
    );
  } finally {
    await db.close();
  }
} catch (error) {
  console.error(error instanceof UserError ? error.message : explainStartError(error));
  process.exitCode = 1;
}
