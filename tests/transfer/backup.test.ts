/** An installation is backed up, destroyed and restored. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig, type Config } from '../../server/config.ts';
import { jobs } from '../../server/jobs.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { audioFile } from '../../server/storage/files.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { deleteOldBackups } from '../../server/transfer/back-up-installation.ts';
import { listBackups, writeHeader } from '../../server/transfer/backup-store.ts';
import { findBackup, restore, type RestoreResult } from '../../server/transfer/restore-backup.ts';
import {
  isBackupDue,
  openBackups,
  runBackup,
  type BackupRunResult,
} from '../../server/transfer/run-backup.ts';
import { databaseKind } from '../support/databases.ts';
import { isFull } from '../support/full.ts';
import {
  contentsOf,
  emptyBucket,
  emptyFolder,
  emptyPostgres,
  installation,
  quiet,
  withApp,
  type Contents,
} from './installations.ts';

const key = 'a key of backups that has enough characters';

/** Backs up while the server keeps running. */
async function backUp(config: Config, isTested = false): Promise<BackupRunResult> {
  const db = await openDatabase(config);
  try {
    const files = await openStorage(config);
    return await runBackup({ db, config, files, jobs, progress: quiet, isTested });
  } finally {
    await db.close();
  }
}

async function restoreInto(config: Config, id?: string): Promise<RestoreResult> {
  const store = await openBackups(config);
  const backup = await findBackup(store, id);
  return restore({
    store,
    backup,
    database: config,
    files: await openStorage(config),
    jobs,
    progress: quiet,
  });
}

/** Everything but the record of the backup itself, which is written after its moment. */
function withoutRuns({ tables, sequences }: Contents): Contents {
  const { BackupRun: _, ...others } = tables;
  return { tables: others, sequences: sequences.filter(({ name }) => name !== 'BackupRun_id_seq') };
}

/** An empty place for an installation, with the backups of another one. */
async function emptyInstallation(env: Record<string, string>): Promise<Config> {
  return parseConfig({
    ...env,
    DATABASE_URL: (await emptyPostgres()) ?? '',
    DATA_DIR: await emptyFolder(),
    STORAGE_URL: 'file:',
  });
}

const isPostgres = databaseKind() === 'postgres';

describe.runIf(isPostgres || isFull)('a backup', () => {
  test('is incremental, encrypted, and restored with equal rows, files and secrets', async () => {
    const filled = await installation();
    const bucket = await emptyBucket();
    const env = {
      ...filled.prepared.env,
      BACKUP_URL: bucket.url,
      BACKUP_KEY: key,
      BACKUP_S3_ACCESS_KEY_ID: bucket.env['S3_ACCESS_KEY_ID']!,
      BACKUP_S3_SECRET_ACCESS_KEY: bucket.env['S3_SECRET_ACCESS_KEY']!,
    };
    const config = parseConfig(env);
    const first = await backUp(config);
    expect([first.header.files, first.copied.files]).toEqual([2, 2]);
    await (await openStorage(config)).put('images/new', Buffer.from('new'));
    const before = withoutRuns(await contentsOf(config));
    const second = await backUp(config);
    expect([second.header.files, second.copied.files]).toEqual([3, 1]);
    const all = Buffer.concat([...bucket.s3.objects.values()].map(({ body }) => body));
    const secret = (await readFile(join(config.dataDir, 'jwt-secret'), 'utf8')).trim();
    for (const plain of [secret, filled.room.article.title, 'largelarge'])
      expect(all.includes(plain), plain).toBe(false);

    const target = await emptyInstallation(env);
    await expect(restoreInto({ ...target, backup: { ...target.backup, key: `${key}!` } })).rejects.toThrow(
      /another key than BACKUP_KEY/,
    );
    const restored = await restoreInto(target);
    expect([restored.files, restored.lost, restored.contents.jwtSecrets]).toEqual([3, [], [secret]]);
    expect(withoutRuns(await contentsOf(target))).toEqual(before);
    await withApp(target, async ({ db, storage }) => {
      const { audio } = await db.prisma.article.findUniqueOrThrow({ where: { id: filled.room.article.id } });
      expect(Buffer.from((await storage.get(audioFile(audio!)))!).equals(filled.audio)).toBe(true);
    });
    // Never over what is there, and nothing is left that keeps a server from starting.
    await expect(restoreInto(target)).rejects.toThrow(/not empty/);
    const files = await emptyFolder();
    const withFiles = { ...target, storageUrl: `file:${files}` };
    await expect(restoreInto(withFiles)).rejects.toThrow(/target database is not empty/);
    expect(await readdir(files)).toEqual([]);
    await expect(restoreInto({ ...target, backup: { ...target.backup, key: null } })).rejects.toThrow(
      /is encrypted. Set BACKUP_KEY/,
    );
  });

  test.runIf(isFull)('names the files that are missing or damaged, and restores the others', async () => {
    const filled = await installation();
    const folder = await emptyFolder();
    const env = { ...filled.prepared.env, BACKUP_URL: `file:${folder}` };
    const config = parseConfig(env);
    await (await openStorage(config)).put('images/new', Buffer.from('new'));
    await backUp(config);
    const store = await openBackups(config);
    const backup = await findBackup(store);
    const objects = new Map<string, string>();
    for await (const file of store.files(backup.id)) objects.set(file.key, store.objectKey(file.sha256));
    await rm(join(folder, objects.get('images/new')!));
    await store.storage.put(objects.get('images/large')!, Buffer.alloc(9_000_000, 'other'));
    const restored = await restoreInto(await emptyInstallation(env));
    expect(restored.lost.sort((a, b) => a.key.localeCompare(b.key))).toEqual([
      { key: 'images/large', why: 'damaged in the backup' },
      { key: 'images/new', why: 'missing from the backup' },
    ]);
    expect(restored.files).toBe(1);
    // A list of files that is damaged ends it.
    await store.storage.put(`data/${backup.id}/files`, Buffer.from('not what it was'));
    const other = await emptyInstallation(env);
    await expect(restoreInto(other)).rejects.toThrow(/list of files of backup .* damaged/);
    // A table that is damaged is no database.
    const { tables } = await store.readContents(backup.id);
    const articles = tables.find(({ name }) => name === 'Article')!;
    await store.storage.put(`data/${backup.id}/${articles.part}`, Buffer.from('not what it was'));
    await expect(restoreInto(await emptyInstallation(env))).rejects.toThrow(
      /table Article of backup .* damaged/,
    );
  });
});

test.runIf(isFull)('a backup of a running server is tested, and its run is recorded', async () => {
  const filled = await installation();
  const folder = await emptyFolder();
  const config = parseConfig({ ...filled.prepared.env, BACKUP_URL: `file:${folder}` });
  const { tested } = await backUp(config, true);
  expect([tested!.files, tested!.lost]).toEqual([2, []]);
  expect(tested!.tables.rows).toBeGreaterThan(50);
  const store = await openBackups(config);
  for await (const { sha256 } of store.files((await findBackup(store)).id))
    await rm(join(folder, store.objectKey(sha256)));
  await (await openStorage(config)).put('images/new', Buffer.from('new'));
  const again = await backUp(config, true);
  expect(again.tested!.lost).toHaveLength(2);
  await withApp(config, async ({ db }) => {
    const [last, before] = await db.prisma.backupRun.findMany({ orderBy: { id: 'desc' } });
    expect([last!.testedAt, last!.error]).toEqual([null, expect.stringContaining('missing from the backup')]);
    expect([before!.testedAt, before!.error, before!.files]).toEqual([expect.any(Date), null, 2n]);
  });
  // The next one copies everything again.
  const healed = await backUp(config, true);
  expect([healed.copied.files, healed.tested!.lost]).toEqual([3, []]);
});

test.runIf(isFull)('old backups are deleted, but not the newest that was tested', async () => {
  const filled = await installation();
  const folder = await emptyFolder();
  const config = parseConfig({ ...filled.prepared.env, BACKUP_URL: `file:${folder}` });
  const store = await openBackups(config);
  const ids: string[] = [];
  for (let count = 0; count < 4; count++) ids.unshift((await backUp(config)).header.id);
  expect(new Set(ids).size).toBe(4);
  // Files that no test has read are read by the next one, although they are not new.
  for await (const file of store.files(ids[0]!)) expect(file.isUnread).toBe(true);
  const later = new Date(Date.now() + 40 * 86_400_000);
  const deleted = await deleteOldBackups(store, {
    days: 30,
    tested: new Set([ids[2]!, ids[3]!]),
    now: later,
  });
  expect(deleted).toBe(2);
  const { backups } = await listBackups(store.storage);
  expect(backups.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  // Files that both have are still there.
  const restored = await restoreInto(
    await emptyInstallation({ ...filled.prepared.env, BACKUP_URL: `file:${folder}` }),
    ids[2]!,
  );
  expect([restored.files, restored.lost]).toEqual([2, []]);
  // A description that is damaged is named instead of restoring an older backup without a word.
  await store.storage.put(`backups/${ids[0]}.json`, Buffer.from('{'));
  await expect(findBackup(store)).rejects.toThrow(
    new RegExp(`description of backup ${ids[0]} .* is damaged`),
  );
  expect((await findBackup(store, ids[2])).id).toBe(ids[2]);
  // What an interrupted backup left is deleted by the next one.
  await store.storage.put('backups/20200101T000000Z.unfinished', Buffer.from(''));
  await store.storage.put('data/20200101T000000Z/table-0', Buffer.from('rows'));
  await backUp(config);
  expect(await store.storage.get('data/20200101T000000Z/table-0')).toBeNull();
  expect(await store.storage.get('backups/20200101T000000Z.unfinished')).toBeNull();
});

test.runIf(isPostgres)(
  'a backup that was made while a clock was fast keeps no other from being the newest',
  async () => {
    const filled = await installation();
    const config = parseConfig({ ...filled.prepared.env, BACKUP_URL: `file:${await emptyFolder()}` });
    const store = await openBackups(config);
    const { header } = await backUp(config);
    const startedAt = new Date(Date.now() + 400 * 86_400_000);
    const fast = { ...header, id: '20990101T000000Z', createdAt: startedAt };
    await writeHeader(store.storage, fast);
    const db = await openDatabase(config);
    try {
      expect(await isBackupDue({ db, config })).toBe(false);
      await db.prisma.backupRun.create({ data: { startedAt, finishedAt: startedAt, backup: fast.id } });
      expect(await isBackupDue({ db, config })).toBe(true);
      const next = await backUp(config);
      expect((await findBackup(store)).id).toBe(next.header.id);
      expect(await isBackupDue({ db, config })).toBe(false);
    } finally {
      await db.close();
    }
  },
);

test.runIf(isPostgres && isFull)(
  'a storage without any file is not backed up in place of the audio',
  async () => {
    const filled = await installation();
    const folder = await emptyFolder();
    const env = { ...filled.prepared.env, BACKUP_URL: `file:${folder}` };
    const notMounted = parseConfig({ ...env, STORAGE_URL: `file:${await emptyFolder()}` });
    await expect(backUp(notMounted)).rejects.toThrow(/has 1 audio, but STORAGE_URL has no file/);
    expect((await listBackups((await openBackups(notMounted)).storage)).backups).toEqual([]);
  },
);
