/**
 * Examines an installation with the server's environment, and says what is wrong and what to do: see
 * .github/docs/check-an-installation.md. Changes nothing; the server may be running.
 * Exit codes: 0 all is fine, 1 warnings, 2 something is wrong, or an option is.
 */
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import '../server/messages.ts';
import { ConfigError, parseConfig, type Config } from '../server/config.ts';
import { databaseFailure, databaseName } from '../server/doctor/check-database.ts';
import { speechFailure } from '../server/doctor/check-speech-services.ts';
import { examineInstallation, type Examination } from '../server/doctor/examine-installation.ts';
import { findingsAbout, worstState, type Finding } from '../server/doctor/check-finding.ts';
import { doctorMessages } from '../server/doctor/messages.ts';
import { DataDirInUseError } from '../server/lib/database/data-dir-lock.ts';
import { followDatabaseClock } from '../server/lib/database/database-clock.ts';
import { openDatabase, type Database } from '../server/lib/database/db.ts';
import { hasEmbeddedDatabase } from '../server/lib/database/transfer-session.ts';
import { useEnvironmentProxies } from '../server/lib/outbound/environment-proxies.ts';
import { ListenError } from '../server/lib/requests/listen.ts';
import { tokenKeys } from '../server/lib/security/signed-token.ts';
import { VoicesDirectory } from '../server/speech/local/voices-directory.ts';
import { speechProviders } from '../server/speech/providers.ts';
import { openStorage } from '../server/storage/open-storage.ts';
import { readSecrets } from '../server/transfer/installation.ts';

const usage = `Usage: npm run doctor -- [--json]
  --json   print the findings as JSON`;
const exitCodes = { FINE: 0, WARNING: 1, WRONG: 2 } as const;

function readOptions() {
  try {
    return parseArgs({
      options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

type Opened = { database: Examination['database']; close(): Promise<void> };

/** Opens the database, unless that would make one or take it from a server. */
async function open(config: Config): Promise<Opened> {
  const { fine, warning } = findingsAbout('DATABASE', databaseName(config));
  const finding = (database: Finding): Opened => ({ database, async close() {} });
  if (config.databaseUrl === undefined && !hasEmbeddedDatabase(config.dataDir))
    return finding(warning(doctorMessages.CHECK_DATABASE_ABSENT()));
  // Files that another user writes could not be read by the server any more.
  if (config.databaseUrl === undefined && (await isOfOtherUser(config.dataDir)))
    return finding(warning(doctorMessages.CHECK_DATABASE_OTHER_USER()));
  let db: Database | undefined;
  try {
    db = await openDatabase(config);
    const endClock = await followDatabaseClock(db.pool);
    const opened = db;
    return {
      database: { db: opened, isListening: listens(opened) },
      async close() {
        await endClock();
        await opened.close();
      },
    };
  } catch (error) {
    await db?.close();
    if (error instanceof DataDirInUseError) return finding(fine(doctorMessages.CHECK_DATABASE_IN_USE()));
    return finding(databaseFailure(config, error));
  }
}

const isOfOtherUser = async (folder: string): Promise<boolean> =>
  (await stat(folder)).uid !== (process.getuid?.() ?? 0);

/** Whether a notification arrives. */
const listens = (db: Database) => async (): Promise<boolean> => {
  try {
    await (
      await db.listen('parlance_doctor', () => {})
    )();
    return true;
  } catch (error) {
    if (error instanceof ListenError) return false;
    throw error;
  }
};

async function examineSpeech({ env, voicesDir }: Config): Promise<Examination['speech']> {
  try {
    const installed = new VoicesDirectory(voicesDir);
    await installed.scan();
    return {
      providers: speechProviders(env, []).status(),
      installedVoices: installed.installed.models.length,
    };
  } catch (error) {
    return speechFailure((error as Error).message);
  }
}

async function examine(): Promise<Finding[]> {
  let config: Config;
  try {
    config = parseConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map((line) => {
      const [name = '', ...why] = line.split(': ');
      return findingsAbout('CONFIGURATION', name).wrong(
        doctorMessages.CHECK_SETTING_INVALID({ why: why.join(': ') }),
      );
    });
  }
  useEnvironmentProxies(process.env);
  const { database, close } = await open(config);
  try {
    const { jwtSecrets } = await readSecrets(config);
    return await examineInstallation({
      config,
      database,
      storage: await openStorage(config),
      speech: await examineSpeech(config),
      keys: jwtSecrets.length > 0 ? tokenKeys(jwtSecrets) : null,
    });
  } finally {
    await close();
  }
}

function print(findings: readonly Finding[]): void {
  for (const { check, examined, state, message } of findings)
    console.log(
      `${state.toLowerCase().padEnd(8)} ${check.toLowerCase().replaceAll('_', ' ')}, ${examined}\n         ${message.message}`,
    );
  const count = (state: Finding['state']): number => findings.filter((found) => found.state === state).length;
  console.log(`\n${count('FINE')} OK, warnings: ${count('WARNING')}, problems: ${count('WRONG')}.`);
}

process.umask(0o077);
const options = readOptions();
if (options.help) console.log(usage);
else {
  const findings = await examine();
  const state = worstState(findings);
  if (options.json) {
    const rows = findings.map(({ message: { code, message }, ...finding }) => ({
      ...finding,
      code,
      message,
    }));
    console.log(JSON.stringify({ state, findings: rows }, null, 2));
  } else print(findings);
  // What a check that was given up still holds open ends here.
  process.exit(exitCodes[state]);
}
