import { jobs } from '../jobs.ts';
import type { App } from '../kernel/app.ts';
import type { JobOutcome } from '../lib/database/queue.ts';
import type { Logger } from '../lib/logger.ts';
import { BackupRunningError, isBackupDue, runBackup, type BackupRunResult } from '../transfer/run-backup.ts';

/** Makes and tests a backup if the last one is old enough. Without BACKUP_URL none is ever due. */
export async function backUpWhenDue(
  { db, config, storage }: Pick<App, 'db' | 'config' | 'storage'>,
  log: Logger,
): Promise<JobOutcome> {
  if (!(await isBackupDue({ db, config }))) return 'skipped';
  let made: BackupRunResult;
  try {
    made = await runBackup({
      db,
      config,
      files: storage,
      jobs,
      progress: { line() {}, step() {} },
      isTested: true,
    });
  } catch (error) {
    if (error instanceof BackupRunningError) return 'skipped';
    throw error;
  }
  const { header, copied, tested, deleted } = made;
  const { id: backup, rows, files, bytes } = header;
  const lost = tested?.lost ?? [];
  const counts = { backup, rows, files, bytes, filesCopied: copied.files, deleted };
  if (lost.length === 0) log.info(counts, 'backed up, restored into a temporary place and counted');
  else log.error({ ...counts, lost: lost.slice(0, 20) }, 'files of the backup are missing or damaged');
  return 'done';
}
