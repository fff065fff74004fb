/**
 * Replaces the secret in DATA_DIR that signs sessions. What the one before has signed counts for as long as a
 * session may last; with `--all` no longer at all. What it sealed, before there were data keys, can still be
 * opened: it is kept among those. Takes effect when the server starts again.
 */
import { parseArgs } from 'node:util';
import { ConfigError, parseConfig } from '../server/config.ts';
import { openDatabase, type DatabaseOptions } from '../server/lib/database/db.ts';
import { forgetSharedSettings } from '../server/lib/database/shared-settings.ts';
import { explainStartError } from '../server/lib/explain-start-error.ts';
import {
  storeDecryptionSecrets,
  storedSecrets,
  rotateStoredSecret,
} from '../server/lib/security/stored-secrets.ts';

try {
  const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
  const config = parseConfig(process.env);
  const { dataDir, jwtSecrets, sessionDays } = config;
  if (jwtSecrets)
    throw new ConfigError(
      'JWT_SECRET is set, so no secret is stored in DATA_DIR. Add a new secret at the beginning of JWT_SECRET.',
    );
  await storeDecryptionSecrets(dataDir, 'data-key', await storedSecrets(dataDir, 'jwt-secret'));
  if (values.all && config.databaseUrl !== undefined) await acceptAnySecret(config);
  const count = await rotateStoredSecret(dataDir, 'jwt-secret', values.all ? 0 : sessionDays);
  console.log(
    `Stored a new secret in ${dataDir}. ${count > 1 ? `${count - 1} older ${count === 2 ? 'secret remains' : 'secrets remain'} valid for now` : 'Existing sessions are no longer valid'}. Restart the server.`,
  );
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 1;
}

/** Lets the next process start although it has none of the secrets that the others had. */
async function acceptAnySecret(options: DatabaseOptions): Promise<void> {
  const db = await openDatabase(options);
  await forgetSharedSettings(db).finally(() => db.close());
}
