import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import type { PlayerConfig as TheirConfig } from '../../client/player/player-config.ts';
import { fillAddressKeys } from '../../server/areas/articles/articles/addresses.ts';
import type { PlayerConfig } from '../../server/areas/channels/player/config-schema.ts';
import { isLive } from '../../server/areas/channels/player/read-config.ts';
import { publicChannel } from '../../server/areas/channels/channels/public-channel.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { askPlayer } from './ask-player.ts';

const server = useServer();
const key = 'a'.repeat(32);
let room: Newsroom;
let slug: string;

beforeEach(async () => {
  room = await server.make.newsroom();
  slug = (
    await server.make.channel(room.project.id, {
      type: 'player',
      settings: { version: 3, cta: 'Hear it', provider: 'iab' },
    })
  ).slug;
});

/** What marks are written as in HTML and XML. */
const signs = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" } as const;

const db = () => server.app.db.prisma;
const project = (data: object) => db().project.update({ where: { id: room.project.id }, data });
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers });
const config = (query: object = { article: room.article.id }, channel = slug): Promise<PlayerConfig> =>
  askPlayer(server, channel, query);
function signature(by = key): { timestamp: string; signature: string } {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    timestamp,
    signature: createHash('md5')
      .update(timestamp + by)
      .digest('hex'),
  };
}

test('the server’s player config matches the type that the player expects', () => {
  expectTypeOf<PlayerConfig>().toExtend<TheirConfig>();
});

describe('an article', () => {
  test('is returned by its ID, with its details', async () => {
    const { version } = room.audio;
    const told = await config();
    expect(told).toMatchObject({
      channel: { slug, kind: 'player', version: 3, cta: 'Hear it', color: '#5d72e4', customCss: null },
      language: 'en',
      publisher: room.project.name,
      consent: { provider: 'iab', vendorId: 1181, managerId: null, placeholder: false },
      ads: null,
      items: [
        {
          id: room.article.id,
          state: 'ready',
          teaser: false,
          au: version,
          durationMs: room.audio.durationMs,
        },
      ],
    });
    const base = server.app.config.publicUrl;
    expect(told.items[0]).toMatchObject({
      audio: `${base}/download/audio/${version}.mp3`,
      transcript: `${base}/download/audio/${version}.vtt`,
      highlight: `${base}/player/${slug}/words/${version}`,
    });
    const words = await get(`/player/${slug}/words/${version}`);
    expect(await words.json()).toMatchObject({
      data: [{ word: 'One', start: 0, length: 3, startMs: 0, endMs: 400 }, expect.anything()],
      text: 'One sentence.',
    });
  });

  test('is found by the URL of its page, in any spelling', async () => {
    // As people type them in, and programs send them; and what the page's browser says of it.
    const pages = [
      ['https://www.example.com/news/harbour', 'https://example.com/news/harbour/'],
      ['https://example.com/news/quay', 'http://www.example.com/news/quay?utm_source=mail#top'],
      ['https://example.com/größe', 'https://example.com/gr%C3%B6%C3%9Fe'],
      [
        'https://новости.example/гавань',
        'https://xn--b1amnebsh.example/%D0%B3%D0%B0%D0%B2%D0%B0%D0%BD%D1%8C',
      ],
      ['HTTPS://WWW.Example.COM/Capitals', 'https://www.example.com/Capitals'],
      ['https://example.com/two words', 'https://example.com/two%20words'],
      ['https://example.com/mail?utm_source=feed&id=7', 'https://example.com/mail?id=7'],
      ['https://example.com/part#comments', 'https://example.com/part'],
      ['https://example.com/query?b=2&a=1', 'https://example.com/query?a=1&b=2'],
      ['https://example.com/lower%c3%bc', 'https://example.com/lower%C3%BC'],
    ] as const;
    const token = await server.signIn(room.editor);
    for (const [typed, page] of pages) {
      const { data } = await server.graphql(
        `mutation ($input: CreateArticleInput!) { createArticle(input: $input) { ... on CreateArticleSuccess { article { url } } } }`,
        { input: { project: room.project.id, title: typed, text: 'One sentence.', url: typed } },
        token,
      );
      expect(data).toMatchObject({ createArticle: { article: { url: typed } } });
      for (const url of [typed, page])
        expect((await config({ url })).items, url).toMatchObject([{ title: typed }]);
    }
    const [[, harbour]] = pages;
    const described = () =>
      get(`/oembed?${new URLSearchParams({ channel: slug, url: `${harbour}?utm_medium=x` })}`);
    expect((await described()).status).toBe(200);
    for (const url of [
      'https://example.com/news/other',
      'https://example.org/news/harbour',
      'nonsense',
      'javascript:alert(1)',
      'https://x.example/' + 'a'.repeat(10_000),
    ])
      expect((await config({ url })).items).toEqual([]);
  });

  test('is found by the publisher’s own id: its GUID, its URL, or the one set by API', async () => {
    const feed = await server.make.source(room.project.id, { type: 'rss' });
    const long = 'https://example.com/?guid='.padEnd(700, 'x');
    const hash = `sha256:${createHash('sha256').update(long).digest('hex')}`;
    const rows = await Promise.all(
      [
        { sourceId: feed.id, guid: 'tag:example.com,2026:17', url: 'https://example.com/seventeen' },
        { sourceId: null, guid: 'post-18', url: null },
        { sourceId: feed.id, guid: hash, url: null },
      ].map((data) => server.make.article(room.project.id, data)),
    );
    const other = await server.make.project();
    await server.make.article(other.id, { guid: 'post-19', url: 'https://example.com/nineteen' });
    const { data } = await server.graphql(
      `mutation ($input: CreateArticleInput!) { createArticle(input: $input) { ... on CreateArticleSuccess { article { databaseId } } } }`,
      { input: { project: room.project.id, title: 'By API', text: 'One sentence.', guid: 'cms/20' } },
      await server.signIn(room.editor),
    );
    const byApi = data!['createArticle'].article.databaseId as number;
    const find = async (query: object) => (await config(query)).items.map(({ id }) => id);
    for (const [externalId, id] of [
      ['tag:example.com,2026:17', rows[0]!.id],
      [' post-18 ', rows[1]!.id],
      [long, rows[2]!.id],
      ['http://www.example.com/seventeen/?utm_source=x', rows[0]!.id],
      ['cms/20', byApi],
    ] as const)
      expect(await find({ externalId }), externalId).toEqual([id]);
    for (const externalId of [
      'post-19',
      'post-1',
      'https://example.com/nineteen',
      'nul\0',
      '%',
      ''.padEnd(5_000, 'x'),
    ])
      expect(await find({ externalId }), externalId).toEqual([]);
    // What is more exact goes first; what is not found leaves it to the address.
    const url = 'https://example.com/seventeen';
    expect(await find({ externalId: 'post-18', url })).toEqual([rows[1]!.id]);
    expect(await find({ externalId: 'unknown', url })).toEqual([rows[0]!.id]);
    expect(await find({ article: room.article.id, externalId: 'post-18', url })).toEqual([room.article.id]);
    const frame = await (
      await get(`/player/${slug}/frame?${new URLSearchParams({ externalId: '"post-18"' })}`)
    ).text();
    expect(frame).toContain('data-external-id="&quot;post-18&quot;"');
    await db().article.update({ where: { id: rows[1]!.id }, data: { deletedAt: new Date() } });
    expect(await find({ externalId: 'post-18' })).toEqual([]);
  });

  test('is found when the previous release wrote its URL, in any spelling within a minute', async () => {
    const { id } = await server.make.article(room.project.id, { url: 'https://example.com/old' });
    await server.make.article(room.project.id, { url: null });
    const written = 'https://example.com/größe?b=1&a=2';
    // It knows nothing of keys.
    await db().article.update({ where: { id }, data: { url: written } });
    const asked = { url: 'https://example.com/gr%c3%b6%c3%9fe?a=2&b=1' };
    expect((await config({ url: written })).items).toMatchObject([{ id }]);
    expect((await config({ url: 'https://example.com/old' })).items).toEqual([]);
    expect((await config(asked)).items).toEqual([]);
    const { signal } = new AbortController();
    expect(await fillAddressKeys(server.app, signal)).toBe(1);
    expect(await fillAddressKeys(server.app, signal)).toBe(0);
    expect((await config(asked)).items).toMatchObject([{ id }]);
  });

  test('of another project, or that is deleted or failed, is not returned', async () => {
    const other = await server.make.project();
    const { id } = await server.make.article(other.id, { url: 'https://example.com/other' });
    expect((await config({ article: id })).items).toEqual([]);
    expect((await config({ url: 'https://example.com/other' })).items).toEqual([]);
    for (const article of ['0', '-1', '1e3', '99999999999', "1' OR 1=1"])
      expect((await config({ article })).items).toEqual([]);
    const failed = await server.make.article(room.project.id, { status: 'errored' });
    expect((await config({ article: failed.id })).items).toMatchObject([{ state: 'gone', audio: null }]);
    await db().article.update({ where: { id: room.article.id }, data: { deletedAt: new Date() } });
    expect((await config()).items).toEqual([]);
  });

  test('in progress is cached briefly, and a ready one longer', async () => {
    const { id } = await server.make.article(room.project.id, { status: 'processing' });
    const moving = await get(`/player/${slug}/config?article=${id}`);
    expect(moving.headers.get('cache-control')).toBe('public, max-age=2');
    expect((await moving.json()).items).toMatchObject([{ state: 'inProgress', audio: null }]);
    const ready = await get(`/player/${slug}/config?article=${room.article.id}`);
    expect(ready.headers.get('cache-control')).toBe('public, max-age=60');
    const again = await get(`/player/${slug}/config?article=${room.article.id}`, {
      'if-none-match': ready.headers.get('etag')!,
    });
    expect(again.status).toBe(304);
  });
});

describe('a paywall', () => {
  const teaser = 't'.repeat(40);
  beforeEach(async () => {
    await db().audio.update({ where: { version: room.audio.version }, data: { teaser, teaserMs: 700 } });
  });

  test('gives listeners the teaser with its invitation, and subscribers the whole article', async () => {
    await project({
      paywall: true,
      paywallCTA: 'Subscribe and listen',
      securityEnabled: true,
      securityKey: key,
    });
    expect(await config()).toMatchObject({
      channel: { cta: 'Subscribe and listen' },
      items: [{ teaser: true, au: teaser, durationMs: 700, transcript: null, highlight: null }],
    });
    const own = signature();
    const whole = await config({ article: room.article.id, ...own });
    expect(whole).toMatchObject({
      channel: { cta: 'Hear it' },
      items: [{ teaser: false, au: room.audio.version }],
    });
    await server.app.storage.put(`audio/${room.audio.version}.mp3`, Buffer.from('sound'));
    expect((await fetch(whole.items[0]!.audio!)).status).toBe(200);
    expect((await fetch(whole.items[0]!.highlight!)).status).toBe(200);
    const answer = await get(
      `/player/${slug}/config?${new URLSearchParams({ article: String(room.article.id), ...own })}`,
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await config({ article: room.article.id, ...signature('b'.repeat(32)) })).toMatchObject({
      items: [{ teaser: true }],
    });
    expect((await get(`/player/${slug}/words/${room.audio.version}`)).status).toBe(403);
  });

  test('without a teaser withholds audio for subscribers from others', async () => {
    await db().audio.update({ where: { version: room.audio.version }, data: { teaser: null } });
    await project({ securityEnabled: true, securityKey: key });
    expect((await config()).items).toMatchObject([{ state: 'gone', audio: null, au: '' }]);
    expect((await config({ article: room.article.id, ...signature() })).items).toMatchObject([
      { state: 'ready', teaser: false },
    ]);
  });
});

describe('a playlist player', () => {
  test('plays the playlist that is live now, in the organization’s time zone', async () => {
    await db().organization.update({
      where: { id: room.organization.id },
      data: { timezone: 'America/New_York' },
    });
    const playlist = await db().playlist.create({
      data: {
        projectId: room.project.id,
        name: 'Morning',
        items: { create: [{ position: 0, articleId: room.article.id }] },
      },
    });
    const settings = {
      cta: 'Listen',
      playlists: [{ id: playlist.id, goesLiveAt: '2026-11-20T06:30', publishedUntil: '2026-11-20T07:00' }],
    };
    const channel = await server.make.channel(room.project.id, { type: 'playlistPlayer', settings });
    const found = await publicChannel(server.app, 'playlistPlayer', channel.slug);
    if (found === null || found === 'gone') throw new Error('There is no channel.');
    const live = (at: string) => isLive(found, new Date(at));
    expect(live('2026-11-20T11:29:59Z')).toEqual([]);
    expect(live('2026-11-20T11:30:00Z')).toEqual([playlist.id]);
    expect(live('2026-11-20T11:59:59Z')).toEqual([playlist.id]);
    expect(live('2026-11-20T12:00:00Z')).toEqual([]);
    expect((await config({}, channel.slug)).items).toEqual([]);

    await db().channel.update({
      where: { id: channel.id },
      data: { settings: { ...settings, playlists: [{ id: playlist.id, goesLiveAt: '2026-11-20T06:30' }] } },
    });
    expect(await config({}, channel.slug)).toMatchObject({
      channel: { kind: 'playlistPlayer', version: 3, cta: 'Listen' },
      items: [{ id: room.article.id, au: room.audio.version, title: room.article.title }],
    });
  });
});

describe('invalid URLs', () => {
  test('respond 404, and those of deleted players 410', async () => {
    expect((await get('/player/nothing/config')).status).toBe(404);
    expect((await get(`/player/${room.channel.slug}/config`)).status).toBe(404);
    expect((await get(`/player/${slug}/nothing`)).status).toBe(404);
    await db().channel.updateMany({ where: { slug }, data: { deletedAt: new Date() } });
    expect((await get(`/player/${slug}/config`)).status).toBe(410);
    expect((await get(`/player/${slug}/frame`)).status).toBe(410);
    expect(
      (await get(`/oembed?url=${encodeURIComponent(`${server.app.config.publicUrl}/player/${slug}/frame`)}`))
        .status,
    ).toBe(404);
  });
});

describe('the player as a page', () => {
  test('can be framed by any site, runs only our script, and escapes all markup', async () => {
    const title = `</title><script>alert(1)</script>"'&`;
    await db().article.update({ where: { id: room.article.id }, data: { title } });
    const answer = await get(`/player/${slug}/frame?article=${room.article.id}`);
    const html = await answer.text();
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect(html).not.toContain('<script>alert');
    expect(html).toContain(`data-article="${room.article.id}"`);
    expect((await get('/player/preview')).headers.get('content-security-policy')).toContain(
      "frame-ancestors 'self'",
    );
  });

  test('is found and described by oEmbed', async () => {
    const html = await (await get(`/player/${slug}/frame?article=${room.article.id}`)).text();
    const [, address] = /application\/json\+oembed" href="([^"]+)"/.exec(html)!;
    const answer = await fetch(address!.replaceAll('&amp;', '&'));
    expect(answer.headers.get('content-type')).toContain('application/json');
    const described = await answer.json();
    expect(described).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: room.article.title,
      width: 640,
      height: 180,
    });
    const [, source] = /src="([^"]+)"/.exec(described.html)!;
    expect((await fetch(source!.replaceAll('&amp;', '&'))).status).toBe(200);
    const small = await (
      await fetch(`${address!.replaceAll('&amp;', '&')}&maxwidth=300&maxheight=100`)
    ).json();
    expect([small.width, small.height]).toEqual([300, 100]);
    expect((await fetch(`${server.url}/oembed?format=yaml&url=x`)).status).toBe(501);
    expect((await fetch(`${server.url}/oembed?url=https://example.com/`)).status).toBe(404);
    await db().article.update({ where: { id: room.article.id }, data: { url: 'https://example.com/story' } });
    const byPage = await fetch(
      `${server.url}/oembed?channel=${slug}&url=${encodeURIComponent('https://example.com/story')}`,
    );
    expect(await byPage.json()).toMatchObject({ title: room.article.title });
  });
});

test.each([
  [2, ''],
  [3, ''],
  [4, 'Player-Geschwindigkeit ändern'],
])('version %i returns custom texts only if its form shows them', async (version, speedSettingsTitle) => {
  const { id, settings } = await db().channel.findFirstOrThrow({ where: { slug } });
  await db().channel.update({ where: { id }, data: { settings: { ...(settings as object), version } } });
  expect((await config()).channel.texts).toMatchObject({ speedSettingsTitle });
});

test('the player page describes itself when it is shared, and so does oEmbed in XML', async () => {
  const image = await db().image.create({
    data: { tag: 'c0ffee', mediaType: 'image/png', width: 1400, height: 1400, bytes: 9 },
  });
  await project({ cover: image.tag });
  const title = `Quay & "harbour" <1>`;
  await db().article.update({ where: { id: room.article.id }, data: { title } });
  const base = server.app.config.publicUrl;
  const frame = `/player/${slug}/frame?article=${room.article.id}`;
  const html = await (await get(frame)).text();
  const read = (text: string): string =>
    text.replace(/&(?:amp|lt|gt|quot|#39);/g, (sign) => signs[sign as keyof typeof signs]);
  const tags = Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)].map(([, name, content]) => [
      name!,
      read(content!),
    ]),
  );
  expect(tags).toMatchObject({
    'og:type': 'website',
    'og:title': title,
    'og:image': `${base}/download/image/c0ffee`,
    'og:audio': `${base}/download/audio/${room.audio.version}.mp3`,
    'twitter:card': 'player',
    'twitter:player': `${base}${frame}`,
    'twitter:player:width': '640',
  });
  const link = read(/type="text\/xml\+oembed" href="([^"]+)"/.exec(html)![1]!);
  const answer = await fetch(link);
  expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  const xml = await answer.text();
  expect(xml).toMatch(
    /^<\?xml version="1.0" encoding="utf-8" standalone="yes"\?>\n<oembed>\n[\s\S]*<\/oembed>\n$/,
  );
  const told = Object.fromEntries(
    [...xml.matchAll(/^<(\w+)>(.*)<\/\1>$/gm)].map(([, name, text]) => [name!, read(text!)]),
  );
  expect(told).toEqual(
    Object.fromEntries(
      Object.entries(await (await fetch(link.replace('format=xml', 'format=json'))).json()).map(
        ([name, value]) => [name, String(value)],
      ),
    ),
  );
  expect(told).toMatchObject({
    title,
    thumbnail_url: `${base}/download/image/c0ffee`,
    thumbnail_width: '1400',
    thumbnail_height: '1400',
  });
});

test('a config is compressed, and headers of config and scripts are short', async () => {
  const address = `${server.url}/player/${slug}/config?article=${room.article.id}`;
  const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  for (const coding of ['br', 'gzip']) {
    const answer = await fetch(address, { headers: { 'accept-encoding': coding } });
    expect(answer.headers.get('content-encoding')).toBe(coding);
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(answer.headers.get('etag')).toBe(plain.headers.get('etag'));
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(
      Number(plain.headers.get('content-length')) * 0.7,
    );
    expect(await answer.json()).toEqual(await plain.clone().json());
  }
  const script = await fetch(`${server.url}/player/loader.js`);
  for (const { headers, status } of [plain, script]) {
    expect(status).toBe(200);
    const head = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    expect(head.length, head).toBeLessThan(450);
  }
});
