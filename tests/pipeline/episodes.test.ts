import { describe, expect, test } from 'vitest';
import type { Article } from '../../prisma/generated/client/client.ts';
import { deleteArticle, updateArticle } from '../../server/areas/articles/articles/articles.ts';
import { restoreArticle } from '../../server/areas/articles/articles/restore-article.ts';
import { updateChannel } from '../../server/areas/channels/channels/channels.ts';
import { channelEvent } from '../../server/areas/channels/channels/events.ts';
import { countEpisodes, episodesOf } from '../../server/areas/channels/episodes/episodes.ts';
import { storeSound } from '../../server/areas/library/sounds/sounds.ts';
import { decodeAudio } from '../../server/audio/decode.ts';
import { sine, wavFile } from '../support/test-signals.ts';
import { system } from '../../server/kernel/actor.ts';
import { publishDue, publishProject } from '../../server/pipeline/publish-project.ts';
import { audioFile } from '../../server/storage/files.ts';
import { databaseKind } from '../support/databases.ts';
import { isFull } from '../support/full.ts';
import { context, usePipeline } from './pipeline.ts';
import { podcasts } from './podcasts.ts';

const pipeline = usePipeline({ worker: false });
const { podcast, addPodcast, ready, voiced, voiceAgain, publish, episodes, rows } = podcasts(pipeline);

/** Articles that were there before a podcast was. */
const old = isFull ? 10_000 : 2_000;

/** Its episodes, oldest first, as the ids of their articles. */
const grouped = async (channelId: number) =>
  (await rows(channelId)).map(({ period, articles }) => [period, articles.map(({ articleId }) => articleId)]);

/** The title that a file bears itself (ID3v2, TIT2 in UTF-8 or UTF-16). */
async function nameInTags(file: string): Promise<string> {
  const bytes = Buffer.from((await pipeline.app.storage.get(audioFile(file)))!);
  const at = bytes.indexOf('TIT2');
  const text = bytes.subarray(at + 11, at + 10 + bytes.readUInt32BE(at + 4));
  return bytes[at + 10] === 3 ? text.toString('utf8') : new TextDecoder('utf-16').decode(text);
}

describe('a podcast with an episode per article', () => {
  test('turns ready articles into episodes by date, with their titles and files', async () => {
    const { project, channel } = await podcast();
    const late = await ready(project.id, '2026-05-02T08:00:00Z');
    const early = await ready(project.id, '2026-05-01T08:00:00Z');
    await pipeline.make.article(project.id, { status: 'errored' });
    await pipeline.make.article(project.id, { status: 'processing' });
    await publish(project.id);
    expect(await episodes(channel.id)).toMatchObject(
      [late, early].map(({ id, title, url, audio, publishedAt }) => ({
        title,
        file: audio,
        publishedAt,
        durationMs: 1_500,
        bytes: 12_000,
        chapters: [],
        articles: [{ id, title, url, version: audio, startMs: 0 }],
      })),
    );
    expect(await countEpisodes(pipeline.app, channel.id)).toBe(2);
    expect((await rows(channel.id)).map(({ period }) => period)).toEqual([
      `article ${early.id}`,
      `article ${late.id}`,
    ]);
  });

  test('adds a ready article with its job, and regenerated it is the same episode with a new file', async () => {
    const { project, channel } = await podcast();
    const { id } = await voiced(project.id, 'What it said first.');
    expect(await waitingJobs(project.id)).toBeGreaterThan(0);
    await publish(project.id);
    const [before] = await episodes(channel.id);
    const again = await voiceAgain(id, { title: 'Another title', text: 'What it says now.' });
    await publish(project.id);
    const [after, ...others] = await episodes(channel.id);
    expect(others).toEqual([]);
    expect(after).toMatchObject({
      id: before!.id,
      guid: before!.guid,
      publishedAt: before!.publishedAt,
      title: 'Another title',
      file: again.audio,
    });
    expect(after!.file).not.toBe(before!.file);
  });

  test('changes the episode’s date with the article’s, never to the future, without regenerating audio', async () => {
    const { project, channel } = await podcast();
    const [moved, kept] = [await ready(project.id, '2026-05-01'), await ready(project.id, '2026-05-02')];
    await publish(project.id);
    const redate = async (date: Date | null) => {
      await updateArticle(pipeline.app, system, { id: moved.id, publishedAt: date });
      expect(await waitingJobs(project.id)).toBeGreaterThan(0);
      await publish(project.id);
      return episodes(channel.id);
    };
    const date = new Date('2026-05-03T06:00:00Z');
    expect(await redate(date)).toMatchObject([
      { publishedAt: date, file: moved.audio },
      { publishedAt: kept.publishedAt, file: kept.audio },
    ]);
    const [ahead] = await redate(new Date(Date.now() + 86_400_000));
    expect(ahead!.publishedAt.getTime()).toBeLessThanOrEqual(Date.now());
    // Without a given date the time of adding applies.
    expect((await redate(null)).map(({ publishedAt }) => publishedAt)).toEqual([
      kept.publishedAt,
      moved.addedAt,
    ]);
    expect(await pipeline.app.db.prisma.article.findUnique({ where: { id: moved.id } })).toMatchObject({
      run: moved.run,
      audio: moved.audio,
    });
  });

  // The embedded database has one connection: one waits for the other anyway.
  test.skipIf(databaseKind() !== 'postgres')(
    'publishes an episode whose article is restored during publishing',
    async () => {
      const { project, channel } = await podcast();
      const { id } = await ready(project.id, '2026-05-01');
      await publish(project.id);
      await deleteArticle(pipeline.app, system, id);
      const publisher = await pipeline.app.db.pool.connect();
      try {
        await publisher.query('BEGIN');
        await publisher.query('UPDATE "Episode" SET "deletedAt" = now() WHERE "channelId" = $1', [
          channel.id,
        ]);
        const restored = restoreArticle(pipeline.app, system, id);
        const waiting = async () =>
          (
            await pipeline.app.db.pool.query(
              `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
            )
          ).rows[0].count;
        await expect.poll(waiting).toBeGreaterThan(0);
        await publisher.query('COMMIT');
        await restored;
      } finally {
        publisher.release();
      }
      expect(await episodes(channel.id)).toMatchObject([{ articles: [{ id }] }]);
    },
  );

  test('removes the episode of a deleted article immediately, until it is restored', async () => {
    const { project, channel } = await podcast();
    const [gone, kept] = [await ready(project.id, '2026-05-01'), await ready(project.id, '2026-05-02')];
    const told: string[] = [];
    const watching = new AbortController();
    const watch = (async () => {
      const { pubsub } = pipeline.app;
      for await (const heard of pubsub.watch(channelEvent, ['project', project.id], watching.signal))
        if ('event' in heard) told.push(heard.event.kind);
    })();
    await publish(project.id);
    await expect.poll(() => told).toEqual(['published']);
    const both = (await episodes(channel.id)).map((episode) => ({
      ...episode,
      modifiedAt: expect.any(Date),
    }));
    await deleteArticle(pipeline.app, system, gone.id);
    expect((await episodes(channel.id)).map(({ file }) => file)).toEqual([kept.audio]);
    await publish(project.id);
    expect(await grouped(channel.id)).toEqual([[`article ${kept.id}`, [kept.id]]]);
    await restoreArticle(pipeline.app, system, gone.id);
    expect(await episodes(channel.id)).toMatchObject(both);
    await publish(project.id);
    expect(await episodes(channel.id)).toMatchObject(both);
    await expect.poll(() => told).toEqual(['published', 'published']);
    watching.abort();
    await watch;
  });

  test(`imports ${old} old articles in batches, each once, oldest first`, async () => {
    const { project, channel } = await podcast();
    const { db } = pipeline.app;
    await db.pool.query(
      `WITH made AS (INSERT INTO "Article" ("projectId", "title", "text", "status", "step", "audio", "publishedAt", "addedAt")
        SELECT $1, 'Old ' || n, 'Text', 'ready', 'assembled', 'version' || n, now() - n * interval '1 hour', now()
        FROM generate_series(1, $2::int) n RETURNING id, audio)
      INSERT INTO "Audio" ("version", "articleId", "durationMs", "bytes", "text", "timings") SELECT audio, id, 1000, 8000, 'Text', '[]' FROM made`,
      [project.id, old],
    );
    let longest = 0;
    for (let turns = 0; (await countEpisodes(pipeline.app, channel.id)) < old; turns++) {
      await publishProject(
        { ...pipeline.app, db: { ...db, transaction: timed } },
        { projectId: project.id },
        context,
      );
      expect(turns).toBeLessThan(50);
    }
    console.log(`the longest transaction took ${Math.round(longest)} ms`);
    expect(await db.prisma.episodeArticle.count({ where: { channelId: channel.id } })).toBe(old);
    const [newest] = await episodesOf(pipeline.app, channel.id, { limit: 1 });
    const [oldest] = await episodesOf(pipeline.app, channel.id, { limit: 1, offset: old - 1 });
    expect([newest!.title, oldest!.title]).toEqual(['Old 1', `Old ${old}`]);

    async function timed<T>(work: Parameters<typeof db.transaction<T>>[0]): Promise<T> {
      const begun = performance.now();
      try {
        return await db.transaction(work);
      } finally {
        longest = Math.max(longest, performance.now() - begun);
      }
    }
  });
});

async function waitingJobs(projectId: number): Promise<number> {
  const { rows: found } = await pipeline.app.db.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'project-publish' AND state < 'completed' AND data->>'projectId' = $1::text`,
    [projectId],
  );
  return found[0]!.count;
}

describe('a podcast with grouped episodes', () => {
  test('groups by finished days in the organization’s time zone, across clock changes', async () => {
    const { project, channel } = await podcast({ groupingType: 'daily' });
    // Clocks go forward at 2026-03-29 01:00 UTC: this day has 23 hours.
    const before = await ready(project.id, '2026-03-28T22:59:59Z');
    const first = await ready(project.id, '2026-03-28T23:00:00Z');
    const last = await ready(project.id, '2026-03-29T21:59:59Z');
    const after = await ready(project.id, '2026-03-29T22:00:00Z');
    // And back at 2025-10-26 01:00 UTC: 25 hours.
    const long = [
      await ready(project.id, '2025-10-25T22:00:00Z'),
      await ready(project.id, '2025-10-26T22:59:59Z'),
    ];
    await ready(project.id, new Date());
    await publishProject(pipeline.app, { projectId: project.id }, context);
    expect(await grouped(channel.id)).toEqual([
      ['day 2025-10-26', long.map(({ id }) => id)],
      ['day 2026-03-28', [before.id]],
      ['day 2026-03-29', [first.id, last.id]],
      ['day 2026-03-30', [after.id]],
    ]);
    expect((await rows(channel.id)).map(({ title }) => title)).toEqual([
      'October 26, 2025',
      'March 28, 2026',
      'March 29, 2026',
      'March 30, 2026',
    ]);
  });

  test('groups by ISO week, also at the turn of the year', async () => {
    const { project, channel } = await podcast({ groupingType: 'weekly' }, 'America/New_York');
    const sunday = await ready(project.id, '2025-12-29T04:59:59Z');
    const monday = await ready(project.id, '2025-12-29T05:00:00Z');
    const newYear = await ready(project.id, '2026-01-05T04:00:00Z');
    await publishProject(pipeline.app, { projectId: project.id }, context);
    expect(await grouped(channel.id)).toEqual([
      ['week 2025-W52', [sunday.id]],
      ['week 2026-W01', [monday.id, newYear.id]],
    ]);
    expect((await rows(channel.id))[1]!.title).toMatch(/^December 29, 2025\s–\sJanuary 4, 2026$/);
  });

  test('adds a late article to the day on which it was ready, and changes no episode', async () => {
    const { project, channel } = await podcast({ groupingType: 'daily' });
    const punctual = await ready(project.id, '2026-03-02T10:00:00Z');
    await publishProject(pipeline.app, { projectId: project.id }, context);
    const late = await ready(project.id, '2026-03-02T11:00:00Z');
    const update = (updatedAt: string) =>
      pipeline.app.db.prisma.article.update({
        where: { id: late.id },
        data: { updatedAt: new Date(updatedAt) },
      });
    await update(new Date().toISOString());
    await publishProject(pipeline.app, { projectId: project.id }, context);
    expect(await grouped(channel.id)).toEqual([['day 2026-03-02', [punctual.id]]]);
    await update('2026-03-04T11:00:00Z');
    await publishProject(pipeline.app, { projectId: project.id }, context);
    expect((await grouped(channel.id))[1]).toEqual(['day 2026-03-04', [late.id]]);
    // Finished in the last moment of a day whose episode was just made: neither lost nor in that episode.
    const last = await ready(project.id, '2026-03-04T12:00:00Z', {
      updatedAt: new Date('2026-03-04T22:59:59Z'),
    });
    await publishProject(pipeline.app, { projectId: project.id }, context);
    expect((await rows(channel.id))[2]).toMatchObject({
      period: 'day 2026-03-04 2',
      title: 'March 4, 2026 (2)',
      articles: [{ articleId: last.id }],
    });
  });

  test('groups by number of articles, also one, and remaining ones wait', async () => {
    const { project, channel } = await podcast({ groupingType: 'group', groupingAmount: 2 });
    const articles: Article[] = [];
    for (let day = 1; day <= 5; day++) articles.push(await ready(project.id, `2026-03-0${day}`));
    const alone = await addPodcast(project.id, { groupingType: 'group', groupingAmount: 1 });
    await publishProject(pipeline.app, { projectId: project.id }, context);
    const ids = articles.map(({ id }) => id);
    expect(await grouped(channel.id)).toEqual([
      ['group 1', ids.slice(0, 2)],
      ['group 2', ids.slice(2, 4)],
    ]);
    expect(await grouped(alone.id)).toEqual(ids.map((id, index) => [`group ${index + 1}`, [id]]));
    expect((await episodes(alone.id)).map(({ file }) => file)).toEqual(
      articles.map(({ audio }) => audio).reverse(),
    );
  });

  test('applies a changed grouping only to future articles', async () => {
    const { project, channel } = await podcast({ groupingType: 'group', groupingAmount: 2 });
    for (let day = 1; day <= 3; day++) await ready(project.id, `2026-03-0${day}`);
    await publishProject(pipeline.app, { projectId: project.id }, context);
    const [before] = await rows(channel.id);
    for (const groupingType of ['daily', 'weekly', null] as const) {
      await updateChannel(pipeline.app, system, { id: channel.id, settings: { podcast: { groupingType } } });
      await ready(project.id, `2026-04-0${groupingType === 'daily' ? 1 : 2}`);
      await publishProject(pipeline.app, { projectId: project.id }, context);
    }
    const [after, ...others] = await rows(channel.id);
    expect(after).toMatchObject({ guid: before!.guid, period: 'group 1', articles: before!.articles });
    expect(others.map(({ period }) => period.split(' ')[0])).toEqual(['day', 'day', 'week', 'article']);
    expect(await pipeline.app.db.prisma.episodeArticle.count()).toBe(6);
  });

  test('splits a day with too many articles into several episodes', async () => {
    const { project, channel } = await podcast({ groupingType: 'daily' });
    const { db } = pipeline.app;
    await db.pool.query(
      `WITH made AS (INSERT INTO "Article" ("projectId", "title", "text", "status", "step", "audio", "publishedAt")
        SELECT $1, 'Old ' || n, 'Text', 'ready', 'assembled', 'v' || n, '2026-03-02T10:00:00Z' FROM generate_series(1, 450) n RETURNING id, audio)
      INSERT INTO "Audio" ("version", "articleId", "durationMs", "bytes", "text", "timings") SELECT audio, id, 1000, 8000, 'Text', '[]' FROM made`,
      [project.id],
    );
    await publishProject(pipeline.app, { projectId: project.id }, context);
    expect((await rows(channel.id)).map(({ period, articles }) => [period, articles.length])).toEqual([
      ['day 2026-03-02', 200],
      ['day 2026-03-02 2', 200],
      ['day 2026-03-02 3', 50],
    ]);
  });

  test('joins intro, articles with a sound between them, and outro, with a chapter per article', async () => {
    const { project } = await podcast();
    const sound = async (hertz: number, seconds: number) =>
      (
        await storeSound(pipeline.app, system, project.id, {
          name: `${hertz}.wav`,
          bytes: wavFile(sine(hertz, seconds, { sampleRate: 44_100 })),
        })
      ).file;
    const channel = await addPodcast(project.id, {
      groupingType: 'group',
      groupingAmount: 2,
      introAudio: await sound(440, 2),
      introText: 'Welcome to the news.',
      nextNewsAudio: await sound(660, 1),
      outroText: 'Until tomorrow.',
      outroAudio: await sound(880, 1),
    });
    const articles = [
      await voiced(project.id, 'The first article.'),
      await voiced(project.id, 'The second article.', '2026-03-03T10:00:00Z'),
    ];
    await publish(project.id);
    const [episode] = await episodes(channel.id);
    expect(episode).toMatchObject({
      title: '#1: The first article',
      publishedAt: new Date('2026-03-03T10:00:00Z'),
      chapters: articles.map(({ id, title }) => ({ articleId: id, title })),
      articles: articles.map(({ id, audio, title }) => ({ id, title, version: audio })),
    });
    const bytes = (await pipeline.app.storage.get(audioFile(episode!.file)))!;
    expect(bytes.length).toBe(episode!.bytes);
    const whole = await decodeAudio(bytes, { kind: 'mp3' });
    expect(whole.channels[0]!.length).toBe(Math.round((episode!.durationMs * whole.sampleRate) / 1000));
    // Audio at some positions: the intro's tone, the articles as they are, the sound between them, the
    // outro's tone.
    const tone = (atMs: number) =>
      loudestTone(whole.channels[0]!.subarray(Math.round(atMs * 22.05)), [440, 660, 880]);
    const [one, two] = episode!.chapters.map(({ startMs }) => startMs) as [number, number];
    expect([tone(500), tone(two - 900), tone(episode!.durationMs - 700)]).toEqual([440, 660, 880]);
    expect(one).toBeGreaterThan(2_400);
    for (const [index, { audio }] of articles.entries()) {
      const own = await decodeAudio((await pipeline.app.storage.get(audioFile(audio!)))!, { kind: 'mp3' });
      const from = Math.round([one, two][index]! * 22.05);
      expect(
        own.channels[0]!.every((sample, i) => Math.abs(sample - whole.channels[0]![from + i]!) < 1e-4),
      ).toBe(true);
    }
  });

  test('updates an episode when its article is regenerated or deleted', async () => {
    const { project, channel } = await podcast({
      groupingType: 'group',
      groupingAmount: 2,
      introText: 'Hello.',
    });
    const articles = [await voiced(project.id, 'One.'), await voiced(project.id, 'Two.')];
    await publish(project.id);
    const [first] = await episodes(channel.id);
    const again = await voiceAgain(articles[1]!.id, { text: 'Two, but otherwise.' });
    await publishProject(pipeline.app, { projectId: project.id }, context);
    // Until the new file is there the old one is played.
    expect(await episodes(channel.id)).toEqual([first]);
    await publish(project.id);
    const [second] = await episodes(channel.id);
    expect(second).toMatchObject({ guid: first!.guid, title: first!.title, publishedAt: first!.publishedAt });
    expect(second!.file).not.toBe(first!.file);
    expect(second!.articles[1]).toMatchObject({ id: again.id, version: again.audio });

    await deleteArticle(pipeline.app, system, articles[0]!.id);
    // Deleted articles are not played: the episode is hidden until it is generated without them.
    expect(await episodes(channel.id)).toEqual([]);
    await publish(project.id);
    const [third] = await episodes(channel.id);
    expect(third).toMatchObject({
      guid: first!.guid,
      title: '#1: Two',
      chapters: [{ articleId: again.id }],
      articles: [{ id: again.id }],
    });
    expect(await nameInTags(third!.file)).toBe('#1: Two');

    // Corrected: everywhere, at once where that takes no sound, and soon in the file.
    await voiceAgain(again.id, { title: 'Two, corrected' });
    await publishProject(pipeline.app, { projectId: project.id }, context);
    expect(await episodes(channel.id)).toMatchObject([{ title: '#1: Two, corrected' }]);
    await publish(project.id);
    const [fourth] = await episodes(channel.id);
    expect(fourth).toMatchObject({
      guid: first!.guid,
      title: '#1: Two, corrected',
      chapters: [{ title: 'Two, corrected' }],
    });
    expect(await nameInTags(fourth!.file)).toBe('#1: Two, corrected');
    await deleteArticle(pipeline.app, system, again.id);
    await publish(project.id);
    expect(await episodes(channel.id)).toEqual([]);
    expect(await rows(channel.id)).toEqual([]);

    // Restored one after the other they are in their episode again, under the GUID that apps know.
    const charged = await pipeline.charged(project.id);
    await restoreArticle(pipeline.app, system, again.id);
    await publish(project.id);
    expect(await episodes(channel.id)).toMatchObject([{ guid: first!.guid, articles: [{ id: again.id }] }]);
    await restoreArticle(pipeline.app, system, articles[0]!.id);
    await publish(project.id);
    expect(await episodes(channel.id)).toMatchObject([
      {
        guid: first!.guid,
        publishedAt: first!.publishedAt,
        articles: [{ id: articles[0]!.id }, { id: again.id }],
      },
    ]);
    expect(await pipeline.charged(project.id)).toEqual(charged);
  });

  test('reports a missing sound at the episode, and makes it when the sound is back', async () => {
    const { project } = await podcast();
    const { file } = await storeSound(pipeline.app, system, project.id, {
      name: 'x.wav',
      bytes: wavFile(sine(500, 1, { sampleRate: 44_100 })),
    });
    const channel = await addPodcast(project.id, { introAudio: file });
    await voiced(project.id, 'An article.');
    const bytes = (await pipeline.app.storage.get(audioFile(file)))!;
    await pipeline.app.storage.delete(audioFile(file));
    await publish(project.id);
    expect(await rows(channel.id)).toMatchObject([
      { file: null, error: `The audio file of the sound ${file} is missing.` },
    ]);
    await pipeline.app.storage.put(audioFile(file), bytes);
    await pipeline.app.db.pool.query(`UPDATE "Episode" SET "modifiedAt" = now() - interval '2 hours'`);
    await pipeline.app.db.pool.query(
      `UPDATE pgboss.job SET state = 'completed' WHERE name = 'project-publish'`,
    );
    await publishDue(pipeline.app);
    expect(await waitingJobs(project.id)).toBe(1);
    await publish(project.id);
    expect(await rows(channel.id)).toMatchObject([{ file: expect.stringContaining('joined-'), error: null }]);
  });
});

/** The one of some frequencies that is loudest in the next fifth of a second (Goertzel). */
function loudestTone(samples: Float32Array, frequencies: number[]): number {
  const power = (hertz: number): number => {
    const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / 22_050);
    let [before, last] = [0, 0];
    for (const sample of samples.subarray(0, 4_410))
      [before, last] = [last, sample + coefficient * last - before];
    return last ** 2 + before ** 2 - coefficient * last * before;
  };
  return frequencies.reduce((best, hertz) => (power(hertz) > power(best) ? hertz : best));
}
