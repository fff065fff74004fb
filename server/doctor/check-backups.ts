import { stat } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { databaseTime } from '../lib/database/database-clock.ts';
import type { Database } from '../lib/database/db.ts';
import { storagePlace } from '../storage/open-storage.ts';
import { lastRun, lastTestedBackup } from '../transfer/backup-runs.ts';
import { openBackups } from '../transfer/run-backup.ts';
import { findingsAbout, type Finding } from './check-finding.ts';
import { doctorMessages as m } from './messages.ts';

const hourMs = 3_600_000;
/** A tested backup that is older than so many intervals is too old. */
const lateFrom = 2;

/**
 * Checks that backups are made, tested, encrypted and on another disk.
 * @param db null: which were made is not known
 */
export async function checkBackups(config: Config, db: Pick<Database, 'prisma'> | null): Promise<Finding[]> {
  const { url, key } = config.backup;
  if (url === undefined) return [findingsAbout('BACKUP', 'BACKUP_URL').warning(m.CHECK_BACKUP_OFF())];
  const place = storagePlace({ storageUrl: url, dataDir: config.dataDir });
  const { warning, wrong } = findingsAbout('BACKUP', place);
  const problems: Finding[] = [];
  if (key === null) problems.push(warning(m.CHECK_BACKUP_PLAIN()));
  if (url.startsWith('file:') && (await isSameDisk(place, config.dataDir)))
    problems.push(warning(m.CHECK_BACKUP_SAME_DISK()));
  const why = await whyNotWritable(config, place);
  if (why !== null) problems.push(wrong(m.CHECK_BACKUP_PLACE({ why })));
  return [...problems, ...(db ? [await checkAge(config, db, place)] : [])];
}

async function checkAge(
  { backup: { intervalHours } }: Config,
  db: Pick<Database, 'prisma'>,
  place: string,
): Promise<Finding> {
  const { fine, warning, wrong } = findingsAbout('BACKUP', place);
  const [tested, last] = await Promise.all([lastTestedBackup(db), lastRun(db)]);
  if (last?.error) return wrong(m.CHECK_BACKUP_FAILED({ why: last.error }));
  if (!tested) return warning(m.CHECK_BACKUP_NONE());
  const hours = Math.floor((databaseTime().getTime() - tested.startedAt.getTime()) / hourMs);
  return hours > lateFrom * intervalHours
    ? wrong(m.CHECK_BACKUP_LATE({ hours }))
    : fine(m.CHECK_BACKUP_FINE({ hours }));
}

/** Why no backup can be written; null: it can. A folder that is not there yet is made by the first one. */
async function whyNotWritable(config: Config, place: string): Promise<string | null> {
  const isFolder = config.backup.url?.startsWith('file:');
  try {
    const { storage } = await openBackups(config);
    if (isFolder && (await stat(place).catch(() => null)) === null) return null;
    return await storage.whyNotWritable();
  } catch (error) {
    return (error as Error).message;
  }
}

/** Whether two folders are on one disk; one that is not there yet is on none. */
async function isSameDisk(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map((folder) => stat(folder).catch(() => null)));
  return first != null && second != null && first.dev === second.dev;
}
