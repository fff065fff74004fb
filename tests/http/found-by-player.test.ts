import { readFileSync } from 'node:fs';
import robotsParser from 'robots-parser';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { fillAddressKeys } from '../../server/areas/articles/articles/addresses.ts';
import { sightingsOf } from '../../server/areas/channels/player/player-sightings.ts';
import { askPlayer, browser, readPage } from './ask-player.ts';

const site = await startSite({
  '/2026/11/20/harbour-opens-again':
    '<html><head><title>Harbour</title></head><body><article><h1>Harbour</h1><p>The harbour opened today, and everybody came.</p></article></body></html>',
});
afterAll(() => site.close());
const server = useServer({ env: { FETCH_ALLOW_HOSTS: site.host } });
let room: Newsroom;
let slug: string;

beforeEach(async () => {
  room = await server.make.newsroom();
  slug = (await server.make.channel(room.project.id, { type: 'player', settings: { version: 3 } })).slug;
});

const db = () => server.app.db.prisma;
const project = (data: object) => db().project.update({ where: { id: room.project.id }, data });
const config = (query: object) => readPage(server, slug, query);

describe('an unknown page', () => {
  const address = () => `${site.url}/2026/11/20/harbour-opens-again`;
  const take = () => project({ mainUrl: `${site.url}/`, autoAddArticles: true });
  beforeEach(
    async () => void (await server.make.source(room.project.id, { type: 'parser', url: `${site.url}/` })),
  );

  test('of a project that adds pages from players is added once, for any number of requests', async () => {
    await take();
    const answers = await Promise.all(Array.from({ length: 20 }, () => config({ url: address() })));
    const ids = new Set(answers.flatMap(({ items }) => items.map(({ id }) => id)));
    expect(ids.size).toBe(1);
    expect(await db().article.findMany({ where: { url: address() } })).toMatchObject([
      { projectId: room.project.id, fetchPage: true },
    ]);
    expect((await config({ url: address() })).items).toMatchObject([{ state: 'inProgress' }]);
  });

  test('is not added if the project does not allow it, or if it is on another site or not an article', async () => {
    await config({ url: address() });
    await take();
    for (const url of [
      'https://elsewhere.example/2026/11/20/harbour-opens-again',
      `${site.url}/`,
      `${site.url}/logo.png`,
      `${site.url}/impressum`,
    ])
      expect((await config({ url })).items).toEqual([]);
    expect(await db().article.count({ where: { projectId: room.project.id } })).toBe(1);
  });

  test('becomes one article, with any suffix added to its URL', async () => {
    await take();
    const visits = Array.from({ length: 12 }, (_, visitor) => `${address()}?visitor=${visitor}&utm_source=x`);
    const found = new Set<number>();
    for (const url of [...visits, `${address()}/?ref=a`, address()])
      for (const { id } of (await config({ url })).items) found.add(id);
    expect(found.size).toBe(1);
    expect(await db().article.findMany({ where: { url: { startsWith: address() } } })).toMatchObject([
      { url: address(), foundByPlayer: true },
    ]);
  });

  test('keeps the URL parameters that the site’s own links contain', async () => {
    await take();
    const story = (id: number, more = '') => `${site.url}/story.php?id=${id}${more}`;
    await config({ url: story(12_345) });
    expect(await db().article.count({ where: { url: { contains: 'story.php?' } } })).toBe(0);
    await server.make.article(room.project.id, { url: story(11_111) });
    for (const more of ['', '&visitor=1', '&visitor=2']) await config({ url: story(22_222, more) });
    expect(await db().article.findMany({ where: { url: { contains: '22222' } } })).toMatchObject([
      { url: story(22_222) },
    ]);
  });

  test('on an unknown host is not added', async () => {
    await project({ mainUrl: 'https://paper.example/', autoAddArticles: true });
    await db().source.updateMany({ where: { type: 'parser' }, data: { url: 'https://paper.example/' } });
    const on = (host: string) => config({ url: `https://${host}/2026/11/20/harbour-opens-again` });
    for (const host of ['users.paper.example', 'paper.example.evil.example', 'evil.example'])
      expect((await on(host)).items).toEqual([]);
    await server.make.article(room.project.id, { url: 'https://news.paper.example/2026/11/19/yesterday' });
    for (const host of ['www.paper.example', 'news.paper.example'])
      expect((await on(host)).items).toHaveLength(1);
  });

  test('is added up to the daily limit, which the project screen shows', async () => {
    await take();
    await project({ mainUrl: `${site.url}/`, autoAddArticles: true, playerArticlesPerDay: 5 });
    const ask = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, n) =>
          config({ url: `${site.url}/2026/11/20/invented-story-number-${from + n}` }),
        ),
      );
    await ask(0, 12);
    // What is deleted was found nevertheless.
    await db().article.updateMany({ where: { foundByPlayer: true }, data: { deletedAt: new Date() } });
    await ask(12, 15);
    expect(await db().article.count({ where: { foundByPlayer: true } })).toBe(5);
    const token = await server.signIn(room.viewer);
    const shown = await server.graphql(
      'query ($id: ID!) { project(id: $id) { playerArticlesToday extraction { playerArticlesPerDay } } }',
      { id: room.project.id },
      token,
    );
    expect(shown.data!['project']).toEqual({
      playerArticlesToday: 5,
      extraction: { playerArticlesPerDay: 5 },
    });
  });

  describe('requested by a program', () => {
    const path = () => `/player/${slug}/config?${new URLSearchParams({ url: address() })}`;
    const send = (headers: Record<string, string>, method = 'GET', body?: string) =>
      fetch(server.url + path(), {
        method,
        headers: { 'user-agent': browser, ...headers },
        ...(body !== undefined && { body }),
      });
    const begun = () => db().article.count({ where: { foundByPlayer: true } });
    const refused = async (): Promise<number> => {
      await sightingsOf(server.app).flush();
      const token = await server.signIn(room.viewer);
      const { data } = await server.graphql(
        'query ($id: ID!) { project(id: $id) { playerRequestsRefusedToday } }',
        { id: room.project.id },
        token,
      );
      return (data as { project: { playerRequestsRefusedToday: number } }).project.playerRequestsRefusedToday;
    };
    beforeEach(take);

    const programs = {
      'a search engine':
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/142.0.0.0 Safari/537.36',
      'a crawler of a language model':
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      another:
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
      'an archive of the web': 'CCBot/2.0 (https://commoncrawl.org/faq/)',
      'an assistant that fetches for its user':
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0',
      'a preview in WhatsApp': 'WhatsApp/2.23.20.0',
      'a preview in Telegram': 'TelegramBot (like TwitterBot)',
      'a preview in Slack': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
      'a preview of Facebook': 'facebookexternalhit/1.1',
      'an uptime monitor': 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
      'a link checker': 'W3C-checklink/4.81 libwww-perl/6.05',
      Lighthouse:
        'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
      'a browser without a window':
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
      'a program that measures pages':
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 GTmetrix',
      curl: 'curl/8.0',
      'Node.js': 'node',
      'a program without a name': '',
    };
    test.each(Object.entries(programs))(
      '%s starts no audio generation, with any request',
      async (_, userAgent) => {
        const { pageToken } = await askPlayer(server, slug, { url: address() });
        for (const [method, body] of [
          ['GET', undefined],
          ['HEAD', undefined],
          ['POST', ''],
          ['POST', pageToken!],
        ] as const) {
          const answer = await send({ 'user-agent': userAgent }, method, body);
          expect([method, body, answer.headers.get('cache-control')]).toEqual([
            method,
            body,
            'private, no-store',
          ]);
          if (answer.ok && method === 'GET')
            expect(await answer.json()).toMatchObject({ items: [], pageToken: null });
        }
        for (const page of [`/player/${slug}/frame?`, `/oembed?channel=${slug}&`])
          await fetch(`${server.url}${page}${new URLSearchParams({ url: address() })}`, {
            headers: { 'user-agent': userAgent },
          });
        expect(await begun()).toBe(0);
        expect(await refused()).toBe(6);
      },
    );

    const lookAhead = {
      'sec-purpose': ['prefetch', 'prefetch;prerender', 'prefetch;anonymous-client-ip'],
      purpose: ['prefetch', 'preview'],
      'x-purpose': ['preview'],
      'x-moz': ['prefetch'],
    };
    test.each(
      Object.entries(lookAhead).flatMap(([header, values]) =>
        values.map((value) => [header, value] as const),
      ),
    )('a prefetching browser (%s: %s) starts no audio generation', async (header, value) => {
      const { pageToken } = await askPlayer(server, slug, { url: address() });
      for (const [method, body] of [
        ['GET', undefined],
        ['POST', pageToken!],
      ] as const)
        await send({ [header]: value }, method, body);
      expect(await begun()).toBe(0);
      expect(await refused()).toBe(2);
      // Its page is opened.
      expect((await config({ url: address() })).items).toMatchObject([{ state: 'inProgress' }]);
    });

    test('a visible page gets a token that is valid for that page and ten minutes', async () => {
      const { pageToken, items } = await askPlayer(server, slug, { url: address() });
      expect([items, await begun()]).toEqual([[], 0]);
      const other = `${site.url}/2026/11/20/another-story-of-the-day`;
      const foreign = await askPlayer(server, slug, { url: other });
      const more = (await server.make.channel(room.project.id, { type: 'player', settings: { version: 2 } }))
        .slug;
      const ofChannel = await askPlayer(server, more, { url: address() });
      for (const token of ['', 'nonsense', 'x'.repeat(900), foreign.pageToken!, ofChannel.pageToken!])
        expect((await send({}, 'POST', token)).status, token).toBe(403);
      vi.setSystemTime(Date.now() + 601_000);
      expect((await send({}, 'POST', pageToken!)).status).toBe(403);
      vi.useRealTimers();
      expect(await begun()).toBe(0);
      expect(await refused()).toBe(6);
      expect((await send({}, 'POST', pageToken!)).status).toBe(200);
      expect(await begun()).toBe(1);
    });

    test('known pages play in players of every release, and for programs', async () => {
      await server.make.article(room.project.id, { url: address(), status: 'ready' });
      for (const userAgent of [browser, 'curl/8.0'])
        expect(await (await send({ 'user-agent': userAgent })).json()).toMatchObject({
          items: [{ url: address() }],
          pageToken: null,
        });
      expect(await refused()).toBe(0);
    });

    test('no token is issued once the daily limit is reached', async () => {
      await project({ playerArticlesPerDay: 1 });
      await config({ url: `${site.url}/2026/11/20/another-story-of-the-day` });
      expect((await askPlayer(server, slug, { url: address() })).pageToken).toBeNull();
    });
  });
});

describe('the last pages of a player', () => {
  const lists = async () => {
    const token = await server.signIn(room.viewer);
    const { data } = await server.graphql(
      `query ($id: ID!) { project(id: $id) { channels(first: 5) { edges { node { slug lastSeen { url } lastMissed { url } } } } } }`,
      { id: room.project.id },
      token,
    );
    const { edges } = (data as { project: { channels: { edges: { node: { slug: string } }[] } } }).project
      .channels;
    return edges.find(({ node }) => node.slug === slug)!.node;
  };
  const known = 'https://paper.example/harbour?p=17&name=jane%40example.com#top';
  beforeEach(async () => {
    await db().article.update({ where: { id: room.article.id }, data: { url: known, addressKey: null } });
    await fillAddressKeys(server.app, new AbortController().signal);
  });

  test('are shown with its channel, without personal data from URLs', async () => {
    expect(await lists()).toMatchObject({ lastSeen: null, lastMissed: null });
    await config({ url: known });
    await config({ url: 'https://paper.example/imprint?token=secret' });
    await sightingsOf(server.app).flush();
    expect(await lists()).toMatchObject({
      lastSeen: { url: 'https://paper.example/harbour?p=17' },
      lastMissed: { url: 'https://paper.example/imprint' },
    });
  });

  test('take one statement a minute, for any number of requests, and none for programs', async () => {
    // Ids of other tests' channels restart with each test, and those may have been written just now.
    const fresh = { id: 1_000_000, type: 'player', settings: { version: 3 } };
    slug = (await server.make.channel(room.project.id, fresh)).slug;
    const sightings = sightingsOf(server.app);
    await askPlayer(server, slug, { url: known }, { headers: { 'user-agent': 'curl/8.0' } });
    await sightings.flush();
    expect(await db().playerSighting.count()).toBe(0);
    await config({ url: known });
    await expect.poll(() => db().playerSighting.count()).toBe(1);
    const { seenAt } = await db().playerSighting.findFirstOrThrow();
    for (let time = 0; time < 20; time++) await config({ url: `${known}&q=${time}` });
    await config({ url: 'https://paper.example/imprint' });
    expect(await db().playerSighting.findFirstOrThrow()).toMatchObject({ seenAt, missedUrl: null });
    await sightings.flush();
    expect(await db().playerSighting.findFirstOrThrow()).toMatchObject({
      missedUrl: 'https://paper.example/imprint',
    });
  });
});

test('the loader contains the server’s URL, and the help page every error code of the player', async () => {
  const help = await (await fetch(`${server.url}/player/help`)).text();
  const sources = ['request-config.ts', 'explain.ts', 'loader.ts', 'start.ts'].map((name) =>
    readFileSync(new URL(`../../client/player/${name}`, import.meta.url), 'utf8'),
  );
  const named = sources.flatMap((text) => [...text.matchAll(/(?:\| |explain\(\n? *)'([a-z-]+)'/g)]);
  const reasons = new Set(named.map(([, reason]) => reason!));
  expect(reasons.size).toBe(11);
  for (const reason of reasons) expect(help).toContain(`id="${reason}"`);
  const loader = await fetch(`${server.url}/player/loader.js`);
  // Without a build there is none.
  if (loader.ok) expect(await loader.text()).toContain(`${server.app.config.publicUrl}/player/loader.js`);
});

test('cross-origin isolated pages may frame a player', async () => {
  const { headers } = await fetch(`${server.url}/player/${slug}/frame?article=${room.article.id}`);
  expect([
    headers.get('cross-origin-embedder-policy'),
    headers.get('cross-origin-resource-policy'),
    headers.get('x-frame-options'),
  ]).toEqual(['credentialless', 'cross-origin', null]);
});

test('the file of a deleted episode responds 410 rather than 404', async () => {
  const { id } = await server.make.channel(room.project.id, { type: 'podcast', settings: {} });
  const episode = (file: string, deletedAt: Date | null) =>
    db().episode.create({
      data: { channelId: id, period: `article ${file}`, title: 'One', file, deletedAt },
    });
  await episode('deleted1', new Date());
  await episode('missing1', null);
  const live = await episode('article1', null);
  const { id: articleId } = await server.make.article(room.project.id);
  await db().episodeArticle.create({ data: { channelId: id, articleId, episodeId: live.id, position: 0 } });
  const status = async (file: string) =>
    (await fetch(`${server.url}/download/audio/${file}.mp3?podcast=${id}`)).status;
  expect([await status('deleted1'), await status('missing1'), await status('article1')]).toEqual([
    410, 404, 404,
  ]);
  await db().article.update({ where: { id: articleId }, data: { deletedAt: new Date() } });
  expect([await status('article1'), await status('unknown1')]).toEqual([410, 404]);
});

test('robots.txt allows crawlers on podcasts, and disallows endpoints that cost money', async () => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(`${server.url}/robots.txt`, { method });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  }
  const text = await (await fetch(`${server.url}/robots.txt`)).text();
  // The package is CommonJS, whose types name a default export that is not there.
  const parse = robotsParser as unknown as typeof robotsParser.default;
  const robots = parse(`${server.url}/robots.txt`, text);
  const may = (path: string) => robots.isAllowed(server.url + path, 'Googlebot');
  for (const path of [
    '/podcast/morning',
    '/podcast/morning/rss',
    '/download/audio/a.mp3',
    '/player/morning/frame?article=1',
  ])
    expect([path, may(path)]).toEqual([path, true]);
  for (const path of [
    '/player/morning/config?url=x',
    '/player/morning/words/a',
    '/ev',
    '/api/v1',
    '/graphql',
    '/projects/1',
  ])
    expect([path, may(path)]).toEqual([path, false]);
});
