/** An installation is moved between the embedded database and PostgreSQL, and between a disk and a bucket. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseConfig, type Config } from '../../server/config.ts';
import { jobs } from '../../server/jobs.ts';
import { audioFile } from '../../server/storage/files.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { move, type MoveOptions } from '../../server/transfer/move-installation.ts';
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
  type FilledInstallation,
} from './installations.ts';

const isPostgres = databaseKind() === 'postgres';
const root = fileURLToPath(new URL('../..', import.meta.url));

const moving = (options: Omit<MoveOptions, 'jobs' | 'progress'>) =>
  move({ ...options, jobs, progress: quiet });

/** Reads the environment that a move has written for the servers. */
async function configIn(file: string, env: Record<string, string> = {}): Promise<Config> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const written = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  return parseConfig({ PORT: '0', LOG_LEVEL: 'silent', WORKERS: '1', ...written, ...env });
}

/** What must be as it was, however often an installation was moved. */
async function expectPlays(config: Config, { room, audio }: FilledInstallation): Promise<void> {
  await withApp(config, async ({ db, storage }) => {
    const article = await db.prisma.article.findUniqueOrThrow({ where: { id: room.article.id } });
    expect(article.audio).toBe(room.audio.version);
    expect(Buffer.from((await storage.get(audioFile(room.audio.version)))!).equals(audio)).toBe(true);
    const next = await db.prisma.organization.create({ data: { name: 'Next', slug: 'next' } });
    expect(next.id).toBeGreaterThan(room.organization.id);
    // Foreign keys and triggers are there again.
    await expect(
      db.sql.deleteFrom('Organization').where('id', '=', room.organization.id).execute(),
    ).rejects.toThrow(/foreign key/);
  });
}

// With the embedded database each step takes seconds.
test.runIf(isFull)(
  'an embedded database with its files is moved and moved back, with equal rows and secrets',
  async () => {
    const filled = await installation({ DATABASE_URL: '' });
    const { config } = filled.prepared;
    const before = await contentsOf(config);
    const bucket = await emptyBucket();
    const database = (await emptyPostgres()) ?? 'embedded';
    const there = await moving({
      from: { ...config, env: { ...config.env, ...bucket.env } },
      database,
      storage: bucket.url,
      dataDir: await emptyFolder(),
    });
    expect(there.files).toEqual({ files: 2, bytes: 9_070_000, alreadyThere: 0 });
    const target = await configIn(there.environment!, bucket.env);
    expect(await contentsOf(target)).toEqual(before);
    // The source is as it was.
    expect(await contentsOf(config)).toEqual(before);
    expect(target.jwtSecrets![0]).toBe((await readFile(join(config.dataDir, 'jwt-secret'), 'utf8')).trim());
    expect((await stat(there.environment!)).mode & 0o777).toBe(0o600);
    expect([...bucket.s3.objects.keys()].sort()).toEqual([
      `news/${audioFile(filled.room.audio.version)}`,
      'news/images/large',
    ]);

    const back = await moving({
      from: target,
      database: 'embedded',
      storage: 'file:',
      dataDir: await emptyFolder(),
    });
    const home = await configIn(back.environment!);
    expect(await contentsOf(home)).toEqual(before);
    expect([home.jwtSecrets, home.dataKeys]).toEqual([target.jwtSecrets, target.dataKeys]);
    await expectPlays(home, filled);
  },
);

describe.runIf(isPostgres)('from PostgreSQL', () => {
  test('a move is refused while a process of Parlance is connected', async () => {
    const { prepared } = await installation();
    const database = (await emptyPostgres())!;
    await withApp(prepared.config, async () => {
      await expect(moving({ from: prepared.config, database })).rejects.toThrow(/in use: Parlance processes/);
    });
  });

  test('rows, partitions, files and secrets are moved', async () => {
    const filled = await installation();
    await withApp(filled.prepared.config, async ({ db }) => {
      await db.pool.query(
        `CREATE TABLE "PlayerEvent_20200101" PARTITION OF "PlayerEvent" FOR VALUES FROM ('2020-01-01') TO ('2020-01-02')`,
      );
    });
    const database = (await emptyPostgres())!;
    const { config } = filled.prepared;
    const bucket = await emptyBucket();
    const from = { ...config, env: { ...config.env, ...bucket.env } };
    const moved = await moving({ from, database, storage: bucket.url });
    expect(moved.files).toEqual({ files: 2, bytes: 9_070_000, alreadyThere: 0 });
    const target = await configIn(moved.environment!, bucket.env);
    expect(await contentsOf(target)).toEqual(await contentsOf(config));
    expect(target.jwtSecrets![0]).toBe((await readFile(join(config.dataDir, 'jwt-secret'), 'utf8')).trim());
    await expect(moving({ from, database, storage: bucket.url })).rejects.toThrow(/not empty/);
    await expectPlays(target, filled);
  });
});

test.runIf(isFull)(
  'a target with data is refused, and a server does not start on an unfinished one',
  async () => {
    const { prepared } = await installation({ DATABASE_URL: '' });
    const dataDir = await emptyFolder();
    const { config } = prepared;
    const other = parseConfig({ ...prepared.env, DATABASE_URL: '', DATA_DIR: dataDir });
    await withApp(other, async () => {});
    await expect(moving({ from: config, database: 'embedded', dataDir })).rejects.toThrow(/not empty/);

    const folder = await emptyFolder();
    const storage = await openStorage({ storageUrl: `file:${folder}`, dataDir, env: {} });
    await storage.put('audio/other.mp3', Buffer.from('other'));
    await expect(moving({ from: config, storage: `file:${folder}` })).rejects.toThrow(
      /not empty: it contains the file/,
    );
    await storage.delete('audio/other.mp3');
    await storage.put('transfer/unfinished', Buffer.from('another installation'));
    await expect(moving({ from: config, storage: `file:${folder}` })).rejects.toThrow(
      /copy of another installation/,
    );
    const half = parseConfig({ ...prepared.env, DATABASE_URL: '', STORAGE_URL: `file:${folder}` });
    await expect(withApp(half, async () => {})).rejects.toThrow(/unfinished copy of another installation/);
  },
);

test.runIf(isFull)('a killed move resumes, and a damaged file is copied again', async () => {
  const filled = await installation({ DATABASE_URL: '' });
  const { env, config } = filled.prepared;
  const before = await contentsOf(config);
  const [database, dataDir] = [(await emptyPostgres()) ?? 'embedded', await emptyFolder()];
  const words = ['scripts/move.ts', '--database', database, '--storage', 'file:', '--data-dir', dataDir];
  const options = { cwd: root, env: { PATH: process.env['PATH'], ...env, DATABASE_URL: '' } };
  const dryRun = spawnSync(process.execPath, [...words, '--dry-run'], { ...options, encoding: 'utf8' });
  expect([dryRun.status, dryRun.stdout]).toEqual([0, expect.stringContaining('Nothing was copied')]);
  const killed = spawn(process.execPath, words, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(killed, 'exit');
  for await (const printed of killed.stdout) if (String(printed).includes('checksum')) break;
  killed.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
  const target = { ...options.env, DATA_DIR: dataDir, DATABASE_URL: database === 'embedded' ? '' : database };
  await expect(withApp(parseConfig(target), async () => {})).rejects.toThrow(/unfinished copy/);
  const storage = await openStorage({ storageUrl: 'file:', dataDir, env: {} });
  await storage.put(audioFile(filled.room.audio.version), Buffer.alloc(filled.audio.length, 'damaged'));

  const resumed = spawnSync(process.execPath, words, { ...options, encoding: 'utf8' });
  expect(resumed.stderr).toBe('');
  expect(resumed.stdout).toMatch(/Counts and checksums match\.\n\d+ of them had already been copied by/);
  expect(resumed.status).toBe(0);
  const moved = await configIn(join(dataDir, 'environment'));
  expect(await contentsOf(moved)).toEqual(before);
  await expectPlays(moved, filled);
  const wrong = spawnSync(process.execPath, ['scripts/move.ts', '--databse', 'x'], options);
  expect(wrong.status).toBe(2);
});
