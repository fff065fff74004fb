import { parseJsonFeed, parseRssFeed } from 'feedsmith';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { askRaw, browser } from './ask-raw.ts';
import { newspaper, until } from './newspaper.ts';

const server = useServer({});
const paper = () => newspaper(server);
let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
});

const ask = (path: string, headers?: Record<string, string>) => askRaw(server.url + path, headers);
const rss = async (path: string) => parseRssFeed((await ask(path)).body.toString()) as any;

describe('a podcast', () => {
  test('an episode keeps its GUID when its audio is regenerated', async () => {
    const channel = await paper().podcast(room.project.id);
    const { article, episode } = await paper().episode(channel);
    const [before] = (await rss(`/podcast/${channel.slug}`)).items;
    const anew = await server.make.audio(article.id, { durationMs: 90_000, bytes: 720_000 });
    await server.app.db.prisma.episode.update({
      where: { id: episode.id },
      data: { file: anew.version, durationMs: 90_000, bytes: 720_000 },
    });
    const [after] = (
      await until(
        () => rss(`/podcast/${channel.slug}`),
        ({ items }) => items[0].itunes.duration === 90,
      )
    ).items;
    expect(after.guid).toEqual(before.guid);
    expect(after.enclosures[0]).toMatchObject({
      length: 720_000,
      url: expect.stringContaining(anew.version),
    });
    expect(after.enclosures[0].url).not.toBe(before.enclosures[0].url);
  });

  test('an episode of a deleted article is no longer served', async () => {
    const channel = await paper().podcast(room.project.id, 1);
    const { article } = await paper().episode(channel, { title: 'Withdrawn' }, 9);
    expect((await rss(`/podcast/${channel.slug}`)).items).toHaveLength(2);
    await server.app.db.prisma.article.update({ where: { id: article.id }, data: { deletedAt: new Date() } });
    await until(
      () => rss(`/podcast/${channel.slug}`),
      ({ items }) => items.length === 1,
    );
  });

  test('behind a paywall a podcast contains only teasers', async () => {
    const channel = await paper().podcast(room.project.id);
    const text = 'First paragraph.\n\nSecond paragraph.\n\nThe secret third.';
    const { audio, episode } = await paper().episode(channel, { text });
    const { audio: without } = await paper().episode(channel, { text, title: 'Without a teaser' }, 1);
    const path = `/podcast/${channel.slug}`;
    expect((await ask(path)).body.toString()).toContain('secret');
    expect((await ask(`${path}/${episode.guid}/transcript.vtt`)).status).toBe(200);
    const { prisma } = server.app.db;
    await server.app.storage.put('audio/teaser1.mp3', Buffer.alloc(4_321));
    await prisma.audio.update({
      where: { version: audio.version },
      data: { teaser: 'teaser1', teaserMs: 8_000 },
    });
    for (const settings of [
      { paywall: true, securityEnabled: false },
      { paywall: false, securityEnabled: true },
      { paywall: true, securityEnabled: true },
    ]) {
      await prisma.project.update({ where: { id: room.project.id }, data: settings });
      const feed = await until(
        () => rss(path),
        ({ items }) => items.length === 1,
      );
      expect(feed.items[0].enclosures[0]).toEqual({
        url: `${server.url}/download/audio/teaser1.mp3?podcast=${channel.id}`,
        length: 4_321,
        type: 'audio/mpeg',
      });
      expect(feed.items[0].podcast.transcripts).toBeUndefined();
      const said = (await ask(path)).body.toString() + (await ask(path, browser)).body.toString();
      for (const secret of ['secret', audio.version, without.version]) expect(said).not.toContain(secret);
      for (const file of ['chapters.json', 'transcript.vtt', 'transcript.json'])
        expect((await ask(`${path}/${episode.guid}/${file}`)).status).toBe(404);
    }
  });

  test('an article too short for a teaser plays in full, unless full audio requires a signature', async () => {
    const channel = await paper().podcast(room.project.id);
    const { audio } = await paper().episode(channel, { text: 'All there is.' });
    const { prisma } = server.app.db;
    await prisma.audio.update({
      where: { version: audio.version },
      data: { paywall: { paragraphs: 2, suffix: null } },
    });
    for (const securityEnabled of [true, false]) {
      await prisma.project.update({
        where: { id: room.project.id },
        data: { paywall: true, paywallParagraphLimit: 2, securityEnabled },
      });
      await until(
        () => rss(`/podcast/${channel.slug}`),
        ({ items = [] }) => items.length === (securityEnabled ? 0 : 1),
      );
    }
  });
});

test('an episode of several articles has chapters and a transcript', async () => {
  const channel = await paper().podcast(room.project.id);
  const one = await paper().heardArticle(room.project.id, { title: 'One', url: 'https://gazette.example/1' });
  const two = await paper().heardArticle(room.project.id, { title: 'Two' });
  const { prisma } = server.app.db;
  for (const { article, audio } of [one, two])
    await prisma.chunk.create({
      data: {
        articleId: article.id,
        version: audio.version,
        position: 0,
        segmentKey: `s${article.id}`,
        text: 'One sentence.',
        start: 0,
        pauseMs: 0,
      },
    });
  const chapters = [
    { startMs: 2_000, title: 'One', articleId: one.article.id },
    { startMs: 65_500, title: 'Two', articleId: two.article.id },
  ];
  const part = ({ article, audio }: typeof one) => ({
    file: audio.version,
    gapMs: 500,
    title: article.title,
    articleId: article.id,
  });
  await prisma.joinedAudio.create({
    data: {
      key: 'joined-1',
      title: 'Both',
      projectId: room.project.id,
      state: 'ready',
      parts: [{ file: 'sound-intro-1', gapMs: 0, title: null, articleId: null }, part(one), part(two)],
      durationMs: 70_000,
      bytes: 560_000,
    },
  });
  const episode = await prisma.episode.create({
    data: {
      channelId: channel.id,
      period: 'group 1',
      title: 'Both <b>',
      file: 'joined-1',
      durationMs: 70_000,
      bytes: 560_000,
      chapters,
      publishedAt: new Date('2026-11-01T06:00:00Z'),
      articles: {
        create: [one, two].map(({ article }, position) => ({
          channelId: channel.id,
          articleId: article.id,
          position,
        })),
      },
    },
  });
  const [item] = (await rss(`/podcast/${channel.slug}`)).items;
  const read = async (url: string) => ask(url.slice(server.url.length));
  const told = await read(item.podcast.chapters.url);
  expect(told.headers['content-type']).toContain('application/json+chapters');
  expect(JSON.parse(told.body.toString())).toEqual({
    version: '1.2.0',
    title: 'Both <b>',
    chapters: [
      { startTime: 2, title: 'One', url: 'https://gazette.example/1' },
      { startTime: 65.5, title: 'Two', url: 'https://example.com/a' },
    ],
  });
  const [vtt, json] = await Promise.all(item.podcast.transcripts.map(({ url }: any) => read(url)));
  expect(vtt.headers['content-type']).toContain('text/vtt');
  expect(vtt.body.toString()).toMatch(
    /^WEBVTT - Both <b>\n[\s\S]*\n1\n00:00:02\.000 --> [\s\S]*\n2\n00:01:05\.500 --> /,
  );
  expect(JSON.parse(json.body.toString()).segments).toMatchObject([
    { startTime: 2, body: 'One sentence.' },
    { startTime: 65.5, body: 'One sentence.' },
  ]);
  expect(item.guid.value).toBe(episode.guid);
  expect((await ask(`/podcast/${channel.slug}/${crypto.randomUUID()}/transcript.vtt`)).status).toBe(404);
});

test('a JSON feed contains articles that are ready, or all', async () => {
  await paper().heardArticle(room.project.id, { title: 'Heard', text: 'One.\n\nTwo.', labels: ['news'] }, 5);
  await server.make.article(room.project.id, { title: 'Not yet', status: 'processing' });
  await server.make.article(room.project.id, { title: 'No article', status: 'rejected' });
  const [some, all] = await Promise.all([
    server.make.channel(room.project.id, { type: 'json', settings: { title: 'Ready' } }),
    server.make.channel(room.project.id, { type: 'json', settings: { includeNotReady: true } }),
  ]);
  const read = async (slug: string) => parseJsonFeed((await ask(`/json/${slug}`)).body.toString()) as any;
  const titles = (feed: any) => feed.items.map(({ title }: any) => title);
  expect(titles(await read(some.slug))).toContain('Heard');
  expect(titles(await read(some.slug))).not.toContain('Not yet');
  const feed = await read(all.slug);
  expect(titles(feed)).toEqual(expect.arrayContaining(['Heard', 'Not yet']));
  expect(titles(feed)).not.toContain('No article');
  expect(feed.title).toBe(room.project.name);
  expect(feed.items.find(({ title }: any) => title === 'Heard')).toMatchObject({
    content_text: 'One.\n\nTwo.',
    attachments: [{ mime_type: 'audio/mpeg', size_in_bytes: 12_000 }],
  });
  expect((await ask(`/json/${some.slug}`)).headers['content-type']).toBe(
    'application/feed+json; charset=utf-8',
  );
});

test('an article being regenerated keeps playing', async () => {
  const { article } = await paper().heardArticle(room.project.id, { title: 'Heard' });
  const { slug } = await server.make.channel(room.project.id, { type: 'json' });
  await server.app.db.prisma.article.update({ where: { id: article.id }, data: { status: 'processing' } });
  expect((await ask(`/json/${slug}`)).body.toString()).toContain('"Heard"');
});

test('a flash briefing contains the newest five as text, or as audio made for it', async () => {
  const heard = [];
  for (let at = 0; at < 7; at++)
    heard.push(await paper().heardArticle(room.project.id, { title: `Title ${at}` }, at));
  const { prisma } = server.app.db;
  const [reads, plays] = await Promise.all(
    ['alexa', 'parlance'].map((voiceType) =>
      server.make.channel(room.project.id, { type: 'alexaFB', settings: { title: 'B', voiceType } }),
    ),
  );
  await prisma.article.deleteMany({ where: { id: room.article.id } });
  const read = async ({ slug }: { slug: string }) =>
    JSON.parse((await ask(`/alexafb/${slug}`)).body.toString());
  expect((await read(reads!)).map(({ titleText }: any) => titleText)).toEqual([
    'Title 6',
    'Title 5',
    'Title 4',
    'Title 3',
    'Title 2',
  ]);
  expect(await read(plays!)).toEqual([]);
  const { audio } = heard[3]!;
  await prisma.audio.update({ where: { version: audio.version }, data: { durationMs: 20_000 } });
  await prisma.rendition.create({ data: { version: audio.version, format: 'flash', progress: 100 } });
  const [item] = await until(
    () => read(plays!),
    (items) => items.length === 1,
  );
  expect(item).toMatchObject({
    titleText: 'Title 3',
    mainText: '',
    streamUrl: `${server.url}/download/audio/${audio.version}-flash.mp3`,
  });
  expect(item.uid).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
});

test('a Google action can be exported as a file', async () => {
  const { slug } = await server.make.channel(room.project.id, {
    type: 'googleAction',
    settings: { name: 'The Morning' },
  });
  const answer = await ask(`/google/${slug}`);
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="${slug}.json"`);
  expect(JSON.parse(answer.body.toString())).toMatchObject({ actions: [{ name: 'MAIN' }], locale: 'en' });
});
