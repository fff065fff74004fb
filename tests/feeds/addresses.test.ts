import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parseJsonFeed, parseRssFeed } from 'feedsmith';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { statementsOf } from '../support/statements.ts';
import { newspaper, until } from './newspaper.ts';

const server = useServer({});
const paper = () => newspaper(server);
let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
});

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** As a program asks that decodes nothing by itself. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    httpRequest(server.url + path, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers as Record<string, string>,
          body: Buffer.concat(parts),
        }),
      );
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}
const rss = async (path: string) => parseRssFeed((await ask(path)).body.toString()) as any;
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' };

describe('a podcast', () => {
  test('its episodes are in its feed, newest first, at its slug and its id', async () => {
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
        url: expect.stringMatching(/\/download\/audio\/\w+\.mp3$/),
      });
    }
  });

  test('asked the first time and again it says the same, compressed or not, with HEAD or GET', async () => {
    const { slug } = await paper().podcast(room.project.id, 3, { hub: 'https://hub.example/' });
    const path = `/podcast/${slug}`;
    const stable = (headers: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(headers).filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
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

  test('who has it already is told so, and hears of no change when only the cache is empty', async () => {
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

  test('what changes is in the feed at once, with another entity tag and a later second', async () => {
    const channel = await paper().podcast(room.project.id, 1);
    const path = `/podcast/${channel.slug}`;
    const before = await ask(path);
    await paper().episode(channel, { title: 'News' }, 5);
    const after = await until(
      () => ask(path),
      ({ body }) => body.includes('News'),
    );
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
    expect(Date.parse(after.headers['last-modified']!)).toBeGreaterThan(
      Date.parse(before.headers['last-modified']!),
    );
    expect((await ask(path, { 'if-modified-since': before.headers['last-modified']! })).status).toBe(200);
  });

  test('an episode keeps its GUID when its audio is made anew', async () => {
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

  test('beyond 300 episodes it has pages, which lead to one another', async () => {
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

  test('in a browser it is a page that loads nothing from elsewhere', async () => {
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

  test('one that moved leads to its new place, and still says so itself', async () => {
    const newFeedUrl = 'https://elsewhere.example/feed.xml';
    const { slug } = await paper().podcast(room.project.id, 1, { newFeedUrl });
    const answer = await ask(`/podcast/${slug}`);
    expect([answer.status, answer.headers['location']]).toEqual([301, newFeedUrl]);
    expect((parseRssFeed(answer.body.toString()) as any).itunes.newFeedUrl).toBe(newFeedUrl);
  });

  test('one that moved in keeps its GUID and says that this is its place', async () => {
    const podcastGuid = '917393e3-1b1e-5cef-ace4-edaa54e1f810';
    const { slug } = await paper().podcast(room.project.id, 1, { podcastGuid });
    const answer = await ask(`/podcast/${slug}`);
    expect(answer.status).toBe(200);
    expect(parseRssFeed(answer.body.toString())).toMatchObject({
      podcast: { guid: podcastGuid },
      itunes: { newFeedUrl: `${server.url}/podcast/${slug}` },
    });
  });

  test('one that was deleted is gone, and one that never was is not found', async () => {
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

  test('an episode whose article was deleted is heard no more', async () => {
    const channel = await paper().podcast(room.project.id, 1);
    const { article } = await paper().episode(channel, { title: 'Withdrawn' }, 9);
    expect((await rss(`/podcast/${channel.slug}`)).items).toHaveLength(2);
    await server.app.db.prisma.article.update({ where: { id: article.id }, data: { deletedAt: new Date() } });
    await until(
      () => rss(`/podcast/${channel.slug}`),
      ({ items }) => items.length === 1,
    );
  });

  test('behind a paywall it has teasers, and nothing of what follows', async () => {
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
        url: `${server.url}/download/audio/teaser1.mp3`,
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

  test('an article too short for a teaser is heard whole, unless whole ones take a signature', async () => {
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

test('chapters and transcript of an episode of several articles', async () => {
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

test('beyond 100 articles a JSON feed has pages, which lead to one another', async () => {
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

test('a JSON feed has what is ready, or everything', async () => {
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

test('an article that is voiced anew is heard meanwhile', async () => {
  const { article } = await paper().heardArticle(room.project.id, { title: 'Heard' });
  const { slug } = await server.make.channel(room.project.id, { type: 'json' });
  await server.app.db.prisma.article.update({ where: { id: article.id }, data: { status: 'processing' } });
  expect((await ask(`/json/${slug}`)).body.toString()).toContain('"Heard"');
});

test('a flash briefing reads the newest five, or plays those that were made for it', async () => {
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

test('a Google action is exported as a file', async () => {
  const { slug } = await server.make.channel(room.project.id, {
    type: 'googleAction',
    settings: { name: 'The Morning' },
  });
  const answer = await ask(`/google/${slug}`);
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="${slug}.json"`);
  expect(JSON.parse(answer.body.toString())).toMatchObject({ actions: [{ name: 'MAIN' }], locale: 'en' });
});

test("Apple's categories are there for everybody", async () => {
  const answer = await ask('/assets/podcats.json');
  expect(answer.headers['content-type']).toContain('application/json');
  const categories = JSON.parse(answer.body.toString());
  expect(categories).toHaveLength(19);
  expect(categories.find(({ name }: any) => name === 'News').subcategories).toContain('Daily News');
});

test('what is kept is answered without a question to the database', async () => {
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

test('a thousand who ask at once after a change wait for one that is written', async () => {
  const channel = await paper().podcast(room.project.id, 5);
  const path = `/podcast/${channel.slug}`;
  await ask(path);
  await paper().episode(channel, { title: 'The newest' }, 9);
  const asked = await statementsOf(async () => {
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => ask(path)));
    // Whoever is refused because too many ask is told to come again.
    const served = answers.filter(({ status }) => status === 200);
    expect(served.length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(served.every(({ body }) => body.includes('The newest'))).toBe(true);
  });
  expect(asked.filter((statement) => statement.includes('from "Channel"'))).toHaveLength(1);
});

test('browsers of other sites may read feeds', async () => {
  const answer = await ask(
    '/json/any',
    { origin: 'https://example.com', 'access-control-request-method': 'GET' },
    'OPTIONS',
  );
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([204, '*']);
});
