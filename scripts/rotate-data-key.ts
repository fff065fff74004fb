/**
 * Replaces the key in DATA_DIR that encrypts long-lived data. Earlier keys still decrypt their data for 400
 * days, so that links in emails of the last year keep working. `--forget` drops them; use it once no record
 * is encrypted with them (`parlance_sealed_records`). Takes effect when the server restarts.
 */
import { parseArgs } from 'node:util';
import { ConfigError, parseConfig } from '../server/config.ts';
import {
  dropEarlierSecrets,
  storedSecrets,
  rotateStoredSecret,
} from '../server/lib/security/stored-secrets.ts';
import { explainStartError } from '../server/lib/explain-start-error.ts';

const name = 'data-key';
const keptDays = 400;

try {
  const { values } = parseArgs({ options: { forget: { type: 'boolean', default: false } } });
  const { dataDir, dataKeys, jwtSecrets, databaseUrl } = parseConfig(process.env);
  if (dataKeys)
    throw new ConfigError(
      'DATA_KEY is set, so the key in DATA_DIR is not used. Add a new key at the beginning of DATA_KEY.',
    );
  if (jwtSecrets && databaseUrl !== undefined)
    throw new ConfigError('JWT_SECRET is set, but DATA_KEY is not. Set DATA_KEY.');
  // A file that is not there yet is made, so that there is a key to replace.
  await storedSecrets(dataDir, name);
  if (values.forget) {
    const dropped = await dropEarlierSecrets(dataDir, name);
    console.log(`Dropped ${dropped} earlier ${dropped === 1 ? 'key' : 'keys'}. Restart the server.`);
  } else {
    const count = await rotateStoredSecret(dataDir, name, keptDays);
    console.log(
      `Stored a new key in ${dataDir}. ${count - 1} earlier ${count === 2 ? 'key remains' : 'keys remain'} for records that were encrypted with them. Restart the server.`,
    );
  }
} catch (error) {
  console.error(explainStartError(error));
  process.exitCode = 1;
}
