/** An installation is examined by an administrator, and by `npm run doctor`. */
import { spawnSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { checkBackups } from '../../server/doctor/check-backups.ts';
import { checkDatabase } from '../../server/doctor/check-database.ts';
import { checkEmail } from '../../server/doctor/check-email.ts';
import { checkStorage } from '../../server/doctor/check-storage.ts';
import { checkTimeZones } from '../../server/doctor/check-time-zones.ts';
import { checkNames, type Finding } from '../../server/doctor/check-finding.ts';
import { parseConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { runSql } from '../support/postgres.ts';
import { useServer } from '../support/server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isPostgres = databaseKind() === 'postgres';
const server = useServer({ env: { FOO_URL: 'x', JWT_SECRT: 'misspelled' } });
const codes = (findings: readonly Finding[]): string[] => findings.map(({ message }) => message.code);

test('administrators, and only they, see what checks of the installation find', async () => {
  const room = await server.make.newsroom();
  const query = `{ installationChecks { check examined state message messageNotice { code parameters } } }`;
  const { data, errors } = await server.graphql(query, {}, await server.signIn(room.admin));
  expect(errors).toBeUndefined();
  const checks = data!['installationChecks'] as {
    check: string;
    state: string;
    messageNotice: { code: string };
  }[];
  // The test's address has no TLS, and the embedded database no clock.
  expect(new Set(checks.map(({ check }) => check))).toEqual(
    new Set(checkNames.filter((name) => name !== 'CERTIFICATE' && (isPostgres || name !== 'CLOCK'))),
  );
  const found = checks.map(({ messageNotice: { code } }) => code);
  expect(found).toEqual(
    expect.arrayContaining([
      'CHECK_VARIABLE_MISSPELLED',
      'CHECK_STORAGE_FINE',
      'CHECK_EMAIL_OUTBOX',
      'CHECK_SPEECH_PLAIN',
      'CHECK_PUBLIC_URL_LOCAL',
      'CHECK_BACKUP_OFF',
    ]),
  );
  expect(JSON.stringify(checks)).not.toContain('misspelled"');
  for (const user of [room.maintainer, room.viewer]) {
    const refused = await server.graphql(query, {}, await server.signIn(user));
    expect(refused.errors).toHaveLength(1);
  }
});

test('a folder that is missing, and a stored time zone that Node does not know, are found', async () => {
  const { config, db, storage } = server.app;
  const { organization } = await server.make.newsroom();
  await db.prisma.organization.update({ where: { id: organization.id }, data: { timezone: 'Mars/Base' } });
  expect(await checkTimeZones(db)).toMatchObject([
    { state: 'WARNING', message: { code: 'CHECK_ZONE_UNKNOWN', parameters: { zone: 'Mars/Base' } } },
  ]);
  expect(codes(await checkTimeZones(null, '2020a'))).toEqual(['CHECK_ZONES_OLD']);
  await rm(join(config.dataDir, 'files'), { recursive: true, force: true });
  expect(await checkStorage(config, storage)).toMatchObject({
    state: 'WRONG',
    message: { code: 'CHECK_STORAGE_FAILED', message: expect.stringContaining('is missing') },
  });
  await storage.prepare?.();
  expect(await checkStorage(config, storage)).toMatchObject({ state: 'FINE' });
});

test('backups that fail, are late, not encrypted or on the same disk are found', async () => {
  const { db } = server.app;
  const config = parseConfig({
    ...server.app.config.env,
    BACKUP_URL: `file:${server.app.config.dataDir}/backup`,
  });
  const all = () => checkBackups(config, db).then(codes);
  expect(await all()).toEqual(expect.arrayContaining(['CHECK_BACKUP_PLAIN', 'CHECK_BACKUP_NONE']));
  await mkdir(join(server.app.config.dataDir, 'backup'), { recursive: true });
  expect(await all()).toContain('CHECK_BACKUP_SAME_DISK');
  const startedAt = new Date(Date.now() - 30 * 3_600_000);
  const run = await db.prisma.backupRun.create({
    data: { startedAt, finishedAt: startedAt, testedAt: startedAt, backup: '20261129T010700Z' },
  });
  expect((await checkBackups(config, db)).at(-1)).toMatchObject({
    state: 'FINE',
    message: { parameters: { hours: 30 } },
  });
  await db.prisma.backupRun.update({
    where: { id: run.id },
    data: { startedAt: new Date(Date.now() - 60 * 3_600_000) },
  });
  expect((await all()).at(-1)).toBe('CHECK_BACKUP_LATE');
  await db.prisma.backupRun.create({ data: { finishedAt: new Date(), error: 'The disk is full.' } });
  expect((await checkBackups(config, db)).at(-1)).toMatchObject({
    message: { code: 'CHECK_BACKUP_FAILED', parameters: { why: 'The disk is full.' } },
  });
});

test('a mail server that is not there is found', async () => {
  const config = parseConfig({ ...server.app.config.env, SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(await checkEmail(config)).toMatchObject([
    { state: 'WRONG', message: { code: 'CHECK_EMAIL_FAILED' } },
  ]);
});

test.runIf(isPostgres)('a read-only database and dangerous settings are found', async () => {
  const prepared = await prepareConfig();
  onTestFinished(() => prepared.remove());
  const { databaseUrl } = prepared.config;
  const check = async (): Promise<Finding[]> => {
    const db = await openDatabase(prepared.config);
    try {
      return await checkDatabase(prepared.config, { db, isListening: async () => true });
    } finally {
      await db.close();
    }
  };
  // The database of the tests is set to be fast and not safe.
  const usual = await check();
  expect(codes(usual).every((code) => /^CHECK_DATABASE_(SETTING|VACUUM)$/.test(code))).toBe(true);
  const name = new URL(databaseUrl!).pathname.slice(1);
  await runSql(
    databaseUrl!,
    `ALTER DATABASE "${name}" SET default_transaction_read_only = on; ALTER DATABASE "${name}" SET synchronous_commit = off`,
  );
  const changed = await check();
  expect(codes(changed)).toContain('CHECK_DATABASE_READ_ONLY');
  expect(changed.map(({ message }) => message.message).join('\n')).toContain('Set synchronous_commit = on');
});

test('npm run doctor names settings that keep the server from starting', () => {
  const run = (args: string[], env: Record<string, string>) =>
    spawnSync(process.execPath, ['scripts/doctor.ts', ...args], {
      cwd: root,
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
    });
  const invalid = run(['--json'], { PORT: 'http', POLL_INTERVAL: '0' });
  expect([invalid.status, invalid.stderr]).toEqual([2, '']);
  const { state, findings } = JSON.parse(invalid.stdout) as { state: string; findings: object[] };
  expect(state).toBe('WRONG');
  expect(findings).toMatchObject([
    { check: 'CONFIGURATION', examined: 'PORT', state: 'WRONG', code: 'CHECK_SETTING_INVALID' },
    { check: 'CONFIGURATION', examined: 'POLL_INTERVAL', state: 'WRONG' },
  ]);
  expect(run(['--jsn'], {}).status).toBe(2);
});
