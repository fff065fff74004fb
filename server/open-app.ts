import './messages.ts';
import type { App } from './kernel/app.ts';
import type { Config } from './config.ts';
import { openFileReaders } from './kernel/file-readers.ts';
import { openLexiconThreads } from './kernel/lexicon-threads.ts';
import { createExtractionThreads } from './extraction/extraction-threads.ts';
import { followDatabaseClock } from './lib/database/database-clock.ts';
import { type Database, openDatabase } from './lib/database/db.ts';
import { storedSecrets, readStoredSecrets } from './lib/security/stored-secrets.ts';
import type { Logger } from './lib/logger.ts';
import { compareSharedSettings } from './lib/database/shared-settings.ts';
import { startTracing } from './lib/tracing.ts';
import { misspelledVariables } from './lib/misspelled-variables.ts';
import { startReport } from './lib/start-report.ts';
import { migrate } from './lib/database/migrate.ts';
import { keepPrivate } from './lib/security/private-directory.ts';
import { createPubSub } from './lib/database/pubsub.ts';
import { openQueue } from './lib/database/queue.ts';
import { watchSchema } from './lib/database/schema-watch.ts';
import { dataSealingBy, registerDataKeys } from './lib/security/data-sealing.ts';
import { sealingBy } from './lib/security/sealing.ts';
import { reportMissingKeys } from './areas/projects/sealed-records/count-sealed.ts';
import { tokenKeys } from './lib/security/signed-token.ts';
import { reportUnknownZones } from './lib/zoned-time.ts';
import { reportRuleFailures } from './text/normalise/rule-failures.ts';
import { openMail } from './mail/transport.ts';
import { openLanguageModels } from './language-models/open-language-model.ts';
import { jobs } from './jobs.ts';
import { openRecogniser } from './speech/recognition.ts';
import { openSpeech } from './speech/open-speech.ts';
import { measureStorage } from './storage/measure-storage.ts';
import { openStorage, storagePlace } from './storage/open-storage.ts';
import { refuseUnfinishedCopy } from './transfer/copy-files.ts';
import { refuseUnfinishedTransfer } from './lib/database/transfer-tables.ts';

export interface OpenOptions {
  config: Config;
  log: Logger;
  /** Whether this process also works on jobs, and so keeps the queue's house. */
  worker: boolean;
}

export interface OpenedApp {
  app: App;
  /** Closes everything, the last opened first. */
  close(): Promise<void>;
}

/**
 * Opens what every process needs: database (brought up to date), events, queue, storage and speech.
 * @throws DataDirError, ConfigError, MigrationError; what was opened by then is closed again.
 */
export async function openApp({ config, log, worker }: OpenOptions): Promise<OpenedApp> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse())
      await closer().catch((error: unknown) => log.warn({ err: error }, 'error while closing'));
  };
  reportRuleFailures((rule, language, err) => log.error({ rule, language, err }, 'spelling rule failed'));
  reportUnknownZones((zone) => log.warn({ zone }, 'unknown time zone, using UTC; update Node'));
  log.info({ ...startReport(config), worker }, 'Parlance is starting');
  for (const { name, meant } of misspelledVariables(config.env))
    log.warn({ name }, `Unknown variable ${name} has no effect. Did you mean ${meant}?`);
  try {
    closers.push(
      await startTracing({ env: config.env, service: worker ? 'parlance-worker' : 'parlance-api' }),
    );
    await keepPrivate(config.dataDir);
    const db = await openDatabase({ ...config, onReplica: (why) => reportReplica(log, why) });
    closers.push(() => db.close());
    await refuseUnfinishedTransfer(db);
    const applied = await migrate(db, { log });
    if (applied.length) log.info({ applied }, 'database migrated');
    const keys = await openKeys(config, db, log);
    await checkSharedSettings(config, db, keys, log);
    const pubsub = await createPubSub(db, log);
    closers.push(() => pubsub.close());
    closers.push(await followDatabaseClock(db.pool));
    const schema = await watchSchema({ db, pubsub, log });
    closers.push(async () => schema.close());
    const queue = await openQueue({ db, log, jobs, supervise: worker });
    closers.push(() => queue.stop());
    const storage = measureStorage(await openStorage(config));
    await storage.prepare?.();
    await refuseUnfinishedCopy(storage);
    const speech = await openSpeech({
      env: config.env,
      threads: config.workers,
      encoder: config.speechEncoder,
      voicesDir: config.voicesDir,
      db,
      log,
    });
    closers.push(() => speech.close());
    const recogniser = openRecogniser(config.env);
    closers.push(async () => recogniser?.close());
    const languageModels = openLanguageModels(config.env);
    const [languageModel = null] = languageModels;
    const extraction = createExtractionThreads();
    closers.push(() => extraction.close());
    const lexicons = openLexiconThreads();
    closers.push(() => lexicons.close());
    const files = openFileReaders();
    closers.push(() => files.close());
    return {
      app: {
        config,
        db,
        schema,
        queue,
        pubsub,
        storage,
        speech,
        languageModel,
        languageModels,
        recogniser,
        extraction,
        lexicons,
        files,
        mail: openMail(config),
        log,
        ...keys,
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param why reports are not read from the replica; null: they are */
function reportReplica(log: Logger, why: string | null): void {
  if (why === null) log.info('reading reports from the replica');
  else log.warn({ why }, 'not reading reports from the replica');
}

/** Opens what signs and seals. @throws DataDirError */
async function openKeys(
  config: Config,
  db: Database,
  log: Logger,
): Promise<Pick<App, 'tokens' | 'sealing' | 'dataSealing'>> {
  const secrets = config.jwtSecrets ?? (await storedSecrets(config.dataDir, 'jwt-secret'));
  const dataKeys = await registerDataKeys(
    db.sql,
    await dataSecrets(config),
    config.databaseUrl === undefined,
  );
  const dataSealing = dataSealingBy(dataKeys, secrets);
  if (dataKeys.length === 0)
    log.warn(
      'DATA_KEY is not set, so JWT_SECRET also seals long-lived records; set DATA_KEY before you remove an old JWT_SECRET',
    );
  await reportMissingKeys({ db, dataSealing, log });
  return { tokens: tokenKeys(secrets), sealing: sealingBy(secrets), dataSealing };
}

/**
 * Returns the keys that seal long-lived data, the newest first; those in DATA_DIR open data that was sealed
 * before DATA_KEY was set. If JWT_SECRET is set for several processes, each may have a separate DATA_DIR, so
 * no key is created there.
 * @throws DataDirError
 */
async function dataSecrets({
  dataKeys,
  jwtSecrets,
  databaseUrl,
  dataDir,
}: Config): Promise<readonly string[]> {
  if (dataKeys) return [...dataKeys, ...(await readStoredSecrets(dataDir, 'data-key'))];
  return jwtSecrets && databaseUrl !== undefined ? [] : storedSecrets(dataDir, 'data-key');
}

/**
 * Compares what all processes of an installation must have in common with what the others have. The embedded
 * database has one process, whose folder may be moved.
 * @throws SharedSettingsError
 */
async function checkSharedSettings(
  config: Config,
  db: Database,
  { tokens, dataSealing }: Pick<App, 'tokens' | 'dataSealing'>,
  log: Logger,
): Promise<void> {
  if (db.kind === 'pglite') return;
  const differences = await compareSharedSettings(db, [
    { name: 'STORAGE_URL', value: storagePlace(config), rule: 'refuse' },
    { name: 'JWT_SECRET', value: tokens.keyIds.join(' '), rule: 'keys' },
    // A process that lacks a key in use logs it for each kind of record.
    { name: 'DATA_KEY', value: dataSealing.keyIds.join(' '), rule: 'warn' },
    { name: 'PUBLIC_URL', value: config.publicUrl, rule: 'warn' },
    { name: 'RETAIN_…_DAYS', value: JSON.stringify(config.retention), rule: 'warn' },
  ]);
  for (const { name, value, before } of differences)
    log.warn(
      { name, value, before },
      'setting differs from the other processes; all processes need the same value',
    );
}
