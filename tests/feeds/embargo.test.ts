/** Tests that no public endpoint serves an article under embargo before its time, and all do from then on. */
import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Article, Audio, Channel, Prisma } from '../../prisma/generated/client/client.ts';
import { deleteArticle, updateArticle } from '../../server/areas/articles/articles/articles.ts';
import { releaseDue } from '../../server/areas/articles/articles/schedule-embargo.ts';
import { restoreArticle } from '../../server/areas/articles/articles/restore-article.ts';
import { findPendingPings } from '../../server/areas/library/websub/ping-hub.ts';
import { system } from '../../server/kernel/actor.ts';
import { publishDue, publishProject } from '../../server/pipeline/publish-project.ts';
import { sweep } from '../../server/pipeline/sweep.ts';
import { useSkills } from '../alexa/skill-stage.ts';
import { askPlayer } from '../http/ask-player.ts';
import { context } from '../pipeline/pipeline.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { heardFrom } from './heard-from.ts';
import { until } from './newspaper.ts';

const server = useServer();
const skill = useSkills(() => server.app);

let room: Newsroom;
let article: Article;
let audio: Audio;
let channels: Channel[];
beforeEach(async () => {
  room = await server.make.newsroom();
  await server.app.db.prisma.article.deleteMany({ where: { id: room.article.id } });
  const times = { publishedAt: new Date('2026-03-01T06:00:00Z'), addedAt: new Date('2026-03-01T06:00:00Z') };
  const { id } = await server.make.article(room.project.id, {
    ...times,
    title: 'The treaty',
    text: 'Nobody may know.',
    url: 'https://gazette.example/treaty',
  });
  audio = await server.make.audio(id, { teaser: `teaser${id}`, teaserMs: 500 });
  for (const name of [audio.version, `${audio.version}-flash`, `teaser${id}`, 'segment1'])
    await server.app.storage.put(`audio/${name}.mp3`, Buffer.alloc(1_000));
  await server.app.db.prisma.rendition.create({
    data: { version: audio.version, format: 'flash', progress: 100 },
  });
  await server.app.db.prisma.chunk.create({
    data: {
      articleId: id,
      version: audio.version,
      position: 0,
      segmentKey: 'segment1',
      text: 'Nobody may know.',
      start: 0,
      pauseMs: 0,
    },
  });
  article = await server.app.db.prisma.article.findUniqueOrThrow({ where: { id } });
  const playlist = await server.make.playlist(room.project.id, [id]);
  const live = { id: playlist.id, goesLiveAt: '2020-01-01T00:00', publishedUntil: null };
  channels = [];
  for (const [type, settings] of [
    ['json', {}],
    ['json', { includeNotReady: true }],
    ['alexaFB', { title: 'A', voiceType: 'alexa' }],
    ['alexaFB', { title: 'B', voiceType: 'parlance' }],
    ['alexaSkill', { name: 'Gazette' }],
    ['player', {}],
    ['playlistPlayer', { cta: 'Listen', playlists: [live] }],
    ['podcast', { title: 'Hour', hub: 'https://hub.example' }],
  ] as [string, Prisma.InputJsonObject][])
    channels.push(await server.make.channel(room.project.id, { type, settings }));
});

const keepBack = (at: Date | null) => updateArticle(server.app, system, { id: article.id, publishAt: at });
const inAnHour = () => new Date(Date.now() + 3_600_000);
/** Makes the time pass without a notification. */
const letItPass = () =>
  server.app.db.prisma.article.update({
    where: { id: article.id },
    data: { publishAt: new Date(Date.now() - 1_000) },
  });
const publish = () => publishProject(server.app, { projectId: room.project.id }, context);
const row = () => server.app.db.prisma.article.findUniqueOrThrow({ where: { id: article.id } });

/** Types of the channels that have it. */
async function having(): Promise<string[]> {
  const truths = await Promise.all(
    channels.map(
      async (channel) => [channel.type, await heardFrom(server, skill, channel, [article])] as const,
    ),
  );
  return truths.flatMap(([type, truth]) => (truth.has(article.id) ? [type] : []));
}
const everything = () => channels.map(({ type }) => type);

/** What the doors of its files and its player answer. */
async function doors(headers: Record<string, string> = {}, query = ''): Promise<Record<string, number>> {
  const player = channels.find(({ type }) => type === 'player')!;
  const page = encodeURIComponent(`${server.url}/player/${player.slug}/frame?article=${article.id}`);
  const names = [audio.version, `${audio.version}-flash`, audio.teaser!, 'segment1'];
  const paths = {
    ...Object.fromEntries(names.map((name) => [name, `/download/audio/${name}.mp3${query}`])),
    transcript: `/download/audio/${audio.version}.vtt${query}`,
    words: `/player/${player.slug}/words/${audio.version}${query}`,
    oembed: `/oembed?url=${page}`,
  };
  const answers = await Promise.all(
    Object.entries(paths).map(async ([name, path]) => {
      const answer = await fetch(server.url + path, { headers });
      await answer.arrayBuffer();
      return [name, answer.status] as const;
    }),
  );
  return Object.fromEntries(answers);
}

test('an article under embargo is not public anywhere, and everywhere afterwards', async () => {
  await keepBack(inAnHour());
  await publish();
  expect(await having()).toEqual([]);
  expect(new Set(Object.values(await doors()))).toEqual(new Set([404]));
  const player = channels.find(({ type }) => type === 'player')!;
  expect((await askPlayer(server, player.slug, { article: article.id })).items).toEqual([]);
  expect((await askPlayer(server, player.slug, { url: article.url! })).items).toEqual([]);
  const said = await Promise.all(
    channels.flatMap(({ type, slug }) => {
      const kind = { json: 'json', alexaFB: 'alexafb', podcast: 'podcast' }[type];
      const paths = kind
        ? [`/${kind}/${slug}`]
        : type === 'player'
          ? [`/player/${slug}/frame?article=${article.id}`]
          : [];
      return paths.map(async (path) => (await fetch(server.url + path)).text());
    }),
  );
  for (const secret of ['The treaty', 'Nobody may know', audio.version, audio.teaser!])
    expect(said.join(' ')).not.toContain(secret);

  await letItPass();
  // Podcasts need their job; all other channels change without one.
  const withoutPodcast = everything().filter((type) => type !== 'podcast');
  await until(having, (types) => types.length === withoutPodcast.length);
  expect(await having()).toEqual(withoutPodcast);
  expect(new Set(Object.values(await doors()))).toEqual(new Set([200]));
  await publishDue(server.app);
  await publish();
  await until(having, (types) => types.length === channels.length);
});

test('project members can play it before the embargo ends, and no one else, signed or not', async () => {
  const key = 'a-key-of-the-project';
  await server.app.db.prisma.project.update({ where: { id: room.project.id }, data: { securityKey: key } });
  await keepBack(inAnHour());
  const token = await server.signIn(room.viewer);
  const { oembed: _, ...files } = await doors({ authorization: `Bearer ${token}` });
  expect(new Set(Object.values(files))).toEqual(new Set([200]));
  const stranger = await server.signIn(room.outsider);
  expect(new Set(Object.values(await doors({ authorization: `Bearer ${stranger}` })))).toEqual(
    new Set([404]),
  );
  for (const securityEnabled of [false, true]) {
    await server.app.db.prisma.project.update({ where: { id: room.project.id }, data: { securityEnabled } });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHash('md5')
      .update(timestamp + key)
      .digest('hex');
    const signed = await doors({}, `?timestamp=${timestamp}&signature=${signature}`);
    expect(new Set(Object.values(signed))).toEqual(new Set([404]));
  }
});

test('a published article is withdrawn by an embargo, and returns as the same episode with a new date', async () => {
  await publish();
  await until(having, (types) => types.length === channels.length);
  const podcast = channels.at(-1)!;
  const [before] = await server.app.db.prisma.episode.findMany({ where: { channelId: podcast.id } });
  const files = ['transcript.vtt', 'transcript.json'].map(
    (file) => `/podcast/${podcast.slug}/${before!.guid}/${file}`,
  );
  const statuses = () => Promise.all(files.map(async (file) => (await fetch(server.url + file)).status));
  expect(await statuses()).toEqual([200, 200]);

  await keepBack(inAnHour());
  await publish();
  await until(having, (types) => types.length === 0);
  await until(statuses, (found) => found.every((status) => status === 404));

  await letItPass();
  expect(await releaseDue(server.app)).toBe(1);
  const opened = await row();
  expect(opened).toMatchObject({
    isEmbargoed: false,
    status: 'ready',
    run: article.run,
    audio: audio.version,
  });
  expect(opened.publishedAt).toEqual(opened.publishAt);
  await publish();
  await until(having, (types) => types.length === channels.length);
  const [after, ...others] = await server.app.db.prisma.episode.findMany({
    where: { channelId: podcast.id },
  });
  expect(others).toEqual([]);
  expect(after).toMatchObject({ guid: before!.guid, file: before!.file, publishedAt: opened.publishedAt });
  expect(await findPendingPings(server.app, room.project.id)).toBe(1);
});

test('an article is the newest when its embargo ends', async () => {
  for (let at = 0; at < 6; at++) {
    const { id } = await server.make.article(room.project.id, {
      addedAt: new Date(Date.UTC(2026, 3, 1 + at)),
      url: `https://gazette.example/${at}`,
    });
    await server.make.audio(id);
  }
  const feed = channels[0]!;
  const first = async () =>
    JSON.parse(await (await fetch(`${server.url}/json/${feed.slug}`)).text()).items[0].title;
  expect(await first()).not.toBe('The treaty');
  await keepBack(inAnHour());
  await letItPass();
  await releaseDue(server.app);
  await until(first, (title) => title === 'The treaty');
  await until(having, (types) => types.includes('alexaFB'));
});

test('overdue articles are released once after an outage, and deleted ones when they are restored', async () => {
  await keepBack(inAnHour());
  await letItPass();
  await server.app.db.prisma.article.update({ where: { id: article.id }, data: { deletedAt: new Date() } });
  expect((await sweep(server.app)).opened).toBe(0);
  await server.app.db.prisma.article.update({ where: { id: article.id }, data: { deletedAt: null } });
  const opened = await Promise.all([releaseDue(server.app), releaseDue(server.app), sweep(server.app)]);
  expect(opened[0] + opened[1] + opened[2].opened).toBe(1);
  const log = await server.app.db.prisma.articleLog.findMany({
    where: { articleId: article.id, action: 'published' },
  });
  expect(log).toHaveLength(1);
  expect(await releaseDue(server.app)).toBe(0);
});

test('a deleted article is not public anywhere, and everywhere again once it is restored', async () => {
  await publish();
  await until(having, (types) => types.length === channels.length);
  expect(new Set(Object.values(await doors()))).toEqual(new Set([200]));
  await deleteArticle(server.app, system, article.id);
  await publish();
  await until(having, (types) => types.length === 0);
  await until(doors, (statuses) => Object.values(statuses).every((status) => status >= 400));

  await restoreArticle(server.app, system, article.id);
  await publish();
  await until(having, (types) => types.length === channels.length);
  await until(doors, (statuses) => Object.values(statuses).every((status) => status === 200));
});

test('the release job waits for the end of the embargo, and a job for an outdated time does nothing', async () => {
  await keepBack(inAnHour());
  const later = new Date(Date.now() + 7_200_000);
  await keepBack(later);
  const { rows } = await server.app.db.pool.query(
    `SELECT start_after FROM pgboss.job WHERE name = 'article-open' AND data->>'articleId' = $1 ORDER BY start_after`,
    [String(article.id)],
  );
  expect(rows.map(({ start_after }) => (start_after as Date).getTime())).toContain(later.getTime());
  expect(await releaseDue(server.app)).toBe(0);
  expect(await row()).toMatchObject({ publishAt: later, isEmbargoed: true });
});
