import { feedMessages } from '../../server/extraction/messages.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Source } from '../../prisma/generated/client/client.ts';
import type { App } from '../../server/kernel/app.ts';
import { system } from '../../server/kernel/actor.ts';
import { deleteArticle } from '../../server/areas/articles/articles/articles.ts';
import { deleteProject } from '../../server/areas/projects/projects/projects.ts';
import { pollDueSource, pollSource } from '../../server/areas/articles/sources/poll-source.ts';
import { FeedError } from '../../server/extraction/feed/feed.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { fullText, gazette, type Item } from './gazette.ts';

const site = await startSite();
afterAll(() => site.close());
const server = useServer({
  env: { FETCH_ALLOW_HOSTS: site.host, POLL_INTERVAL: '300', ARTICLE_MAX_CHARACTERS: '5000' },
});

let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
  site.requests.length = 0;
});

const feedOf = (items: Item[]): string => gazette(site.url, items);
const days = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({
    guid: `item-${index}`,
    date: `2026-01-${String(index + 1).padStart(2, '0')}T08:00:00Z`,
  }));
const live = (source: Source) =>
  server.app.db.prisma.article.findMany({
    where: { sourceId: source.id, deletedAt: null },
    orderBy: [{ addedAt: 'desc' }, { id: 'desc' }],
  });
const feedSource = (given: object = {}) =>
  server.make.source(room.project.id, { type: 'rss', url: `${site.url}/feed.xml`, ...given });
/** Returns the parts of the process, with one replaced for a test. */
const appOf = (): App =>
  Object.assign(
    {},
    ...(['config', 'db', 'queue', 'pubsub', 'storage', 'speech', 'extraction', 'log', 'tokens'] as const).map(
      (part) => ({ [part]: server.app[part] }),
    ),
  );
/** A moment so many milliseconds after a poll that began then, a tenth more or less, as jitter has it. */
function expectAbout(moment: Date, ms: number, begun: number): void {
  expect(moment.getTime()).toBeGreaterThan(begun + 0.89 * ms);
  expect(moment.getTime()).toBeLessThan(Date.now() + 1.11 * ms);
}

const poll = (source: Source) => pollSource(server.app, system, source.id);
const jobs = async (name: string) =>
  (
    await server.app.db.pool.query<{ data: any; start_after: Date }>(
      'SELECT data, start_after FROM pgboss.job WHERE name = $1',
      [name],
    )
  ).rows;

describe('a feed', () => {
  test('is imported as articles with text, date and labels, and audio is generated', async () => {
    site.set('/feed.xml', feedOf([{ guid: 'a', title: 'Tom &amp; Jerry', date: '2026-01-05T08:00:00Z' }]));
    const source = await feedSource();
    const polled = await poll(source);
    expect(polled).toMatchObject({ error: null, failures: 0, polledAt: expect.any(Date) });
    const [article] = await live(source);
    expect(article).toMatchObject({
      title: 'Tom & Jerry',
      guid: 'a',
      url: `${site.url}/a.html`,
      labels: ['News'],
      publishedAt: new Date('2026-01-05T08:00:00Z'),
      status: 'waiting',
      run: 1,
      fetchPage: false,
      rssAutoUpdate: false,
    });
    expect(article!.text).toMatch(/^A whole sentence about a\..*\n\nThe end\.$/s);
    expect(await jobs('article')).toEqual([
      expect.objectContaining({ data: { articleId: article!.id, run: 1 } }),
    ]);
  });

  test('imports only its newest 20 items at the first poll; the others are never imported', async () => {
    site.set('/feed.xml', feedOf(days(28)));
    const source = await feedSource();
    await poll(source);
    expect((await live(source)).map(({ guid }) => guid)).toEqual(
      days(28)
        .map(({ guid }) => guid)
        .reverse()
        .slice(0, 20),
    );
    site.set('/feed.xml', feedOf([...days(28), { guid: 'new', date: '2026-02-01T08:00:00Z' }]));
    await poll(source);
    expect((await live(source)).map(({ guid }) => guid).slice(0, 2)).toEqual(['new', 'item-27']);
    expect(await live(source)).toHaveLength(21);
  });

  test('respects the day from which articles are wanted', async () => {
    await server.app.db.prisma.project.update({
      where: { id: room.project.id },
      data: { articlesFromDate: new Date('2026-01-03') },
    });
    site.set('/feed.xml', feedOf([...days(4), { guid: 'undated' }]));
    const source = await feedSource();
    await poll(source);
    expect((await live(source)).map(({ guid }) => guid)).toEqual(['undated', 'item-3', 'item-2']);
  });

  test('is requested conditionally', async () => {
    let answered = 0;
    site.set('/feed.xml', (request, response) => {
      const fresh = request.headers['if-none-match'] === '"v1"';
      answered++;
      response
        .writeHead(fresh ? 304 : 200, { etag: '"v1"', 'content-type': 'application/rss+xml' })
        .end(fresh ? undefined : feedOf(days(2)));
    });
    const source = await feedSource();
    expect(await poll(source)).toMatchObject({ etag: '"v1"' });
    expect(await poll(source)).toMatchObject({ etag: '"v1"', error: null });
    expect([answered, site.requests.at(-1)!.headers['if-none-match']]).toEqual([2, '"v1"']);
    expect(await live(source)).toHaveLength(2);
  });

  test('that is polled concurrently is imported once', async () => {
    site.set('/feed.xml', feedOf(days(5)));
    const source = await feedSource();
    await Promise.all([poll(source), poll(source), poll(source)]);
    expect(await live(source)).toHaveLength(5);
    expect(await jobs('article')).toHaveLength(5);
  });

  test('does not import a deleted article again', async () => {
    site.set('/feed.xml', feedOf(days(1)));
    const source = await feedSource();
    await poll(source);
    await deleteArticle(server.app, system, (await live(source))[0]!.id);
    await poll(source);
    expect(await live(source)).toEqual([]);
  });

  test('with teasers has the pages read', async () => {
    site.set('/feed.xml', feedOf([{ guid: 'teaser', html: '<p>Only the beginning […]</p>' }]));
    const source = await feedSource();
    await poll(source);
    expect((await live(source))[0]).toMatchObject({ fetchPage: true, text: 'Only the beginning […]' });
  });

  test.each([
    ['follows', true],
    ['does not follow', false],
  ])('has an article that %s its item', async (_, follows) => {
    await server.app.db.prisma.project.update({
      where: { id: room.project.id },
      data: { autoupdate: follows },
    });
    site.set('/feed.xml', feedOf([{ guid: 'a', html: fullText('winter') }]));
    const source = await feedSource();
    await poll(source);
    const [before] = await live(source);
    expect(before!.rssAutoUpdate).toBe(follows);
    site.set('/feed.xml', feedOf([{ guid: 'a', html: fullText('summer') }]));
    await poll(source);
    await poll(source);
    const [after] = await live(source);
    expect([after!.text.includes('summer'), after!.run]).toEqual([follows, follows ? 2 : 1]);
    const logs = await server.app.db.prisma.articleLog.findMany({
      where: { articleId: after!.id, kind: 'update' },
    });
    expect(logs.map(({ action }) => action)).toEqual(follows ? ['text changed in the feed'] : []);
  });

  test('with new markup around the same text regenerates nothing', async () => {
    site.set('/feed.xml', feedOf([{ guid: 'a', html: fullText('winter') }]));
    await server.app.db.prisma.project.update({ where: { id: room.project.id }, data: { autoupdate: true } });
    const source = await feedSource();
    await poll(source);
    site.set('/feed.xml', feedOf([{ guid: 'a', html: `<div class="x">${fullText('winter')}</div>` }]));
    await poll(source);
    expect((await live(source))[0]!.run).toBe(1);
  });

  test.each([
    ['a guid of 10,000 characters', feedOf([{ guid: 'g'.repeat(10_000) }]), 1],
    ['the same guid twice', feedOf([{ guid: 'a' }, { guid: 'a' }]), 1],
    ['an item without a title', feedOf([{ guid: 'a', title: '' }]), 1],
    ['a title of 5,000 characters', feedOf([{ guid: 'a', title: 'x'.repeat(5000) }]), 1],
    ['no items at all', feedOf([]), 0],
    [
      'an entity bomb, without expanding it',
      `<!DOCTYPE rss [<!ENTITY a "${'x'.repeat(1000)}">${Array.from({ length: 9 }, (_, index) => `<!ENTITY ${'bcdefghij'[index]} "${`&${'abcdefghi'[index]};`.repeat(10)}">`).join('')}]>${feedOf([{ guid: 'a', title: 'Boom &amp;j; &j;' }])}`,
      1,
    ],
  ])('accepts %s', async (_, body, count) => {
    site.set('/feed.xml', body);
    const source = await feedSource();
    expect((await poll(source)).error).toBeNull();
    await poll(source);
    const articles = await live(source);
    expect(articles).toHaveLength(count);
    for (const { title, guid } of articles)
      expect([title.length > 0, title.length <= 500, guid!.length <= 500]).toEqual([true, true, true]);
  });

  test('with a text over the limit creates a failed article with the reason', async () => {
    site.set('/feed.xml', feedOf([{ guid: 'long', html: `<p>${'A sentence. '.repeat(1000)}</p>` }]));
    const source = await feedSource();
    await poll(source);
    expect((await live(source))[0]).toMatchObject({
      status: 'errored',
      error: expect.stringMatching(/^The text has \d+ characters\. An article can have up to 5000/),
      run: 0,
    });
    expect(await jobs('article')).toEqual([]);
  });
});

describe('a failed poll', () => {
  const page = `<html><head><link rel="alternate" type="application/rss+xml" href="/real.xml"></head><body>Not a feed</body></html>`;

  test.each([
    [
      'a web page',
      { body: page, headers: { 'content-type': 'text/html' } },
      `This is a web page, not a feed. It links to the feed ${site.url}/real.xml.`,
    ],
    ['nothing there', { status: 404 }, `${site.host} doesn’t have this page (HTTP 404).`],
    ['a broken server', { status: 500 }, `${site.host} reports a server error (HTTP 500).`],
    [
      'a redirect to a private address',
      { status: 302, headers: { location: 'http://10.0.0.1/feed.xml' } },
      expect.stringMatching(/private|public|internal/i),
    ],
    ['an empty document', '', 'The address returns an empty document.'],
  ])('on %s stores the reason, and increases the interval', async (_, answer, error) => {
    site.set('/feed.xml', answer);
    const source = await feedSource();
    for (let count = 1; count <= 3; count++) {
      const before = Date.now();
      const polled = await poll(source);
      expect(polled).toMatchObject({ failures: count, error, polledAt: null });
      // 300 seconds doubled each time.
      expectAbout(polled.nextPollAt!, 300_000 * 2 ** count, before);
    }
    expect(await live(source)).toEqual([]);
  });

  test('keeps articles, and its error is cleared when the feed works again', async () => {
    site.set('/feed.xml', feedOf(days(1)));
    const source = await feedSource();
    await poll(source);
    site.set('/feed.xml', { status: 503 });
    expect((await poll(source)).failures).toBe(1);
    site.set('/feed.xml', feedOf(days(2)));
    expect(await poll(source)).toMatchObject({ failures: 0, error: null });
    expect(await live(source)).toHaveLength(2);
  });

  test('is retried at least every six hours', async () => {
    site.set('/feed.xml', { status: 500 });
    const source = await feedSource({ failures: 50 });
    const { nextPollAt } = await poll(source);
    expect(nextPollAt!.getTime()).toBeLessThan(Date.now() + 6 * 3_600_000 * 1.11);
  });

  test('rethrows unexpected errors rather than blaming the feed', async () => {
    site.set('/feed.xml', feedOf(days(1)));
    const source = await feedSource();
    const standIn = (extraction: object) => ({ ...appOf(), extraction: { for: () => extraction } as never });
    const broken = {
      parseFeed: () => Promise.reject(new TypeError('bug')),
      itemText: () => '',
      readPageLinks: () => ({ articles: [], feeds: [] }),
      readSitemap: () => ({ pages: [], sitemaps: [] }),
    };
    await expect(pollSource(standIn(broken), system, source.id)).rejects.toBeInstanceOf(TypeError);
    const refused = {
      ...broken,
      parseFeed: () => Promise.reject(new FeedError('not-a-feed', feedMessages.FEED_IS_NONE())),
    };
    expect(await pollSource(standIn(refused), system, source.id)).toMatchObject({
      error: 'The address returns a document that isn’t RSS, Atom or JSON Feed.',
      errorNotices: [{ code: 'FEED_IS_NONE', parameters: {} }],
    });
  });
});

describe('a due source', () => {
  test('is polled by one of several workers, which schedules the next poll', async () => {
    site.set('/feed.xml', feedOf(days(1)));
    const source = await feedSource({ nextPollAt: new Date(Date.now() - 1000) });
    const before = Date.now();
    expect(
      (
        await Promise.all([
          pollDueSource(server.app, source.id),
          pollDueSource(server.app, source.id),
          pollDueSource(server.app, source.id),
        ])
      ).sort(),
    ).toEqual(['done', 'skipped', 'skipped']);
    expect(site.requests.filter(({ path }) => path === '/feed.xml')).toHaveLength(1);
    const { nextPollAt } = await server.app.db.prisma.source.findUniqueOrThrow({ where: { id: source.id } });
    expectAbout(nextPollAt!, 300_000, before);
    const [next, ...others] = await jobs('source-poll');
    expect([next!.data, next!.start_after, others]).toEqual([{ sourceId: source.id }, nextPollAt, []]);
  });

  test('is not polled early, in a deleted project, or if it is no feed or website', async () => {
    const later = await feedSource({ nextPollAt: new Date(Date.now() + 60_000) });
    expect(await pollDueSource(server.app, later.id)).toBe('skipped');
    expect(await pollDueSource(server.app, room.source.id)).toBe('skipped');
    expect(await pollDueSource(server.app, 999_999)).toBe('skipped');
    await deleteProject(server.app, system, room.project.id);
    const due = await feedSource({ nextPollAt: new Date(0) });
    expect(await pollDueSource(server.app, due.id)).toBe('skipped');
    expect(site.requests).toEqual([]);
  });
});

describe('a website', () => {
  const links = (count: number): string =>
    `<html><body><main>${Array.from({ length: count }, (_, index) => `<article><h2><a href="/2026/01/${String(index + 1).padStart(2, '0')}/a-long-story-number-${index}.html">A long story, number ${index}, to be read</a></h2></article>`).join('')}</main></body></html>`;

  test('has its articles discovered, identified by URL, and read from their pages', async () => {
    site.set('/', links(3));
    const source = await server.make.source(room.project.id, { type: 'parser', url: `${site.url}/` });
    expect((await poll(source)).error).toBeNull();
    await poll(source);
    const articles = await live(source);
    expect(articles.map(({ url, fetchPage, text, status }) => [url, fetchPage, text, status])).toEqual(
      [2, 1, 0].map((index) => [
        `${site.url}/2026/01/0${index + 1}/a-long-story-number-${index}.html`,
        true,
        '',
        'waiting',
      ]),
    );
  });

  test('without its own URL uses the main URL of the project if articles are to be added', async () => {
    site.set('/', links(2));
    const source = await server.make.source(room.project.id, { type: 'parser' });
    await server.app.db.prisma.project.update({
      where: { id: room.project.id },
      data: { mainUrl: `${site.url}/` },
    });
    await poll(source);
    expect(site.requests).toEqual([]);
    await server.app.db.prisma.project.update({
      where: { id: room.project.id },
      data: { autoAddArticles: true },
    });
    await poll(source);
    expect(await live(source)).toHaveLength(2);
  });

  test('that is unreachable stores the reason', async () => {
    const source = await server.make.source(room.project.id, { type: 'parser', url: `${site.url}/gone/` });
    expect(await poll(source)).toMatchObject({
      failures: 1,
      error: `${site.host} doesn’t have this page (HTTP 404).`,
    });
  });
});
