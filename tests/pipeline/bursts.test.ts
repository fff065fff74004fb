import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Article, Source } from '../../prisma/generated/client/client.ts';
import {
  dismissBurst,
  releaseBurst,
  waitingArticles,
} from '../../server/areas/articles/sources/burst-articles.ts';
import { pollSource } from '../../server/areas/articles/sources/poll-source.ts';
import { releaseArticle } from '../../server/areas/articles/articles/articles.ts';
import { system } from '../../server/kernel/actor.ts';
import { voiceArticle } from '../../server/pipeline/voice-article.ts';
import { actorOf } from '../support/factories.ts';
import { startSite, type Site } from '../support/site.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());
const pipeline = usePipeline({ worker: false, env: () => ({ FETCH_ALLOW_HOSTS: site.host }) });

const paragraph =
  'The ferry left the old harbour before sunrise, and nobody on board knew how long the crossing would take in this weather.';
const path = (story: number): string => `/a-long-story-number-${story}-to-be-read`;
/** @param published of the page; absent: it does not say */
const page = (story: number, published?: string): string =>
  `<!doctype html><html lang="en"><head><title>Story ${story}</title>${published ? `<meta property="article:published_time" content="${published}">` : ''}</head><body><article><h1>Story ${story}</h1><p>${paragraph}</p><p>${paragraph} It was crossing ${story}.</p></article></body></html>`;
const sitemap = (stories: number[]): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${stories
    .map(
      (story) =>
        `<url><loc>${site.url}${path(story)}</loc><lastmod>${new Date().toISOString()}</lastmod></url>`,
    )
    .join('')}</urlset>`;

/** A website whose first two stories are known, and which shows so many more now. */
async function touched(count: number): Promise<Source> {
  site.set('/', '<html><body><p>A paper.</p></body></html>');
  site.set('/sitemap.xml', sitemap([0, 1]));
  const project = await offlineProject(pipeline);
  const source = await pipeline.make.source(project.id, { type: 'parser', url: `${site.url}/` });
  expect((await pollSource(pipeline.app, system, source.id)).error).toBeNull();
  site.set('/sitemap.xml', sitemap(Array.from({ length: count + 2 }, (_, story) => story)));
  await pollSource(pipeline.app, system, source.id);
  return source;
}
const articles = (source: Source): Promise<Article[]> =>
  pipeline.app.db.prisma.article.findMany({ where: { sourceId: source.id }, orderBy: { id: 'asc' } });
async function read({ id }: Article): Promise<Article> {
  const { run } = await pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id } });
  const context = { signal: new AbortController().signal, log: pipeline.app.log, attempt: 1 };
  await voiceArticle(pipeline.tools, { articleId: id, run }, context);
  return pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id } });
}
const pathOf = ({ url }: Article): string => new URL(url!).pathname;
const waiting = async (source: Source) => (await waitingArticles(pipeline.app, [source.id]))[0]?.count ?? 0;

test('a modified old page is recorded without generating audio or charging', async () => {
  const source = await touched(1);
  const [first, , another] = await articles(source);
  // What was there at first is wanted, however old.
  site.set(pathOf(first!), page(0, '2019-03-01T08:00:00Z'));
  expect(await read(first!)).toMatchObject({ status: 'ready', deletedAt: null });
  const before = await pipeline.charged(source.projectId);
  site.set(pathOf(another!), page(2, '2019-03-01T08:00:00Z'));
  expect(await read(another!)).toMatchObject({ audio: null, deletedAt: expect.any(Date) });
  expect(await pipeline.log(another!.id)).toContainEqual(
    expect.objectContaining({
      action: 'left out',
      text: 'It was published on 2019-03-01, long before the website was added.',
    }),
  );
  expect(await pipeline.charged(source.projectId)).toEqual(before);
  await pollSource(pipeline.app, system, source.id);
  expect((await articles(source)).filter(({ deletedAt }) => deletedAt === null)).toHaveLength(2);
});

test('a large batch is on hold without a charge, and gets audio when an editor releases it', async () => {
  const source = await touched(23);
  const burst = (await articles(source)).filter(({ isBurst }) => isBurst);
  expect(burst).toHaveLength(3);
  for (const article of burst) site.set(pathOf(article), page(7));
  const held = await read(burst[0]!);
  expect(held).toMatchObject({
    status: 'waiting',
    step: 'extracted',
    heldBy: 'More articles at once than usual',
    title: 'Story 7',
    text: expect.stringContaining('The ferry left'),
  });
  expect(await pipeline.charged(source.projectId)).toEqual({ sounds: 0, characters: 0 });
  // No worker takes it up.
  expect(await read(held)).toEqual(held);
  expect(await waiting(source)).toBe(1);
  await releaseBurst(pipeline.app, system, source.id);
  expect(await waiting(source)).toBe(0);
  expect(await read(held)).toMatchObject({ status: 'ready', isBurst: false, heldBy: null });
  // Articles that were still to be read resume too.
  expect(await read(burst[1]!)).toMatchObject({ status: 'ready' });
});

test('a dismissed burst is not imported again', async () => {
  const source = await touched(22);
  await dismissBurst(pipeline.app, system, source.id);
  await pollSource(pipeline.app, system, source.id);
  const all = await articles(source);
  expect([all.length, all.filter(({ deletedAt }) => deletedAt === null).length]).toEqual([24, 22]);
});

test('a page below the source’s confidence threshold is on hold without a charge until an editor decides', async () => {
  const source = await touched(1);
  await pipeline.app.db.prisma.source.update({ where: { id: source.id }, data: { confidenceLimit: 100 } });
  const [, second, third] = await articles(source);
  for (const [index, article] of [second!, third!].entries()) site.set(pathOf(article), page(index));
  const held = await read(second!);
  expect(held).toMatchObject({
    status: 'waiting',
    step: 'extracted',
    heldBy: 'Not sure what of the page is the article',
    isUnsure: true,
    text: expect.stringContaining('The ferry left'),
  });
  expect(held.confidence).toBeLessThan(1);
  expect(await pipeline.log(held.id)).toContainEqual(
    expect.objectContaining({
      action: 'held',
      text: `Extraction confidence is ${Math.round(100 * held.confidence!)}%. The source requires 100%.`,
    }),
  );
  expect(await pipeline.charged(source.projectId)).toEqual({ sounds: 0, characters: 0 });
  await releaseArticle(pipeline.app, system, held.id);
  expect(await read(held)).toMatchObject({ status: 'ready', heldBy: null, isUnsure: false });
  await pipeline.app.db.prisma.source.update({ where: { id: source.id }, data: { confidenceLimit: 0 } });
  expect(await read(third!)).toMatchObject({ status: 'ready', isUnsure: false });
});

test('a batch on hold is not duplicated in other projects before its release', async () => {
  const source = await touched(21);
  const child = await offlineProject(pipeline);
  await pipeline.app.db.prisma.projectChild.create({
    data: { parentId: source.projectId, childId: child.id },
  });
  const [held] = (await articles(source)).filter(({ isBurst }) => isBurst);
  site.set(pathOf(held!), page(9));
  await read(held!);
  const { rows } = await pipeline.app.db.pool.query(
    `SELECT 1 FROM pgboss.job WHERE name = 'article-duplicates' AND data->>'articleId' = $1`,
    [String(held!.id)],
  );
  expect(rows).toEqual([]);
});

test('only users who may edit articles can release or delete them', async () => {
  const room = await pipeline.make.newsroom();
  const source = await pipeline.make.source(room.project.id, {
    type: 'rss',
    url: 'https://example.com/feed',
  });
  for (const settle of [releaseBurst, dismissBurst]) {
    await expect(settle(pipeline.app, actorOf(room.viewer), source.id)).rejects.toThrow(/permission/);
    await expect(settle(pipeline.app, actorOf(room.outsider), source.id)).rejects.toThrow(/does not exist/);
    expect((await settle(pipeline.app, actorOf(room.editor), source.id)).id).toBe(source.id);
  }
});
