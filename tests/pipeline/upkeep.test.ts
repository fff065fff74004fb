import { describe, expect, test } from 'vitest';
import { decodeAudio } from '../../server/audio/decode.ts';
import { cleanUp } from '../../server/pipeline/cleanup.ts';
import { requestHighRes } from '../../server/areas/articles/articles/rendition.ts';
import { sweep } from '../../server/pipeline/sweep.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline();

describe('the sweeper', () => {
  test.each(['waiting', 'processing', 'retry'] as const)(
    'restarts a %s article that has lost its job',
    async (status) => {
      const project = await offlineProject(pipeline);
      const article = await pipeline.make.article(project.id, {
        status,
        run: 2,
        updatedAt: new Date(Date.now() - 60_000),
        retryAt: status === 'retry' ? new Date(Date.now() - 40_000) : null,
      });
      expect(await sweep(pipeline.app)).toMatchObject({ stranded: 1 });
      expect(await sweep(pipeline.app)).toMatchObject({ stranded: 0 });
      expect(await pipeline.until(article.id, ['ready'])).toMatchObject({ run: 2 });
    },
  );

  test('ignores articles that have a job, are new, wait for their time or are deleted', async () => {
    const project = await offlineProject(pipeline);
    const old = new Date(Date.now() - 3_600_000);
    await pipeline.make.article(project.id, { status: 'waiting' });
    await pipeline.make.article(project.id, {
      status: 'retry',
      updatedAt: old,
      retryAt: new Date(Date.now() + 60_000),
    });
    await pipeline.make.article(project.id, { status: 'waiting', updatedAt: old, deletedAt: new Date() });
    await pipeline.make.article(project.id, { status: 'ready', updatedAt: old });
    await pipeline.make.article(project.id, { status: 'limit_reached' });
    const deleted = await offlineProject(pipeline, { deletedAt: new Date() });
    await pipeline.make.article(deleted.id, { status: 'waiting', updatedAt: old });
    await pipeline.make.article(deleted.id, {
      status: 'limit_reached',
      updatedAt: new Date(Date.now() - 2 * 86_400_000),
    });
    expect(await sweep(pipeline.app)).toEqual({
      stranded: 0,
      renewed: 0,
      credited: 0,
      recrawls: 0,
      opened: 0,
      polls: 0,
      teasers: 0,
      joined: 0,
      deployments: 0,
      reservations: 0,
      checks: 0,
    });
  });

  test('polls due sources once', async () => {
    const project = await offlineProject(pipeline);
    const due = await pipeline.make.source(project.id, {
      type: 'rss',
      url: 'http://127.0.0.1:1/feed',
      nextPollAt: new Date(Date.now() - 1_000),
    });
    await pipeline.make.source(project.id, {
      type: 'rss',
      url: 'http://127.0.0.1:1/feed',
      nextPollAt: new Date(Date.now() + 60_000),
    });
    await pipeline.make.source(project.id, { type: 'api' });
    expect(await sweep(pipeline.app)).toMatchObject({ polls: 1 });
    await expect
      .poll(
        async () =>
          (await pipeline.app.db.prisma.source.findUniqueOrThrow({ where: { id: due.id } })).failures,
      )
      .toBe(1);
  });
});

describe('the clean-up', () => {
  test('keeps the last ten versions of an article and the current one', async () => {
    const project = await offlineProject(pipeline);
    const article = await pipeline.make.article(project.id, { title: 'Title' });
    const versions: string[] = [];
    for (let edit = 0; edit < 12; edit++)
      versions.push((await pipeline.voice(article.id, { text: `Edit ${edit}.` })).audio!);
    // The first is taken up again: the oldest file, and the one that is played.
    await pipeline.voice(article.id, { text: 'Edit 0.' });
    expect(await cleanUp(pipeline.app)).toMatchObject({ versions: 2 });
    const kept = await pipeline.app.db.prisma.audio.findMany({ where: { articleId: article.id } });
    expect(new Set(kept.map(({ version }) => version))).toEqual(new Set([versions[0], ...versions.slice(3)]));
    for (const version of versions)
      expect((await pipeline.app.storage.stat(`audio/${version}.mp3`)) !== null, version).toBe(
        version === versions[0] || versions.indexOf(version) >= 3,
      );
    expect(await pipeline.chunks(article.id, versions[1]!)).toEqual([]);
    expect(await cleanUp(pipeline.app)).toMatchObject({ versions: 0 });
    // Going back to a version that was cleaned up joins sounds that are there.
    const before = await pipeline.charged(project.id);
    expect(await pipeline.voice(article.id, { text: 'Edit 1.' })).toMatchObject({ audio: versions[1] });
    expect(await pipeline.charged(project.id)).toEqual(before);
  });

  test('deletes unused teasers', async () => {
    const project = await offlineProject(pipeline, { paywall: true, paywallParagraphLimit: 1 });
    const article = await pipeline.make.article(project.id, { title: 'Title' });
    const teaserOf = async (text: string) =>
      (
        await pipeline.app.db.prisma.audio.findUniqueOrThrow({
          where: { version: (await pipeline.voice(article.id, { text })).audio! },
        })
      ).teaser;
    const first = await teaserOf('An old beginning.\n\nAnd an end.');
    const teasers: (string | null)[] = [];
    for (let edit = 0; edit < 10; edit++) teasers.push(await teaserOf(`A beginning.\n\nEdit ${edit}.`));
    expect(new Set(teasers).size).toBe(1);
    expect(await cleanUp(pipeline.app)).toMatchObject({ versions: 1 });
    expect([
      await pipeline.app.storage.stat(`audio/${first}.mp3`),
      await pipeline.app.storage.stat(`audio/${teasers[0]}.mp3`),
    ]).toEqual([null, expect.anything()]);
  });

  test('deletes chunks of versions that were never finished', async () => {
    const project = await offlineProject(pipeline);
    const article = await pipeline.make.article(project.id);
    const { audio } = await pipeline.voice(article.id);
    await pipeline.app.db.prisma.chunk.create({
      data: {
        articleId: article.id,
        version: 'unfinished',
        position: 0,
        segmentKey: 'k',
        text: 'x',
        start: 0,
        pauseMs: 0,
      },
    });
    await cleanUp(pipeline.app);
    expect(await pipeline.chunks(article.id, 'unfinished')).toHaveLength(1);
    await pipeline.app.db.pool.query(`UPDATE "Chunk" SET "createdAt" = now() - interval '2 days'`);
    await cleanUp(pipeline.app);
    expect(await pipeline.chunks(article.id, 'unfinished')).toEqual([]);
    expect(await pipeline.chunks(article.id, audio)).not.toEqual([]);
  });

  test('deletes sessions that have expired', async () => {
    const { id: userId } = await pipeline.make.user();
    await pipeline.app.db.prisma.session.create({
      data: { userId, expiresAt: new Date(Date.now() - 1_000) },
    });
    await pipeline.app.db.prisma.session.create({
      data: { userId, expiresAt: new Date(Date.now() + 60_000) },
    });
    expect(await cleanUp(pipeline.app)).toMatchObject({ sessions: 1 });
  });
});

describe('the high-resolution file', () => {
  test('is made once, in 44.1 kHz stereo at 320 kbit/s, with the article’s length', async () => {
    const project = await offlineProject(pipeline);
    const article = await pipeline.make.article(project.id);
    expect(await requestHighRes(pipeline.app, article.id)).toBeNull();
    const { audio } = await pipeline.voice(article.id);
    const asked = await Promise.all([
      requestHighRes(pipeline.app, article.id),
      requestHighRes(pipeline.app, article.id),
    ]);
    expect(asked).toEqual(
      Array(2).fill({ status: 'processing', progress: 0, url: null, error: null, errorNotices: null }),
    );
    await expect
      .poll(() => requestHighRes(pipeline.app, article.id))
      .toEqual({
        status: 'ok',
        progress: 100,
        url: `/download/audio/${audio}-highres.mp3`,
        error: null,
        errorNotices: null,
      });
    const { rows } = await pipeline.app.db.pool.query(
      `SELECT count(*)::int AS jobs FROM pgboss.job WHERE name = 'article-high-res'`,
    );
    expect(rows[0]).toEqual({ jobs: 1 });
    const pcm = await decodeAudio((await pipeline.app.storage.get(`audio/${audio}-highres.mp3`))!, {
      kind: 'mp3',
    });
    const { durationMs } = await pipeline.app.db.prisma.audio.findUniqueOrThrow({
      where: { version: audio! },
    });
    expect([pcm.sampleRate, pcm.channels.length]).toEqual([44_100, 2]);
    expect(Math.abs(pcm.channels[0]!.length / 44.1 - durationMs)).toBeLessThan(250);
  });

  test('is also available uncompressed', async () => {
    const project = await offlineProject(pipeline);
    const article = await pipeline.make.article(project.id);
    const { audio } = await pipeline.voice(article.id);
    const formats = ['mp3', 'wav'] as const;
    for (const format of formats) await requestHighRes(pipeline.app, article.id, format);
    for (const format of formats) {
      await expect
        .poll(() => requestHighRes(pipeline.app, article.id, format))
        .toEqual({
          status: 'ok',
          progress: 100,
          url: `/download/audio/${audio}-highres.${format}`,
          error: null,
          errorNotices: null,
        });
    }
    const pcm = await decodeAudio((await pipeline.app.storage.get(`audio/${audio}-highres.wav`))!, {
      kind: 'wav',
    });
    const { durationMs } = await pipeline.app.db.prisma.audio.findUniqueOrThrow({
      where: { version: audio! },
    });
    expect([pcm.sampleRate, pcm.channels.length]).toEqual([44_100, 1]);
    expect(Math.abs(pcm.channels[0]!.length / 44.1 - durationMs)).toBeLessThan(250);
  });

  test('has the current audio, regardless of later changes to article and project', async () => {
    const project = await offlineProject(pipeline);
    const article = await pipeline.make.article(project.id);
    const { audio } = await pipeline.voice(article.id);
    await pipeline.app.db.pool.query(`UPDATE "Article" SET "text" = 'Something else.'`);
    await pipeline.app.db.pool.query(`UPDATE "Project" SET "voiceName" = 'gone'`);
    await requestHighRes(pipeline.app, article.id);
    await expect.poll(() => requestHighRes(pipeline.app, article.id)).toMatchObject({ status: 'ok' });
    const pcm = await decodeAudio((await pipeline.app.storage.get(`audio/${audio}-highres.mp3`))!, {
      kind: 'mp3',
    });
    const { durationMs } = await pipeline.app.db.prisma.audio.findUniqueOrThrow({
      where: { version: audio! },
    });
    expect(Math.abs(pcm.channels[0]!.length / 44.1 - durationMs)).toBeLessThan(250);
  });

  test('fails with a reason if the original audio is gone, and can be requested again', async () => {
    const project = await offlineProject(pipeline);
    const article = await pipeline.make.article(project.id);
    await pipeline.voice(article.id);
    await pipeline.app.db.pool.query(
      `UPDATE "Segment" SET "provider" = 'amazon', "masterFormat" = '{"kind":"mp3"}', "request" = NULL`,
    );
    await requestHighRes(pipeline.app, article.id);
    await expect
      .poll(async () => (await pipeline.app.db.prisma.rendition.findFirst())?.error ?? '')
      .toContain('no longer stored');
    expect(await requestHighRes(pipeline.app, article.id)).toMatchObject({ status: 'failed' });
    expect(await requestHighRes(pipeline.app, article.id)).toMatchObject({ status: 'processing' });
  });
});
