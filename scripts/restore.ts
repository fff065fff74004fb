/**
 * Restores a backup from BACKUP_URL into an empty installation: see .github/docs/backup-and-restore.md. Run
 * it with the environment that the server will have.
 * Exit codes: 0 restored, 1 refused or failed, or files were missing or damaged, 2 wrong options.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseConfig } from '../server/config.ts';
import { jobs } from '../server/jobs.ts';
import { explainStartError } from '../server/lib/explain-start-error.ts';
import { useEnvironmentProxies } from '../server/lib/outbound/environment-proxies.ts';
import { openStorage } from '../server/storage/open-storage.ts';
import { formatCount } from '../server/transfer/database-target.ts';
import {
  environmentLines,
  restoreSecrets,
  withSecretsOf,
  writeEnvironment,
} from '../server/transfer/installation.ts';
import { findBackup, restore } from '../server/transfer/restore-backup.ts';
import { openBackups } from '../server/transfer/run-backup.ts';
import { printProgress } from './print-progress.ts';

const usage = `Usage: npm run restore -- [options]
  --backup ID   ID of the backup, from "npm run backup -- --list" (default: the newest)
The backup is restored into DATABASE_URL (or DATA_DIR) and STORAGE_URL, which must be empty.`;

function readOptions() {
  try {
    return parseArgs({ options: { backup: { type: 'string' }, help: { type: 'boolean', default: false } } })
      .values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
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
    const backup = await findBackup(store, asked.backup);
    const restored = await restore({
      store,
      backup,
      database: config,
      files: await openStorage(config),
      jobs,
      progress,
      onSecrets: (secrets) => restoreSecrets(config, secrets),
    });
    const { contents, tables, lost } = restored;
    const environment = join(config.dataDir, 'environment');
    await writeEnvironment(environment, environmentLines(config, withSecretsOf(config, contents)));
    progress.end();
    const seconds = (performance.now() - started) / 1000;
    console.log(
      `Restored backup ${backup.id}: ${formatCount(tables.tables, 'table')} with ${formatCount(tables.rows, 'row')}, ${formatCount(restored.files, 'file')} with ${restored.bytes.toLocaleString('en')} bytes in ${seconds.toFixed(0)} s. The checksums match.\nStart the servers with the settings in ${environment}, which contain secrets, and your other settings.`,
    );
    for (const { key, why } of lost) console.error(`${key}: ${why}`);
    if (lost.length > 0) {
      console.error(`${formatCount(lost.length, 'file')} could not be restored; everything else was.`);
      process.exitCode = 1;
    }
  }
} catch (error) {
  progress.end();
  console.error(explainStartError(error));
  process.exitCode = 1;
}
