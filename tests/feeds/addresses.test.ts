import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parseJsonFeed, parseRssFeed } from 'feedsmith';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { statementsOf } from '../support/statements.ts';
import { askRaw, browser, type Answer } from './ask-raw.ts';
import { newspaper, until } from './newspaper.ts';

const server = useServer({});
const paper = () => newspaper(server);
let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
});

const ask = (path: string, headers?: Record<string, string>, method?: string): Promise<Answer> =>
  askRaw(server.url + path, headers, method);
const rss = async (path: string) => parseRssFeed((await ask(path)).body.toString()) as any;

describe('a podcast', () => {
  test('lists its episodes newest first, under its slug and its id', async () => {
    const { id, slug } = await paper().podcast(room.project.id, 3);
    for (const address of [slug, String(id), `${slug}/`, `${slug}?utm_source=x`]) {
      const answer = await ask(`/podcast/${address}`);
      expect([address, answer.status, answer.headers['content-type']]).toEqual([
        address,
        200,
        'application/rss+xml; charset=utf-8',
      ]);
      const feed = parseRssFeed(answer.body.toString()) as any;
      expect(feed.items.map(({ title }: any) => title)).toEqual(['Episode 3', 'Episode 2', 'Episode 1']);
      expect(feed.atom.links).toContainEqual(
        expect.objectContaining({ rel: 'self', href: `${server.url}/podcast/${slug}` }),
      );
      expect(feed.items[0].enclosures[0]).toMatchObject({
        length: 12_000,
        url: expect.stringMatching(/\/download\/audio\/\w+\.mp3\?podcast=\d+$/),
      });
    }
  });

  test('responds identically every time, compressed or not, to HEAD and GET', async () => {
    const { slug } = await paper().podcast(room.project.id, 3, { hub: 'https://hub.example/' });
    const path = `/podcast/${slug}`;
    const stable = (headers: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(headers).filter(
          ([name]) => !['date', 'connection', 'keep-alive', 'x-request-id'].includes(name),
        ),
      );
    const answers: Answer[] = [];
    for (let round = 0; round < 2; round++) {
      for (const coding of ['identity', 'gzip', 'br']) {
        const [got, head] = [
          await ask(path, { 'accept-encoding': coding }),
          await ask(path, { 'accept-encoding': coding }, 'HEAD'),
        ];
        expect(stable(head.headers)).toEqual(stable(got.headers));
        expect(head.body.length).toBe(0);
        expect(got.headers['content-length']).toBe(String(got.body.length));
        expect(got.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding);
        const body =
          coding === 'gzip'
            ? gunzipSync(got.body)
            : coding === 'br'
              ? brotliDecompressSync(got.body)
              : got.body;
        answers.push({ ...got, body });
      }
    }
    expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(3);
    expect(stable(answers[0]!.headers)).toEqual(stable(answers[3]!.headers));
    expect(answers[0]!.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, no-cache',
      vary: 'accept, accept-encoding',
      'x-content-type-options': 'nosniff',
      link: `<https://hub.example/>; rel="hub", <${server.url}${path}>; rel="self"`,
    });
  });

  test('a client with the current version gets 304, and no new date when only the cache is empty', async () => {
    const { slug } = await paper().podcast(room.project.id, 1);
    const path = `/podcast/${slug}`;
    const first = await ask(path, { 'accept-encoding': 'gzip' });
    const { etag, 'last-modified': modified } = first.headers as { etag: string; 'last-modified': string };
    expect(etag).toMatch(/^"[\w-]+-gzip"$/);
    const conditions: Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': modified },
    ];
    for (const condition of conditions) {
      const again = await ask(path, condition);
      expect([again.status, again.body.length, again.headers['last-modified']]).toEqual([304, 0, modified]);
    }
    const others: Record<string, string>[] = [
      { 'if-none-match': '"other"' },
      { 'if-modified-since': new Date(Date.parse(modified) - 1_000).toUTCString() },
      { 'if-modified-since': 'x' },
    ];
    for (const condition of others) expect((await ask(path, condition)).status).toBe(200);
    // Something of the project changes that the feed does not tell.
    await server.make.article(room.project.id);
    await until(
      () => ask(path, { 'if-none-match': etag }),
      ({ status }) => status === 304,
    );
    expect((await ask(path)).headers['last-modified']).toBe(modified);
  });

  test('reflects changes immediately, with a new ETag and a later date', async () => {
    const channel = await paper().podcast(room.project.id, 1);
    const path = `/podcast/${channel.slug}`;
    const before = await ask(path);
    await paper().episode(channel, { title: 'News' }, 5);
    const after = await until(
      () => ask(path),
      ({ body }) => body.includes('<title>News</title>'),
    );
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
    expect(Date.parse(after.headers['last-modified']!)).toBeGreaterThan(
      Date.parse(before.headers['last-modified']!),
    );
    expect((await ask(path, { 'if-modified-since': before.headers['last-modified']! })).status).toBe(200);
  });

  test('is paged beyond 300 episodes, with links between pages', async () => {
    const channel = await paper().podcast(room.project.id);
    const { article, audio } = await paper().heardArticle(room.project.id);
    await server.app.db.pool.query(
      `WITH made AS (
         INSERT INTO "Article" ("projectId", title, text, status, audio) SELECT $1, 'A' || n, 'Text.', 'ready', $2 FROM generate_series(1, 650) n RETURNING id
       ), episodes AS (
         INSERT INTO "Episode" ("channelId", guid, period, title, file, "durationMs", bytes, "publishedAt")
         SELECT $3, gen_random_uuid(), 'article ' || id, 'E' || id, $2, 1000, 10, timestamptz '2026-01-01' + id * interval '1 minute' FROM made RETURNING id, period
       )
       INSERT INTO "EpisodeArticle" ("channelId", "articleId", "episodeId", position) SELECT $3, substr(period, 9)::int, id, 0 FROM episodes`,
      [room.project.id, audio.version, channel.id],
    );
    await server.app.db.prisma.article.update({ where: { id: article.id }, data: { title: 'Of all' } });
    const guids = new Set<string>();
    const sizes: number[] = [];
    let next: string | undefined = `${server.url}/podcast/${channel.slug}`;
    for (let steps = 0; next && steps < 5; steps++) {
      const feed: any = await rss(next.slice(server.url.length));
      sizes.push(feed.items.length);
      for (const { guid } of feed.items) guids.add(guid.value);
      next = feed.atom.links.find(({ rel }: any) => rel === 'next')?.href;
    }
    expect(sizes).toEqual([300, 300, 50]);
    expect(guids.size).toBe(650);
    for (const page of ['4', '0', '-1', 'x', '99999'])
      expect((await ask(`/podcast/${channel.slug}?page=${page}`)).status).toBe(404);
  });

  test('is shown in browsers as a page that loads nothing from other origins', async () => {
    const { slug } = await paper().podcast(room.project.id, 2);
    for (let round = 0; round < 2; round++) {
      const page = await ask(`/podcast/${slug}`, browser);
      expect(page.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        vary: 'accept, accept-encoding',
      });
      expect(page.body.toString()).toContain('<h1 dir="auto">The Morning</h1>');
    }
    for (const accept of [
      '*/*',
      'application/rss+xml, text/html',
      'application/xml',
      'text/html;q=0.5, application/rss+xml',
    ])
      expect((await ask(`/podcast/${slug}`, { accept })).headers['content-type']).toContain('rss');
  });

  test('redirects to its new address after a move, and still announces it itself', async () => {
    const newFeedUrl = 'https://elsewhere.example/feed.xml';
    const { slug } = await paper().podcast(room.project.id, 1, { newFeedUrl });
    const answer = await ask(`/podcast/${slug}`);
    expect([answer.status, answer.headers['location']]).toEqual([301, newFeedUrl]);
    expect((parseRssFeed(answer.body.toString()) as any).itunes.newFeedUrl).toBe(newFeedUrl);
  });

  test('that moved in keeps its GUID and announces its new address', async () => {
    const podcastGuid = '917393e3-1b1e-5cef-ace4-edaa54e1f810';
    const { slug } = await paper().podcast(room.project.id, 1, { podcastGuid });
    const answer = await ask(`/podcast/${slug}`);
    expect(answer.status).toBe(200);
    expect(parseRssFeed(answer.body.toString())).toMatchObject({
      podcast: { guid: podcastGuid },
      itunes: { newFeedUrl: `${server.url}/podcast/${slug}` },
    });
  });

  test('responds 410 if deleted, and 404 if it never existed', async () => {
    const { id, slug } = await paper().podcast(room.project.id, 1);
    expect((await ask(`/podcast/${slug}`)).status).toBe(200);
    await server.app.db.prisma.channel.update({ where: { id }, data: { deletedAt: new Date() } });
    await until(
      () => ask(`/podcast/${slug}`),
      ({ status }) => status === 410,
    );
    for (const path of [
      '/podcast/none',
      '/podcast/',
      '/podcast/999999',
      '/podcast/99999999999',
      '/podcast/a%2fb',
      `/json/${slug}x`,
      '/podcast/a/b',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    const other = await server.make.channel(room.project.id, { type: 'json' });
    expect((await ask(`/podcast/${other.slug}`)).status).toBe(404);
  });
});

test('a JSON feed is paged beyond 100 articles, with links between pages', async () => {
  const project = await server.make.project();
  const { slug } = await server.make.channel(project.id, { type: 'json' });
  const { audio } = await paper().heardArticle(project.id);
  await server.app.db.pool.query(
    `INSERT INTO "Article" ("projectId", title, text, status, audio)
     SELECT $1, 'A' || n, 'Text.', 'ready', $2 FROM generate_series(2, 200) n`,
    [project.id, audio.version],
  );
  const ids = new Set<string>();
  const sizes: number[] = [];
  let next: string | undefined = `${server.url}/json/${slug}`;
  while (next && sizes.length < 5) {
    const feed: any = parseJsonFeed((await ask(next.slice(server.url.length))).body.toString());
    sizes.push(feed.items.length);
    for (const { id } of feed.items) ids.add(id);
    next = feed.next_url;
  }
  expect(sizes).toEqual([100, 100]);
  expect(ids.size).toBe(200);
  expect((await ask(`/json/${slug}?page=3`)).status).toBe(404);
});

test('Apple’s categories are public', async () => {
  const answer = await ask('/assets/podcats.json');
  expect(answer.headers['content-type']).toContain('application/json');
  const categories = JSON.parse(answer.body.toString());
  // As older clients read the list: entries with more than one key are dropped.
  const kept = categories.filter((entry: object) => Object.keys(entry).length === 1);
  expect(kept).toHaveLength(19);
  expect(kept.find((entry: object) => 'News' in entry).News).toContain('Daily News');
  expect(kept.find((entry: object) => 'Technology' in entry)).toEqual({ Technology: [] });
});

test('cached feeds are served without database queries', async () => {
  const { slug } = await paper().podcast(room.project.id, 5);
  const path = `/podcast/${slug}`;
  for (const coding of ['identity', 'gzip', 'br']) await ask(path, { 'accept-encoding': coding });
  const { etag } = (await ask(path)).headers as { etag: string };
  const kept = await statementsOf(async () => {
    for (const coding of ['identity', 'gzip', 'br'])
      expect((await ask(path, { 'accept-encoding': coding })).status).toBe(200);
    expect((await ask(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await ask(path, {}, 'HEAD')).status).toBe(200);
  });
  expect(kept).toEqual([]);
  const unknown = await statementsOf(async () => expect((await ask(`${path}?page=7`)).status).toBe(404));
  expect(unknown.length).toBeGreaterThan(0);
});

test('a thousand simultaneous requests after a change share one rendering', async () => {
  const channel = await paper().podcast(room.project.id, 5);
  const path = `/podcast/${channel.slug}`;
  await ask(path);
  await paper().episode(channel, { title: 'The newest' }, 9);
  const asked = await statementsOf(async () => {
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => ask(path)));
    // A client that is refused because of load gets a Retry-After.
    const served = answers.filter(({ status }) => status === 200);
    expect(served.length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(served.every(({ body }) => body.includes('The newest'))).toBe(true);
  });
  expect(asked.filter((statement) => statement.includes('from "Channel"'))).toHaveLength(1);
});

test('scripts on other sites may read feeds', async () => {
  const answer = await ask(
    '/json/any',
    { origin: 'https://example.com', 'access-control-request-method': 'GET' },
    'OPTIONS',
  );
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([204, '*']);
});
