import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Source } from '../../prisma/generated/client/client.ts';
import { system } from '../../server/kernel/actor.ts';
import { deleteArticle } from '../../server/areas/articles/articles/articles.ts';
import { pollSource } from '../../server/areas/articles/sources/poll-source.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { fullText, gazette, type Item } from './gazette.ts';

const site = await startSite();
afterAll(() => site.close());
const server = useServer({ env: { FETCH_ALLOW_HOSTS: site.host, POLL_INTERVAL: '300' } });

let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const feedOf = (items: Item[]): string => gazette(site.url, items);
const live = (source: Source) =>
  server.app.db.prisma.article.findMany({
    where: { sourceId: source.id, deletedAt: null },
    orderBy: [{ addedAt: 'desc' }, { id: 'desc' }],
  });
const feedSource = () => server.make.source(room.project.id, { type: 'rss', url: `${site.url}/feed.xml` });
async function poll(source: Source): Promise<void> {
  expect((await pollSource(server.app, system, source.id)).error).toBeNull();
}

describe('a source after a change of its type or URL', () => {
  const path = (index: number): string =>
    `/2026/01/${String(index + 1).padStart(2, '0')}/a-long-story-number-${index}.html`;
  const front = (...stories: number[]): string =>
    `<html><body><main>${stories.map((index) => `<article><h2><a href="${path(index)}">A long story, number ${index}, to be read</a></h2></article>`).join('')}</main></body></html>`;
  const feed = (...stories: number[]): string =>
    `<rss version="2.0"><channel><title>Gazette</title>${stories
      .map(
        (index) =>
          `<item><guid isPermaLink="false">item-${index}</guid><title>A long story, number ${index}</title><link>${site.url}${path(index)}?utm_source=rss</link>
           <pubDate>${new Date(Date.UTC(2026, 0, index + 1)).toUTCString()}</pubDate><description><![CDATA[${fullText(`story ${index}`)}]]></description></item>`,
      )
      .join('')}</channel></rss>`;
  const become = async (source: Source, input: object): Promise<Source> => {
    const { data } = await server.graphql(
      'mutation ($input: UpdateSourceInput!) { updateSource(input: $input) { __typename } }',
      { input: { id: source.id, ...input } },
      token,
    );
    expect(data!['updateSource'].__typename).toBe('UpdateSourceSuccess');
    return server.app.db.prisma.source.findUniqueOrThrow({ where: { id: source.id } });
  };
  const stories = async (source: Source): Promise<number[]> =>
    (await live(source)).map(({ url }) => Number(/number-(\d+)/.exec(url!)![1])).sort((a, b) => a - b);

  test('keeps its articles without duplicates, and continues with newer ones', async () => {
    site.set('/feed.xml', feed(0, 1, 2, 3));
    site.set('/', front(0, 1, 2, 3, 4));
    let source = await feedSource();
    await poll(source);
    const before = await live(source);
    const { id: gone } = before.find(({ url }) => url!.includes('number-1'))!;
    await deleteArticle(server.app, actorOf(room.editor), gone);
    await server.app.db.prisma.article.updateMany({
      where: { sourceId: source.id, deletedAt: null },
      data: { status: 'ready', rssAutoUpdate: true },
    });
    source = await become(source, { type: 'PARSER', url: `${site.url}/` });
    await poll(source);
    expect(await stories(source)).toEqual([0, 2, 3, 4]);
    source = await become(source, { type: 'RSS', url: `${site.url}/feed.xml` });
    await poll(source);
    await poll(await server.app.db.prisma.source.findUniqueOrThrow({ where: { id: source.id } }));
    expect(await stories(source)).toEqual([0, 2, 3, 4]);
    const after = await live(source);
    // No existing article is regenerated or has another text.
    for (const { id, text, run } of before.filter((article) => article.id !== gone))
      expect(after.find((article) => article.id === id)).toMatchObject({ text, run, status: 'ready' });
    expect(await server.app.db.prisma.article.findUnique({ where: { id: gone } })).toMatchObject({
      deletedAt: expect.any(Date),
    });
  });

  test('imports a page once, although its URL is spelled differently between polls', async () => {
    const page = '/2026/01/05/größe-und-übermut-am-hafen-4711234.html';
    const linked = (href: string): void =>
      site.set(
        '/',
        `<html><body><main><article><h2><a href="${href}">A long story of the harbour</a></h2></article></main></body></html>`,
      );
    const source = await server.make.source(room.project.id, { type: 'parser', url: `${site.url}/` });
    const spelled = encodeURI(page);
    for (const href of [
      spelled,
      spelled.toLowerCase(),
      page,
      `${spelled}?utm_source=front`,
      `${spelled}#top`,
    ]) {
      linked(href);
      await poll(await server.app.db.prisma.source.findUniqueOrThrow({ where: { id: source.id } }));
    }
    const [article, ...others] = await live(source);
    expect(others).toEqual([]);
    await deleteArticle(server.app, actorOf(room.editor), article!.id);
    linked(spelled.toLowerCase());
    await poll(await server.app.db.prisma.source.findUniqueOrThrow({ where: { id: source.id } }));
    expect(await live(source)).toEqual([]);
  });

  test('keeps articles under a type without polling, and a feed recognizes articles added by API', async () => {
    site.set('/feed.xml', feed(0, 1));
    const article = await server.make.article(room.project.id, {
      sourceId: room.source.id,
      url: `${site.url}${path(1)}`,
      title: 'By hand',
    });
    let source = await become(room.source as Source, { type: 'RSS', url: `${site.url}/feed.xml` });
    await poll(source);
    expect(
      (await live(source))
        .filter(({ id }) => id !== room.article.id)
        .map(({ id, title }) => [id === article.id, title])
        .sort(),
    ).toEqual([
      [false, 'A long story, number 0'],
      [true, 'By hand'],
    ]);
    const count = (await live(source)).length;
    source = await become(source, { type: 'MANUAL' });
    expect(source).toMatchObject({ type: 'manual', url: null, nextPollAt: null });
    expect(await live(source)).toHaveLength(count);
  });

  test('identifies items by their guids if they all link to one page', async () => {
    const same = (...items: number[]): string =>
      feed(...items).replaceAll(/<link>[^<]*<\/link>/g, `<link>${site.url}/live.html</link>`);
    site.set('/feed.xml', same(0, 1));
    let source = await feedSource();
    await poll(source);
    source = await become(source, { url: `${site.url}/feed.xml?all` });
    site.set('/feed.xml', same(0, 1, 2));
    await poll(source);
    expect(await live(source)).toHaveLength(3);
  });
});

test('updates its own new articles only, if the project updates articles', async () => {
  const update = async (autoupdate: boolean) =>
    expect(
      (await server.rest('PUT', `/api/projects/${room.project.id}`, { token, body: { autoupdate } })).body
        .result,
    ).toBe('ok');
  const text = async (source: Source, guid: string) =>
    (await server.app.db.prisma.article.findFirstOrThrow({ where: { sourceId: source.id, guid } })).text;
  site.set('/feed.xml', feedOf([{ guid: 'early' }]));
  const source = await feedSource();
  await poll(source);
  await update(true);
  site.set('/feed.xml', feedOf([{ guid: 'early' }, { guid: 'late' }]));
  await poll(source);
  site.set(
    '/feed.xml',
    feedOf([
      { guid: 'early', html: fullText('news') },
      { guid: 'late', html: fullText('news') },
    ]),
  );
  await poll(source);
  expect([await text(source, 'early'), await text(source, 'late')]).toEqual([
    expect.stringContaining('about early'),
    expect.stringContaining('about news'),
  ]);
  await update(false);
  site.set('/feed.xml', feedOf([{ guid: 'late', html: fullText('more news') }, { guid: 'latest' }]));
  await poll(source);
  site.set('/feed.xml', feedOf([{ guid: 'latest', html: fullText('news') }]));
  await poll(source);
  // An article that a person set to follow its feed still does.
  expect([await text(source, 'late'), await text(source, 'latest')]).toEqual([
    expect.stringContaining('about more news'),
    expect.stringContaining('about latest'),
  ]);
});
