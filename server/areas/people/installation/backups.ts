import type { BackupRun } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import { storagePlace } from '../../../storage/open-storage.ts';
import { backupRunLimitMs, lastTestedBackup } from '../../../transfer/backup-runs.ts';
import { requireAdmin } from '../../access/identity/policy.ts';

/** How many runs are listed. */
const listed = 20;

/** How backups are made, and which were. */
export interface InstallationBackups {
  /** Folder or bucket, without credentials; null: BACKUP_URL is not set, and none are made. */
  place: string | null;
  isEncrypted: boolean;
  intervalHours: number;
  keepDays: number;
  /** Moment whose data the newest tested backup has. */
  testedBackupAt: Date | null;
  /** Newest first. */
  runs: BackupRun[];
}

/**
 * Returns how backups of this installation are made, and the latest ones.
 * @throws NotSignedInError, NotAllowedError for anyone but administrators
 */
export async function readBackups({ db, config }: App, actor: Actor): Promise<InstallationBackups> {
  requireAdmin(actor);
  const { url, key, intervalHours, keepDays } = config.backup;
  const tested = await lastTestedBackup(db);
  return {
    place: url === undefined ? null : storagePlace({ storageUrl: url, dataDir: config.dataDir }),
    isEncrypted: key !== null,
    intervalHours,
    keepDays,
    testedBackupAt: tested?.startedAt ?? null,
    runs: await db.prisma.backupRun.findMany({ orderBy: { id: 'desc' }, take: listed }),
  };
}

/** Result of a backup run. */
export type BackupRunState = 'RUNNING' | 'INTERRUPTED' | 'FAILED' | 'UNTESTED' | 'TESTED';

/** Returns the state of a run; one that is older than a run may last was interrupted. */
export function backupRunState({
  startedAt,
  finishedAt,
  testedAt,
  error,
}: Pick<BackupRun, 'startedAt' | 'finishedAt' | 'testedAt' | 'error'>): BackupRunState {
  if (finishedAt === null)
    return databaseTime().getTime() - startedAt.getTime() < backupRunLimitMs ? 'RUNNING' : 'INTERRUPTED';
  if (error !== null) return 'FAILED';
  return testedAt === null ? 'UNTESTED' : 'TESTED';
}
