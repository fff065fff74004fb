import type { Config } from '../config.ts';
import type { TokenKeys } from '../lib/security/signed-token.ts';
import type { Storage } from '../storage/storage.ts';
import { checkBackups } from './check-backups.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkDatabaseClock } from './check-clocks.ts';
import { checkConfiguration } from './check-configuration.ts';
import { checkDatabase, checkReplica, databaseFailure, type CheckedDatabase } from './check-database.ts';
import { checkDisks } from './check-disks.ts';
import { checkEmail } from './check-email.ts';
import { checkPublicUrl } from './check-public-url.ts';
import { checkSpeech, type CheckedSpeech } from './check-speech-services.ts';
import { checkStorage } from './check-storage.ts';
import { checkTimeZones } from './check-time-zones.ts';
import { checkNames, findingsAbout, type CheckName, type Finding } from './check-finding.ts';
import { doctorMessages as m } from './messages.ts';

/** What an installation is examined through. */
export interface Examination {
  config: Config;
  /** The database, or what is reported because it cannot be examined. */
  database: CheckedDatabase | Finding;
  storage: Storage;
  /** What speaks, or what is reported because that cannot be examined. */
  speech: CheckedSpeech | Finding;
  /** Keys by which this installation is recognized; null: it has none yet. */
  keys: Pick<TokenKeys, 'isAnswer'> | null;
}

/** A check that takes longer is given up. */
const limitSeconds = 40;

/**
 * Examines an installation, all at once: what is wrong with one part keeps no other from being examined.
 * @returns findings in the order of `checkNames`
 */
export async function examineInstallation({
  config,
  database,
  storage,
  speech,
  keys,
}: Examination): Promise<Finding[]> {
  const opened = 'db' in database ? database : null;
  const checks: [CheckName, () => Promise<Finding | Finding[]> | Finding | Finding[]][] = [
    ['CONFIGURATION', () => checkConfiguration(config)],
    ['DISK', () => checkDisks(config)],
    ['DATABASE', () => ('db' in database ? checkOpened(config, database) : database)],
    ['DATABASE', () => checkReplica(config)],
    ['STORAGE', () => checkStorage(config, storage, keys === null)],
    ['CLOCK', () => (opened?.db.kind === 'postgres' ? checkDatabaseClock(config, opened.db.pool) : [])],
    ['TIME_ZONES', () => checkTimeZones(opened?.db ?? null)],
    ['EMAIL', () => checkEmail(config)],
    ['SPEECH', () => ('providers' in speech ? checkSpeech(speech) : speech)],
    ['PUBLIC_URL', () => checkPublicUrl(config, keys)],
    ['CERTIFICATE', () => checkCertificate(config)],
    ['BACKUP', () => checkBackups(config, opened?.db ?? null)],
  ];
  const found = await Promise.all(checks.map(([check, work]) => run(check, async () => work())));
  return found.flat().sort((a, b) => checkNames.indexOf(a.check) - checkNames.indexOf(b.check));
}

const checkOpened = (config: Config, database: CheckedDatabase): Promise<Finding[]> =>
  checkDatabase(config, database).catch((error: unknown) => [databaseFailure(config, error)]);

/** Runs a check; that it fails or takes too long is a finding as well. */
async function run(check: CheckName, work: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  const { wrong } = findingsAbout(check, 'Parlance');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    const end = () => resolve(wrong(m.CHECK_TOO_SLOW({ seconds: limitSeconds })));
    timer = setTimeout(end, limitSeconds * 1000);
  });
  try {
    return [await Promise.race([work(), late])].flat();
  } catch (error) {
    return [wrong(m.CHECK_FAILED({ why: (error as Error).message }))];
  } finally {
    clearTimeout(timer);
  }
}
