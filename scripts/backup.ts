/**
 * Backs up an installation to BACKUP_URL and tests that the backup can be restored: see
 * .github/docs/backup-and-restore.md. Run it with the server's environment; servers may keep running, except
 * one with the embedded database, which makes its backups itself.
 * Exit codes: 0 backed up and tested, 1 failed, or files are missing or damaged, 2 wrong options.
 */
import { parseArgs } from 'node:util';
import { parseConfig } from '../server/config.ts';
import { jobs } from '../server/jobs.ts';
import { followDatabaseClock } from '../server/lib/database/database-clock.ts';
import { openDatabase } from '../server/lib/database/db.ts';
import { explainStartError } from '../server/lib/explain-start-error.ts';
import { useEnvironmentProxies } from '../server/lib/outbound/environment-proxies.ts';
import { openStorage } from '../server/storage/open-storage.ts';
import { listBackups } from '../server/transfer/backup-store.ts';
import { formatCount } from '../server/transfer/database-target.ts';
import { openBackups, runBackup, type BackupRunResult } from '../server/transfer/run-backup.ts';
import { printProgress } from './print-progress.ts';

const usage = `Usage: npm run backup -- [options]
  --list         list the backups at BACKUP_URL
  --no-test      do not test the backup by restoring it into a temporary database
  --every-file   read all files in the test, including those that earlier tests have read
BACKUP_URL is the folder (file:/path) or bucket (s3://…) for the backups; BACKUP_KEY encrypts them.`;

function readOptions() {
  try {
    return parseArgs({
      options: {
        list: { type: 'boolean', default: false },
        'no-test': { type: 'boolean', default: false },
        'every-file': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

function summarize({ header, copied, tested, deleted }: BackupRunResult, seconds: number): void {
  const size = `${formatCount(header.rows, 'row')} and ${formatCount(header.files, 'file')}`;
  console.log(
    `Backup ${header.id}: ${size}, ${formatCount(copied.files, 'file')} new, ${header.keyId ? 'encrypted' : 'not encrypted'}, ${seconds.toFixed(0)} s.`,
  );
  if (header.keyId === null)
    console.log('It contains JWT_SECRET and DATA_KEY unencrypted. Set BACKUP_KEY to encrypt backups.');
  if (deleted > 0) console.log(`Deleted ${formatCount(deleted, 'old backup')}.`);
  if (tested === null) return console.log('Not tested (--no-test).');
  console.log(
    `Tested: ${formatCount(tested.tables.rows, 'row')} restored into a temporary database with matching checksums, ${formatCount(tested.files, 'file')} found.`,
  );
  for (const { key, why } of tested.lost) console.error(`${key}: ${why}`);
  if (tested.lost.length > 0) {
    console.error(`${formatCount(tested.lost.length, 'file')} of the backup cannot be restored.`);
    process.exitCode = 1;
  }
}

process.umask(0o077);
const asked = readOptions();
const progress = printProgress();
try {
  if (asked.help) console.log(usage);
  else {
    const started = performance.now();
    const config = parseConfig(process.env);
    useEnvironmentProxies(process.env);
    const store = await openBackups(config);
    if (asked.list) {
      const { backups, unreadable } = await listBackups(store.storage);
      if (backups.length === 0) console.log('There is no backup at this place.');
      for (const { id, createdAt, release, keyId, rows, files, bytes } of backups)
        console.log(
          `${id}  ${createdAt.toISOString()}  release ${release}  ${formatCount(rows, 'row')}, ${formatCount(files, 'file')}, ${Math.ceil(bytes / 1e6)} MB  ${keyId === null ? 'not encrypted' : keyId === store.keyId ? 'encrypted' : 'encrypted with another key'}`,
        );
      for (const id of unreadable)
        console.error(`${id}  Its description is damaged or was written by a later release.`);
    } else {
      const db = await openDatabase(config);
      const endClock = await followDatabaseClock(db.pool);
      try {
        const result = await runBackup({
          db,
          config,
          files: await openStorage(config),
          jobs,
          progress,
          isTested: !asked['no-test'],
          everyFile: asked['every-file'],
        });
        progress.end();
        summarize(result, (performance.now() - started) / 1000);
      } finally {
        await endClock();
        await db.close();
      }
    }
  }
} catch (error) {
  progress.end();
  console.error(explainStartError(error));
  process.exitCode = 1;
}
