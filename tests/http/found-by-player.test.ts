import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { askPlayer } from './ask-player.ts';

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
const config = (query: object) => askPlayer(server, slug, query);

describe('a page that nobody knew', () => {
  const address = () => `${site.url}/2026/11/20/harbour-opens-again`;
  const take = () => project({ mainUrl: `${site.url}/`, autoAddArticles: true });
  beforeEach(
    async () => void (await server.make.source(room.project.id, { type: 'parser', url: `${site.url}/` })),
  );

  test('of a project that finds its articles is taken in once, however many ask', async () => {
    await take();
    const answers = await Promise.all(Array.from({ length: 20 }, () => config({ url: address() })));
    const ids = new Set(answers.flatMap(({ items }) => items.map(({ id }) => id)));
    expect(ids.size).toBe(1);
    expect(await db().article.findMany({ where: { url: address() } })).toMatchObject([
      { projectId: room.project.id, fetchPage: true },
    ]);
    expect((await config({ url: address() })).items).toMatchObject([{ state: 'inProgress' }]);
  });

  test('is not taken in where the project does not want it, from another site, or when it is no article', async () => {
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

  test('is one article, whatever is added to its address', async () => {
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

  test('keeps the parameters that the site’s own links carry', async () => {
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

  test('of a host that the project does not know is not taken in', async () => {
    await project({ mainUrl: 'https://paper.example/', autoAddArticles: true });
    await db().source.updateMany({ where: { type: 'parser' }, data: { url: 'https://paper.example/' } });
    const on = (host: string) => config({ url: `https://${host}/2026/11/20/harbour-opens-again` });
    for (const host of ['users.paper.example', 'paper.example.evil.example', 'evil.example'])
      expect((await on(host)).items).toEqual([]);
    await server.make.article(room.project.id, { url: 'https://news.paper.example/2026/11/19/yesterday' });
    for (const host of ['www.paper.example', 'news.paper.example'])
      expect((await on(host)).items).toHaveLength(1);
  });

  test('is taken in so many times a day as the project says, which its page shows', async () => {
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
});
