import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keyOf, type JoinedPart } from '../../server/areas/library/joined-audio/joined-audio.ts';
import { prepareDay, preparedDays } from '../../server/areas/listening/listening/partitions.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { cleanUp } from '../../server/pipeline/cleanup.ts';
import { deleteVersion } from '../../server/pipeline/old-versions.ts';
import { forgetSegments } from '../../server/pipeline/retention.ts';
import { sweep } from '../../server/pipeline/sweep.ts';
import { voiceArticle } from '../../server/pipeline/voice-article.ts';
import { audioFile } from '../../server/storage/files.ts';
import { letFilesAge } from '../support/days-pass.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline({ worker: false });
const context = { signal: new AbortController().signal, log: createLogger('silent'), attempt: 1 };
const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);

async function voice(articleId: number, text: string, tools = pipeline.tools): Promise<string> {
  await voiceArticle(tools, { articleId, run: await pipeline.begin(articleId, { text }) }, context);
  const article = await pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id: articleId } });
  expect(article).toMatchObject({ status: 'ready', error: null });
  return article.audio!;
}

const isThere = async (version: string): Promise<[row: boolean, file: boolean]> => [
  (await pipeline.app.db.prisma.audio.findUnique({ where: { version } })) !== null,
  (await pipeline.app.storage.stat(audioFile(version))) !== null,
];

describe('a version that is reused during its clean-up', () => {
  async function twoVersions(): Promise<{ id: number; first: string; second: string }> {
    const project = await offlineProject(pipeline);
    const { id } = await pipeline.make.article(project.id, { title: 'Title' });
    return { id, first: await voice(id, 'First words.'), second: await voice(id, 'Second words.') };
  }

  test('is kept after it was found to be old', async () => {
    const { id, first } = await twoVersions();
    await voice(id, 'First words.');
    expect(await deleteVersion(pipeline.app, { version: first, articleId: id, teaser: null })).toBe(false);
    expect(await isThere(first)).toEqual([true, true]);
  });

  test('is regenerated after its row and files are gone', async () => {
    const { id, first, second } = await twoVersions();
    const { app } = pipeline;
    let voicing: Promise<string> | undefined;
    const storage: typeof app.storage = {
      ...app.storage,
      delete: async (key, call) => {
        // A run that needs the version meets it between the row and the files, and is at it for a while.
        if (key === audioFile(first)) {
          voicing = voice(id, 'First words.');
          await expect.poll(() => stepOf(id)).toBe('voiced');
          expect(await isThere(first)).toEqual([false, true]);
        }
        return app.storage.delete(key, call);
      },
    };
    expect(await deleteVersion({ ...app, storage }, { version: first, articleId: id, teaser: null })).toBe(
      true,
    );
    expect(await voicing).toBe(first);
    expect(await isThere(first)).toEqual([true, true]);
    expect(await isThere(second)).toEqual([true, true]);
    expect(await app.db.prisma.fileDeletion.count()).toBe(0);
  });

  test('blocks no other work while storage does not respond', async () => {
    const { id, first } = await twoVersions();
    const { app } = pipeline;
    let answer = (): void => {};
    const answers = new Promise<void>((resolve) => (answer = resolve));
    const silent: typeof app = { ...app, storage: { ...app.storage, delete: () => answers } };
    const deleting = deleteVersion(silent, { version: first, articleId: id, teaser: null });
    await expect.poll(async () => (await isThere(first))[0]).toBe(false);
    // Neither the embedded database's only connection nor the article is held.
    const { rows } = await app.db.pool.query(`SELECT "id" FROM "Article" WHERE "id" = $1 FOR UPDATE NOWAIT`, [
      id,
    ]);
    expect(rows).toEqual([{ id }]);
    answer();
    expect(await deleting).toBe(true);
  });

  test('is regenerated if the process crashed before deleting its files, which the next clean-up deletes', async () => {
    const { id, first } = await twoVersions();
    const { app } = pipeline;
    const dying: typeof app = {
      ...app,
      storage: { ...app.storage, delete: () => Promise.reject(new Error('killed')) },
    };
    const old = { version: first, articleId: id, teaser: null };
    await expect(deleteVersion(dying, old)).rejects.toThrow('killed');
    expect(await isThere(first)).toEqual([false, true]);
    // Its time is over.
    await app.db.pool.query(`UPDATE "FileDeletion" SET "leaseUntil" = now() - interval '1 second'`);
    expect(await voice(id, 'First words.')).toBe(first);
    expect(await isThere(first)).toEqual([true, true]);
    // The other files of the version were marked as well.
    expect(await cleanUp(app)).toMatchObject({ fileDeletions: 3 });
    expect(await app.db.prisma.fileDeletion.count()).toBe(0);
    expect(await isThere(first)).toEqual([true, true]);
  });

  const stepOf = async (articleId: number) =>
    (await pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id: articleId } })).step;

  test('is regenerated if it is deleted just after a run has checked for it', async () => {
    const { id, first } = await twoVersions();
    const { app } = pipeline;
    let state: 'before' | 'looked' | 'deleted' = 'before';
    const storage: typeof app.storage = {
      ...app.storage,
      stat: async (key) => {
        if (key === audioFile(first) && state === 'before') state = 'looked';
        return app.storage.stat(key);
      },
    };
    const db: typeof app.db = {
      ...app.db,
      transaction: async (work) => {
        // The run has found row and file, and is about to take them up.
        if (state === 'looked') {
          state = 'deleted';
          expect(await deleteVersion(app, { version: first, articleId: id, teaser: null })).toBe(true);
        }
        return app.db.transaction(work);
      },
    };
    const tools = { ...pipeline.tools, app: { ...app, storage, db } };
    expect(await voice(id, 'First words.', tools)).toBe(first);
    expect(state).toBe('deleted');
    expect(await isThere(first)).toEqual([true, true]);
  });
});

test('reuses chunks that are already recorded, without new ids', async () => {
  const { db } = pipeline.app;
  const project = await offlineProject(pipeline);
  const { id } = await pipeline.make.article(project.id, { title: 'Title' });
  const version = await voice(id, 'One. Two. Three.');
  const given = async () => (await db.pool.query(`SELECT last_value FROM "Chunk_id_seq"`)).rows[0] as object;
  const before = await given();
  await db.prisma.audio.delete({ where: { version } });
  expect(await voice(id, 'One. Two. Three.')).toBe(version);
  expect(await given()).toEqual(before);
  expect(await isThere(version)).toEqual([true, true]);
});

describe('a joined file', () => {
  const part = (articleId: number): JoinedPart => ({ file: 'part', gapMs: 0, title: null, articleId });

  async function joined(articleId: number, data: object = {}): Promise<string> {
    const { projectId } = await pipeline.app.db.prisma.article.findUniqueOrThrow({
      where: { id: articleId },
    });
    const parts = [part(articleId)];
    const key = keyOf({ projectId, title: JSON.stringify(data), parts });
    const row = { key, projectId, parts: parts as never, state: 'ready', durationMs: 1, bytes: 4 } as const;
    await pipeline.app.db.prisma.joinedAudio.create({ data: { ...row, ...data } });
    await pipeline.app.storage.put(audioFile(key), Buffer.from('file'));
    return key;
  }
  const ready = async (key: string): Promise<[ready: boolean, file: boolean]> => [
    (await pipeline.app.db.prisma.joinedAudio.findUnique({ where: { key } }))?.state === 'ready',
    (await pipeline.app.storage.stat(audioFile(key))) !== null,
  ];

  test.each(['before', 'after'])(
    'is not ready without its file if a process dies %s deleting it, and is deleted next time',
    async (when) => {
      const { app } = pipeline;
      const project = await offlineProject(pipeline);
      const article = await pipeline.make.article(project.id);
      const key = await joined(article.id, { usedAt: ago(91) });
      const dying: typeof app = {
        ...app,
        storage: {
          ...app.storage,
          delete: async (file) => {
            if (when === 'after') await app.storage.delete(file);
            throw new Error('killed');
          },
        },
      };
      await expect(cleanUp(dying)).rejects.toThrow('1 of');
      expect(await ready(key)).toEqual([false, when === 'before']);
      expect(await cleanUp(app)).toMatchObject({ joined: 0, fileDeletions: 0 });
      // The time of the process that died is over.
      await app.db.pool.query(`UPDATE "FileDeletion" SET "leaseUntil" = now() - interval '1 second'`);
      expect(await cleanUp(app)).toMatchObject({ fileDeletions: 1 });
      expect(await ready(key)).toEqual([false, false]);
      expect(await app.db.prisma.joinedAudio.count()).toBe(0);
    },
  );

  test('of a deleted article is deleted after the promised days, even if something refers to it', async () => {
    const { app } = pipeline;
    const { prisma } = app.db;
    const project = await offlineProject(pipeline);
    const [gone, kept] = [await pipeline.make.article(project.id), await pipeline.make.article(project.id)];
    const [of, other] = [await joined(gone.id), await joined(kept.id)];
    const channel = await pipeline.make.channel(project.id, { type: 'podcast' });
    const episode = await pipeline.make.episode(channel.id, gone.id);
    await prisma.episode.update({ where: { id: episode.id }, data: { file: of, joined: of } });
    const playlist = { projectId: project.id, name: 'Some', joined: of };
    const { id } = await prisma.playlist.create({ data: playlist });
    await prisma.article.update({ where: { id: gone.id }, data: { deletedAt: ago(6) } });
    expect(await cleanUp(app)).toMatchObject({ joined: 0 });
    await prisma.article.update({ where: { id: gone.id }, data: { deletedAt: ago(8) } });
    expect(await cleanUp(app)).toMatchObject({ joined: 1 });
    expect([await ready(of), await ready(other)]).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(await prisma.episode.findUniqueOrThrow({ where: { id: episode.id } })).toMatchObject({
      file: null,
      joined: null,
    });
    expect((await prisma.playlist.findUniqueOrThrow({ where: { id } })).joined).toBeNull();
  });
});

describe('each part runs independently', () => {
  const upkeep = async (part: string) => pipeline.app.db.prisma.upkeep.findUniqueOrThrow({ where: { part } });

  test('a partition that a backup has locked is dropped next time, and all others now', async () => {
    const { app } = pipeline;
    await prepareDay(app.db, '2020-02-01');
    const days = async () => (await preparedDays(app.db.sql)).filter((day) => day < '2021');
    const { id: userId } = await pipeline.make.user();
    await app.db.prisma.session.create({ data: { userId, expiresAt: ago(1) } });
    if (app.db.kind === 'postgres') {
      const backup = await app.db.pool.connect();
      try {
        await backup.query('BEGIN');
        await backup.query('LOCK TABLE "PlayerEvent" IN ACCESS SHARE MODE');
        expect(await cleanUp(app)).toMatchObject({ eventDays: 0, sessions: 1 });
      } finally {
        await backup.query('ROLLBACK');
        backup.release();
      }
      expect(await days()).toEqual(['2020-02-01']);
      expect(await upkeep('eventDays')).toMatchObject({
        doneAt: null,
        failedAt: expect.any(Date),
        error: expect.stringContaining('lock'),
      });
      expect(await upkeep('sessions')).toMatchObject({ doneAt: expect.any(Date), failedAt: null });
    }
    expect(await cleanUp(app)).toMatchObject({ eventDays: 1 });
    expect(await days()).toEqual([]);
    expect(await upkeep('eventDays')).toMatchObject({
      doneAt: expect.any(Date),
      failedAt: null,
      error: null,
    });
  });

  test('a failure is reported with its start until the part succeeds', async () => {
    const { app } = pipeline;
    const storage: typeof app.storage = {
      ...app.storage,
      list: (folder) => {
        if (folder === 'previews') throw new Error('The store does not answer.');
        return app.storage.list(folder);
      },
    };
    const project = await offlineProject(pipeline);
    const createdAt = ago(366);
    await app.db.prisma.projectLog.create({ data: { projectId: project.id, action: 'changed', createdAt } });
    await expect(cleanUp({ ...app, storage })).rejects.toThrow(AggregateError);
    expect(await app.db.prisma.projectLog.count()).toBe(0);
    const { failedAt } = await upkeep('previews');
    await expect(cleanUp({ ...app, storage })).rejects.toThrow('1 of');
    expect(await upkeep('previews')).toMatchObject({
      failedAt,
      error: 'The store does not answer.',
      doneAt: null,
    });
    await cleanUp(app);
    expect(await upkeep('previews')).toMatchObject({ failedAt: null, error: null, doneAt: expect.any(Date) });
  });

  test('a failed part of the sweep does not stop the others', async () => {
    const { app } = pipeline;
    const project = await offlineProject(pipeline);
    const updatedAt = new Date(Date.now() - 60_000);
    await pipeline.make.article(project.id, { status: 'waiting', run: 1, updatedAt });
    await app.db.prisma.source.create({
      data: { projectId: project.id, type: 'rss', url: 'http://127.0.0.1:1/', nextPollAt: updatedAt },
    });
    const queue: typeof app.queue = {
      ...app.queue,
      send: async (sql, job, ...rest) => {
        if (job.name === 'article') throw new Error('refused');
        return app.queue.send(sql, job, ...rest);
      },
    };
    await expect(sweep({ ...app, queue })).rejects.toThrow(AggregateError);
    const { rows } = await app.db.pool.query(`SELECT name FROM pgboss.job WHERE state < 'completed'`);
    expect(rows).toEqual([{ name: 'source-poll' }]);
  });
});

test('workers that start at the same time enqueue one job for each stranded article', async () => {
  const { app } = pipeline;
  const project = await offlineProject(pipeline);
  const updatedAt = new Date(Date.now() - 60_000);
  for (let index = 0; index < 20; index++)
    await pipeline.make.article(project.id, { status: 'waiting', run: 1, updatedAt });
  await app.db.prisma.project.update({ where: { id: project.id }, data: { teasersAskedAt: updatedAt } });
  const swept = await Promise.all(Array.from({ length: 4 }, () => sweep(app)));
  expect(swept.reduce((sum, { stranded }) => sum + stranded, 0)).toBe(20);
  const { rows } = await app.db.pool.query(
    `SELECT name, count(*)::int AS jobs, count(DISTINCT data)::int AS different FROM pgboss.job WHERE state < 'completed' GROUP BY 1 ORDER BY 1`,
  );
  expect(rows).toEqual([
    { name: 'article', jobs: 20, different: 20 },
    { name: 'project-teasers', jobs: 1, different: 1 },
  ]);
});

test('emails in the outbox are deleted after their retention, also partial ones, and no other files', async () => {
  const { app } = pipeline;
  const outbox = join(app.config.dataDir, 'outbox');
  await mkdir(outbox, { recursive: true });
  for (const name of ['old.eml', '.half.eml', 'young.eml', 'notes.txt']) {
    await writeFile(join(outbox, name), 'text');
    const at = ago(name === 'young.eml' ? 29 : 31);
    await utimes(join(outbox, name), at, at);
  }
  expect(await cleanUp(app)).toMatchObject({ outbox: 2 });
  expect((await readdir(outbox)).sort()).toEqual(['notes.txt', 'young.eml']);
  expect(await cleanUp(app)).toMatchObject({ outbox: 0 });
});

test('chunks are deleted in batches', async () => {
  const { app } = pipeline;
  const { id } = await pipeline.make.article((await offlineProject(pipeline)).id);
  await app.db.pool.query(
    `INSERT INTO "Segment" ("key", "state", "articleId", "leaseUntil", "charged", "provider", "characters", "voicedAt")
     SELECT 'forgotten' || n, 'voiced', $1, now(), false, 'offline', 1, now() - interval '400 days' FROM generate_series(1, 2500) n`,
    [id],
  );
  await app.storage.put('segments/forgotten7.mp3', Buffer.from('x'));
  await app.storage.put('segments/forgotten8-128-3.mp3', Buffer.from('x'));
  const statements: number[] = [];
  const { sql } = app.db.unhurried;
  const counting = sql.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements.push(result.rows.length);
      return result;
    },
  });
  const db = { ...app.db, unhurried: { ...app.db.unhurried, sql: counting } };
  expect(await forgetSegments({ ...app, db }, ago(90), ago(7))).toBe(2_500);
  expect(statements).toEqual([1_000, 1_000, 500]);
  expect(await app.storage.stat('segments/forgotten7.mp3')).toBeNull();
  expect(await app.storage.stat('segments/forgotten8-128-3.mp3')).toBeNull();
});

describe('unreferenced files', () => {
  const root = () => join(pipeline.app.config.dataDir, 'files');

  test('are deleted after a day: audio, images, partial files, folders of ended processes', async () => {
    const { app } = pipeline;
    // What other tests left.
    await letFilesAge(root(), 2);
    await cleanUp(app);
    for (const key of ['audio/left.mp3', 'audio/left-highres.wav', 'images/left'])
      await app.storage.put(key, Buffer.from('left'));
    await writeFile(join(root(), 'audio', 'half.mp3.0123456789ab.tmp'), 'half');
    // No process has this number: they end before it on every system.
    const folder = join(tmpdir(), `parlance-render-${2 ** 22 + 1}-${process.pid}`);
    await mkdir(folder, { recursive: true });
    const exported = join(tmpdir(), `parlance-${'0f'.repeat(12)}.csv`);
    await writeFile(exported, 'left of an export');
    const none = { strayAudio: 0, strayImages: 0, unfinishedFiles: 0 };
    expect(await cleanUp(app)).toMatchObject(none);
    await letFilesAge(root(), 2);
    await utimes(folder, ago(2), ago(2));
    await utimes(exported, ago(2), ago(2));
    expect(await cleanUp(app)).toMatchObject({ strayAudio: 2, strayImages: 1, unfinishedFiles: 1 });
    expect(await readdir(tmpdir())).not.toContain(`parlance-render-${2 ** 22 + 1}-${process.pid}`);
    expect(await readdir(tmpdir())).not.toContain(basename(exported));
    expect(await cleanUp(app)).toMatchObject(none);
  });

  test('are kept if most files are unknown, because they belong to another database', async () => {
    const { app } = pipeline;
    const keys = Array.from({ length: 101 }, (_, index) => `images/${index}`);
    for (const key of keys) await app.storage.put(key, Buffer.from('picture'));
    onTestFinished(async () => {
      for (const key of keys) await app.storage.delete(key);
    });
    await letFilesAge(root(), 2);
    await expect(cleanUp(app)).rejects.toThrow('1 of');
    for (const key of keys) expect(await app.storage.stat(key)).not.toBeNull();
    expect(await app.db.prisma.upkeep.findUniqueOrThrow({ where: { part: 'strayImages' } })).toMatchObject({
      error: expect.stringContaining('Does it belong to this storage?'),
    });
  });
});
