import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Source } from '../../prisma/generated/client/client.ts';
import { system } from '../../server/kernel/actor.ts';
import { pollSource } from '../../server/areas/articles/sources/poll-source.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
afterAll(() => site.close());
const server = useServer({ env: { FETCH_ALLOW_HOSTS: site.host, POLL_INTERVAL: '300' } });

let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const live = (source: Pick<Source, 'id'>) =>
  server.app.db.prisma.article.findMany({
    where: { sourceId: source.id, deletedAt: null },
    orderBy: [{ addedAt: 'desc' }, { id: 'desc' }],
  });
const poll = (source: Pick<Source, 'id'>) => pollSource(server.app, system, source.id);
const present = (source: Pick<Source, 'id'>) =>
  server.app.db.prisma.source.findUniqueOrThrow({ where: { id: source.id } });

const text = (about: string): string => `<p>${`A whole sentence about ${about}. `.repeat(60)}</p>`;
const day = (ago: number): string =>
  new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '/');

/** A front page with stories that were published so many days ago, or a page that does not say when. */
function front(stories: number[], { under = '', dated = true } = {}): string {
  const links = stories.map(
    (story) =>
      `<article><h2><a href="${under}/${dated ? `${day(Math.floor(story / 5))}/` : ''}a-long-story-number-${1000 - story}-to-be-read.html">A long story, number ${story}, to be read</a></h2></article>`,
  );
  return `<html><body><main>${links.join('')}</main></body></html>`;
}
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

interface Item {
  guid: string;
  html?: string;
}
const feedOf = (items: Item[]): string =>
  `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Gazette</title>${items
    .map(
      ({ guid, html = text(guid) }) =>
        `<item><guid isPermaLink="false">${guid}</guid><title>About ${guid}</title><link>${site.url}/${guid}.html</link>
         <content:encoded><![CDATA[${html}]]></content:encoded></item>`,
    )
    .join('')}</channel></rss>`;
const feedSource = () => server.make.source(room.project.id, { type: 'rss', url: `${site.url}/feed.xml` });

describe('a website that is restarted imports twenty articles, as the first time', () => {
  const configure = async (body: object) =>
    expect((await server.rest('PUT', `/api/projects/${room.project.id}`, { token, body })).body.result).toBe(
      'ok',
    );
  let source: Source;
  beforeEach(async () => {
    site.set('/', front(numbers(80, 85)));
    source = await server.make.source(room.project.id, { type: 'parser' });
    await configure({ mainUrl: `${site.url}/`, autoAddArticles: true });
    await poll(source);
    expect(await live(source)).toHaveLength(5);
  });

  test('after adding articles is turned on again', async () => {
    await configure({ autoAddArticles: false });
    await poll(source);
    expect(await present(source)).toMatchObject({ readUrl: null, beganAt: null });
    site.set('/', front(numbers(0, 85)));
    await configure({ autoAddArticles: true });
    await poll(source);
    expect(await live(source)).toHaveLength(25);
    await poll(source);
    expect(await live(source)).toHaveLength(25);
  });

  test('after a change of the main URL', async () => {
    site.set('/sports/', front(numbers(0, 70), { under: '/sports' }));
    await configure({ mainUrl: `${site.url}/sports/` });
    await poll(source);
    expect(await live(source)).toHaveLength(25);
  });
});

describe('an unreadable item', () => {
  const nested = `${'<div>'.repeat(20_000)}${text('depth')}${'</div>'.repeat(20_000)}`;
  const reason = 'The page is nested too deeply or has too many elements to be read.';

  test('becomes a failed article with the reason, and the others are imported', async () => {
    site.set('/feed.xml', feedOf([{ guid: 'late' }, { guid: 'nested', html: nested }, { guid: 'early' }]));
    const source = await feedSource();
    expect(await poll(source)).toMatchObject({ error: null, failures: 0, polledAt: expect.any(Date) });
    expect((await live(source)).map(({ guid, status, error }) => [guid, status, error])).toEqual([
      ['late', 'waiting', null],
      ['nested', 'errored', reason],
      ['early', 'waiting', null],
    ]);
    site.set('/feed.xml', feedOf([{ guid: 'latest' }, { guid: 'nested', html: nested }]));
    await poll(source);
    expect((await live(source)).map(({ guid }) => guid)).toEqual(['latest', 'late', 'nested', 'early']);
  });

  test('has its page read when a user retries it', async () => {
    site.set('/feed.xml', feedOf([{ guid: 'nested', html: nested }]));
    const source = await feedSource();
    await poll(source);
    const [article] = await live(source);
    const { data } = await server.graphql(
      'mutation ($id: ID!) { retryArticle(input: { id: $id }) { __typename ... on RetryArticleSuccess { article { status } } } }',
      { id: article!.id },
      token,
    );
    expect(data!['retryArticle']).toMatchObject({ article: { status: 'WAITING' } });
    expect((await live(source))[0]).toMatchObject({ fetchPage: true, error: null });
  });

  test('keeps the existing article unchanged, and other updates are applied', async () => {
    await server.app.db.prisma.project.update({ where: { id: room.project.id }, data: { autoupdate: true } });
    site.set('/feed.xml', feedOf([{ guid: 'a' }, { guid: 'b' }]));
    const source = await feedSource();
    await poll(source);
    site.set(
      '/feed.xml',
      feedOf([
        { guid: 'a', html: nested },
        { guid: 'b', html: text('news') },
      ]),
    );
    expect((await poll(source)).error).toBeNull();
    const texts = new Map((await live(source)).map((article) => [article.guid, article.text]));
    expect([texts.get('a'), texts.get('b')]).toEqual([
      expect.stringContaining('about a'),
      expect.stringContaining('about news'),
    ]);
  });

  test('that cannot be stored does not block the others', async () => {
    site.set('/feed.xml', feedOf([{ guid: 'late' }, { guid: 'broken' }, { guid: 'early' }]));
    const source = await feedSource();
    await server.app.db.pool.query(
      `ALTER TABLE "Article" ADD CONSTRAINT no_broken CHECK ("guid" <> 'broken')`,
    );
    try {
      await expect(poll(source)).rejects.toThrow(/no_broken/);
    } finally {
      await server.app.db.pool.query('ALTER TABLE "Article" DROP CONSTRAINT no_broken');
    }
    expect((await live(source)).map(({ guid }) => guid)).toEqual(['late', 'early']);
  });
});

describe('a source that is changed during a poll', () => {
  /** Checks the source, and corrects it when the address is requested. */
  async function during(source: Source, path: string, correct: () => Promise<unknown>): Promise<Source> {
    site.set(path, async (_, response) => {
      await correct();
      response
        .writeHead(200, { etag: '"wrong"', 'content-type': 'application/rss+xml' })
        .end(feedOf([{ guid: 'wrong' }]));
    });
    return poll(source);
  }

  test('keeps the change, and imports nothing of the previous URL', async () => {
    const source = await server.make.source(room.project.id, { type: 'rss', url: `${site.url}/wrong.xml` });
    const answered = await during(source, '/wrong.xml', () =>
      server.graphql(
        'mutation ($input: UpdateSourceInput!) { updateSource(input: $input) { __typename } }',
        { input: { id: source.id, url: `${site.url}/feed.xml` } },
        token,
      ),
    );
    const corrected = { url: `${site.url}/feed.xml`, etag: null, polledAt: null, beganAt: null };
    expect([answered, await present(source)]).toMatchObject([corrected, corrected]);
    expect(await live(source)).toEqual([]);
  });

  test('is requested conditionally only once its articles match the current settings', async () => {
    const source = await feedSource();
    await during(source, '/feed.xml', () =>
      server.rest('PUT', `/api/projects/${room.project.id}`, {
        token,
        body: { articlesFromDate: '2020-01-01' },
      }),
    );
    const { etag, nextPollAt } = await present(source);
    expect([etag, nextPollAt!.getTime() <= Date.now()]).toEqual([null, true]);
  });

  test('imports nothing after its project is deleted', async () => {
    const source = await feedSource();
    await during(source, '/feed.xml', () =>
      server.app.db.prisma.project.update({
        where: { id: room.project.id },
        data: { deletedAt: new Date() },
      }),
    );
    expect(await live(source)).toEqual([]);
  });
});

describe('more articles than usual from a source', () => {
  const flagged = async (source: Source) => (await live(source)).filter(({ isBurst }) => isBurst).length;
  const undated = (count: number) => front(numbers(0, count), { dated: false });
  const website = async (): Promise<Source> => {
    site.set('/', undated(5));
    const source = await server.make.source(room.project.id, { type: 'parser', url: `${site.url}/` });
    await poll(source);
    return source;
  };

  test('are on hold above twenty a day', async () => {
    const source = await website();
    site.set('/', undated(85));
    await poll(source);
    expect([(await live(source)).length, await flagged(source)]).toEqual([85, 60]);
    site.set('/', undated(90));
    await poll(source);
    expect([(await live(source)).length, await flagged(source)]).toEqual([90, 65]);
  });

  test('are limited to three times the busiest day of four weeks', async () => {
    const source = await website();
    await server.app.db.pool.query(
      `UPDATE "Source" SET "beganAt" = now() - interval '20 days' WHERE "id" = ${source.id}`,
    );
    // Ten on one day, ten days ago.
    for (let count = 0; count < 10; count++)
      await server.make.article(room.project.id, {
        sourceId: source.id,
        guid: `earlier-${count}`,
        sourceHash: 'brought by the source',
        addedAt: new Date(Date.now() - 10 * 86_400_000),
      });
    site.set('/', undated(60));
    await poll(source);
    // Of thirty, five were there today.
    expect(await flagged(source)).toBe(60 - 5 - 25);
  });

  test('are not on hold if the dates of the feed show that the number is usual', async () => {
    const dated = (count: number): string =>
      feedOf(numbers(0, count).map((item) => ({ guid: `item-${item}` }))).replaceAll(
        '<link>',
        `<pubDate>${new Date(Date.now() - 3_600_000).toUTCString()}</pubDate><link>`,
      );
    site.set('/feed.xml', dated(30));
    const source = await feedSource();
    await poll(source);
    site.set('/feed.xml', dated(80));
    await poll(source);
    expect([(await live(source)).length, await flagged(source)]).toEqual([70, 0]);
  });

  test('are not on hold if a user requested older ones', async () => {
    site.set('/feed.xml', feedOf(numbers(0, 5).map((item) => ({ guid: `item-${item}` }))));
    const source = await feedSource();
    await poll(source);
    site.set('/feed.xml', feedOf(numbers(0, 45).map((item) => ({ guid: `item-${item}` }))));
    await server.rest('PUT', `/api/projects/${room.project.id}`, {
      token,
      body: { articlesFromDate: '2020-01-01' },
    });
    await poll(source);
    expect([(await live(source)).length, await flagged(source)]).toEqual([45, 0]);
  });

  test('are limited to a hundred on hold: others are not imported', async () => {
    const source = await website();
    for (let round = 0; round < 3; round++) {
      site.set('/', front(numbers(100 * round, 100 * round + 100), { dated: false }));
      await poll(source);
    }
    expect([(await live(source)).length, await flagged(source)]).toEqual([5 + 20 + 100, 100]);
  });

  test('exclude old ones that are dated long before the website was added', async () => {
    const source = await website();
    site.set('/', front(numbers(0, 60)));
    await poll(source);
    // Five a day of the last seven.
    expect((await live(source)).length).toBe(5 + 5 * 7);
    await poll(source);
    expect((await live(source)).length).toBe(5 + 5 * 7);
  });
});

test('a source’s error is returned as a message with code and parameters, and as text', async () => {
  site.set('/feed.xml', { status: 410, body: '' });
  const source = await feedSource();
  await poll(source);
  const { data } = await server.graphql(
    `query ($project: ID!) { project(id: $project) { sources { error errorNotices { code parameters message } pageNotices { code } } } }`,
    { project: room.project.id },
    token,
  );
  const said = `${site.host} has removed the page (HTTP 410).`;
  expect(data!['project'].sources).toContainEqual({
    error: said,
    errorNotices: [
      { code: 'FETCH_PAGE_REMOVED', parameters: { host: site.host, status: 410 }, message: said },
    ],
    pageNotices: null,
  });
});

describe('invalid feeds', () => {
  const itemOf = (guid: string, name: string, more = ''): string =>
    `<item><guid isPermaLink="false">${guid}</guid><title>${name}</title><link>${site.url}/${name}.html</link>${more}
     <content:encoded><![CDATA[${text(name)}]]></content:encoded></item>`;
  const set = (items: string[]): void =>
    void site.set(
      '/feed.xml',
      `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Gazette</title>${items.join('')}</channel></rss>`,
    );

  test('with guids that change in every response are imported once', async () => {
    const source = await feedSource();
    for (const round of ['a', 'b', 'c']) {
      set(['ferry', 'harbor'].map((name) => itemOf(`${name}-${round}`, name)));
      await poll(source);
    }
    expect((await live(source)).map(({ guid }) => guid).toSorted()).toEqual(['ferry-c', 'harbor-c']);
  });

  test('with duplicate guids and without links are imported completely, once', async () => {
    const source = await feedSource();
    set(['ferry', 'harbor', 'harbor'].map((name) => itemOf('same', name)));
    await poll(source);
    await poll(source);
    expect((await live(source)).map(({ title }) => title).toSorted()).toEqual(['ferry', 'harbor']);
  });

  test('with items dated in the future are public immediately', async () => {
    const source = await feedSource();
    const ahead = new Date(Date.now() + 20 * 86_400_000);
    set([itemOf('ferry', 'ferry', `<pubDate>${ahead.toUTCString()}</pubDate>`)]);
    await poll(source);
    const [article] = await live(source);
    expect(article).toMatchObject({ isEmbargoed: true });
    expect(Math.abs(article!.publishAt!.getTime() - ahead.getTime())).toBeLessThan(1_000);
  });
});
