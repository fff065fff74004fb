import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanUp } from '../../server/pipeline/cleanup.ts';
import { letDaysPass, letFilesAge } from '../support/days-pass.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline({
  env: {
    RETAIN_DELETED_DAYS: '7',
    RETAIN_VERSIONS_DAYS: '20',
    RETAIN_SEGMENTS_DAYS: '40',
    RETAIN_PREVIEWS_DAYS: '30',
    RETAIN_LOGS_DAYS: '100',
  },
});
const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** Names of all files in storage. */
async function files(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['audio', 'segments', 'masters', 'previews'])
    for await (const { key } of pipeline.app.storage.list(folder)) found.push(key);
  return found.sort();
}

describe.each(['article', 'project'] as const)('a deleted %s', (kind) => {
  test('has all its files deleted after the configured days, and no others', async () => {
    const { db, storage } = pipeline.app;
    const before = await files();
    const [project, other] = [await offlineProject(pipeline), await offlineProject(pipeline)];
    const kept = await pipeline.voice(
      (await pipeline.make.article(other.id, { title: 'Same title', text: `Shared by ${kind}s. And kept.` }))
        .id,
    );
    const remaining = await files();
    const article = await pipeline.make.article(project.id, {
      title: 'Same title',
      text: `Shared by ${kind}s. And gone with its ${kind}.`,
    });
    const { audio } = await pipeline.voice(article.id);
    const chunks = await pipeline.chunks(article.id, audio);
    await storage.put(`audio/${audio}-highres.wav`, Buffer.from('high'));
    await storage.put(`segments/${chunks.at(-1)!.segmentKey}-128-3.mp3`, Buffer.from('another encoding'));
    const table = kind === 'article' ? 'Article' : 'Project';
    const id = kind === 'article' ? article.id : project.id;
    await db.pool.query(`UPDATE "${table}" SET "deletedAt" = $2 WHERE id = $1`, [id, ago(6)]);
    expect(await cleanUp(pipeline.app)).toMatchObject({ deletedArticles: 0, segments: 0 });
    expect((await files()).length).toBeGreaterThan(remaining.length);
    await db.pool.query(`UPDATE "${table}" SET "deletedAt" = $2 WHERE id = $1`, [id, ago(8)]);
    expect(await cleanUp(pipeline.app)).toMatchObject({ deletedArticles: 1, segments: 1 });
    expect(await files()).toEqual(remaining);
    expect(await pipeline.chunks(article.id, audio)).toEqual([]);
    expect(await storage.stat(`audio/${kept.audio}.mp3`)).not.toBeNull();
    expect(await cleanUp(pipeline.app)).toMatchObject({ deletedArticles: 0, segments: 0 });
    expect(remaining.length).toBeGreaterThan(before.length);
  });
});

test('old versions are deleted after their days except the current one, and chunks later without a new charge', async () => {
  const { db } = pipeline.app;
  const project = await offlineProject(pipeline);
  const article = await pipeline.make.article(project.id, { title: 'Title', text: 'First words.' });
  const first = await pipeline.voice(article.id);
  const second = await pipeline.voice(article.id, { text: 'Second words.' });
  await db.pool.query('UPDATE "Audio" SET "createdAt" = $1', [ago(21)]);
  expect(await cleanUp(pipeline.app)).toMatchObject({ versions: 1, segments: 0 });
  expect(await db.prisma.audio.findMany({ where: { articleId: article.id } })).toMatchObject([
    { version: second.audio },
  ]);
  await db.pool.query('UPDATE "Segment" SET "voicedAt" = $1', [ago(41)]);
  expect(await cleanUp(pipeline.app)).toMatchObject({ versions: 0, segments: 1 });
  const charged = await pipeline.charged(project.id);
  expect(await pipeline.voice(article.id, { text: 'First words.' })).toMatchObject({
    audio: first.audio,
    status: 'ready',
  });
  expect(await pipeline.charged(project.id)).toEqual(charged);
});

test('previews and logs are deleted after their days', async () => {
  const { db, storage } = pipeline.app;
  for (const name of ['preview-old', 'preview-new']) {
    await storage.put(`audio/${name}.mp3`, Buffer.from('sound'));
    await storage.put(`previews/${name}.json`, Buffer.from('{"durationMs":1}'));
  }
  const { id } = await pipeline.make.project();
  const article = await pipeline.make.article(id);
  for (const createdAt of [ago(99), ago(101)]) {
    await db.prisma.articleLog.create({ data: { articleId: article.id, action: 'voiced', createdAt } });
    await db.prisma.projectLog.create({ data: { projectId: id, action: 'changed', createdAt } });
  }
  expect(await cleanUp(pipeline.app)).toMatchObject({ previews: 0, articleLogs: 1, projectLogs: 1 });
  for (const key of ['audio/preview-old.mp3', 'previews/preview-old.json'])
    await utimes(join(pipeline.app.config.dataDir, 'files', key), ago(31), ago(31));
  expect(await cleanUp(pipeline.app)).toMatchObject({ previews: 1, articleLogs: 0 });
  expect((await files()).filter((key) => key.includes('preview-'))).toEqual([
    'audio/preview-new.mp3',
    'previews/preview-new.json',
  ]);
});

test('a clean-up killed at every file leaves no file without row, and deletes no referenced file', async () => {
  const { app } = pipeline;
  const project = await offlineProject(pipeline);
  const kept = await pipeline.voice(
    (await pipeline.make.article(project.id, { title: 'Kept', text: 'This stays. And this.' })).id,
  );
  const twoDaysLater = async () => {
    await letDaysPass(app.db, 2);
    await letFilesAge(join(app.config.dataDir, 'files'), 2);
    await cleanUp(app);
  };
  // What other tests left has no rows any more.
  await twoDaysLater();
  const remaining = await files();
  /** Deletes no further file: the process is gone. */
  const dying = (deletions: number): typeof app => ({
    ...app,
    storage: {
      ...app.storage,
      delete: async (key) => {
        if (deletions-- <= 0) throw new Error('killed');
        await app.storage.delete(key);
      },
    },
  });
  let deaths = 0;
  for (let deletions = 0; ; deletions++) {
    const { id } = await pipeline.make.article(project.id, {
      title: `Gone ${deletions}`,
      text: `Number ${deletions} goes. So does ${deletions + 1_000}.`,
    });
    const { audio } = await pipeline.voice(id);
    for (const { segmentKey } of await pipeline.chunks(id, audio))
      await app.storage.put(`segments/${segmentKey}-128-3.mp3`, Buffer.from('another encoding'));
    await app.db.prisma.chunk.deleteMany({ where: { articleId: id } });
    await app.db.prisma.segment.updateMany({ where: { articleId: id }, data: { voicedAt: ago(41) } });
    const died = await cleanUp(dying(deletions)).then(
      () => false,
      () => true,
    );
    // The next process does the same.
    await twoDaysLater();
    const voiced = (key: string): boolean => /^(segments|masters)/.test(key);
    expect((await files()).filter(voiced), `died after ${deletions} files`).toEqual(remaining.filter(voiced));
    if (!died) break;
    deaths++;
  }
  expect(deaths).toBeGreaterThan(3);
  expect(await app.storage.stat(`audio/${kept.audio}.mp3`)).not.toBeNull();
});
