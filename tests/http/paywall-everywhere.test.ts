import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { newspaper } from '../feeds/newspaper.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const key = 'a'.repeat(32);
const teaser = 't'.repeat(40);
const page = 'https://gazette.example/harbour';
const text = 'The first paragraph is for everybody.\n\nThe second one is a secret.';
/** Words of the second paragraph, which is neither played nor shown without a subscription. */
const secret = /secret/i;

let room: Newsroom;
let version: string;
let slugs: Record<'json' | 'podcast' | 'alexaFB' | 'googleAction' | 'player' | 'playlistPlayer', string>;

beforeEach(async () => {
  room = await server.make.newsroom();
  const { prisma } = server.app.db;
  const paper = newspaper(server);
  await prisma.project.update({
    where: { id: room.project.id },
    data: {
      paywall: true,
      paywallParagraphLimit: 1,
      securityEnabled: true,
      securityKey: key,
      mainUrl: 'https://gazette.example/',
    },
  });
  const podcast = await paper.podcast(room.project.id);
  const { article, audio } = await paper.episode(podcast, { title: 'Harbour', text, url: page });
  version = audio.version;
  await prisma.audio.update({
    where: { version },
    data: {
      teaser,
      teaserMs: 700,
      paywall: { paragraphs: 1, suffix: null },
      text: `Harbour\n\n${text}`,
      timings: [...text.matchAll(/\w+/g)].map(({ index, 0: word }, at) => ({
        start: index + 9,
        length: word.length,
        startMs: at * 100,
        endMs: at * 100 + 90,
      })),
    },
  });
  await prisma.chunk.create({
    data: {
      articleId: article.id,
      version,
      position: 0,
      segmentKey: 'c'.repeat(64),
      text: `Harbour\n\n${text}`,
      start: 0,
      pauseMs: 0,
    },
  });
  const playlist = await server.make.playlist(room.project.id, [article.id]);
  const channel = async (type: keyof typeof slugs, settings: object = {}): Promise<string> =>
    (
      await server.make.channel(room.project.id, {
        type,
        settings: { title: 'Gazette', name: 'Gazette', ...settings },
      })
    ).slug;
  slugs = {
    podcast: podcast.slug,
    json: await channel('json', { includeNotReady: true }),
    alexaFB: await channel('alexaFB', { voiceType: 'amazon' }),
    googleAction: await channel('googleAction'),
    player: await channel('player', { version: 3 }),
    playlistPlayer: await channel('playlistPlayer', {
      playlists: [{ id: playlist.id, goesLiveAt: '2026-01-01T00:00' }],
    }),
  };
  for (const file of [version, `${version}-highres`, teaser])
    await server.app.storage.put(`audio/${file}.mp3`, Buffer.from(`sound of ${file}`));
  await server.app.storage.put(`segments/${'c'.repeat(64)}.mp3`, Buffer.from('sound of a chunk'));
});

function signature(by = key, seconds = 0): string {
  const timestamp = String(Math.floor(Date.now() / 1000) + seconds);
  return `timestamp=${timestamp}&signature=${createHash('md5')
    .update(timestamp + by)
    .digest('hex')}`;
}

const ask = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init);

/** Every public request, and its status. */
const doors = (): [string, number][] => [
  [`/json/${slugs.json}`, 200],
  [`/podcast/${slugs.podcast}`, 200],
  [`/alexafb/${slugs.alexaFB}`, 200],
  [`/google/${slugs.googleAction}`, 200],
  [`/player/${slugs.player}/config?url=${encodeURIComponent(page)}`, 200],
  [`/player/${slugs.player}/frame?url=${encodeURIComponent(page)}`, 200],
  [`/player/${slugs.playlistPlayer}/config`, 200],
  [`/player/${slugs.player}/words/${version}`, 403],
  [`/player/${slugs.player}/words/${teaser}`, 404],
  [`/oembed?url=${encodeURIComponent(page)}&channel=${slugs.player}`, 200],
  [`/download/audio/${version}.mp3`, 403],
  [`/download/audio/${version}.mp3?download=Harbour`, 403],
  [`/download/audio/${version}-highres.mp3`, 403],
  [`/download/audio/${version}.vtt`, 403],
  [`/download/audio/${teaser}.vtt`, 404],
  [`/download/audio/${'c'.repeat(64)}.mp3`, 403],
  [`/download/audio/${teaser}.mp3`, 200],
];

describe('for an article behind a signed paywall, no request without a valid signature', () => {
  test.each([
    ['no signature', ''],
    ['another key', () => signature('b'.repeat(32))],
    ['six minutes old', () => signature(key, -360)],
    ['six minutes in the future', () => signature(key, 360)],
    ['an empty signature', 'timestamp=&signature='],
  ])('returns more than the teaser at any endpoint: %s', async (_, given) => {
    const query = typeof given === 'string' ? given : given();
    for (const [path, status] of doors()) {
      const answer = await ask(`${path}${path.includes('?') ? '&' : '?'}${query}`, {
        headers: { accept: 'text/html, */*' },
      });
      const said = await answer.text();
      expect([path, answer.status]).toEqual([path, status]);
      expect([
        path,
        secret.test(said),
        said.includes(`${version}.`),
        said.includes(`sound of ${version}`),
        said.includes('sound of a chunk'),
      ]).toEqual([path, false, false, false, false]);
    }
  });

  test('leads to the full audio: feeds and players link to the teaser', async () => {
    const offered = [`/json/${slugs.json}`, `/podcast/${slugs.podcast}`];
    for (const path of offered)
      expect([path, (await (await ask(path)).text()).includes(`/download/audio/${teaser}.mp3`)]).toEqual([
        path,
        true,
      ]);
    for (const path of [
      `/player/${slugs.player}/config?url=${encodeURIComponent(page)}`,
      `/player/${slugs.playlistPlayer}/config`,
    ])
      expect(await (await ask(path)).json()).toMatchObject({
        items: [{ teaser: true, au: teaser, durationMs: 700, transcript: null, highlight: null }],
      });
  });

  test('reveals anything through the APIs, which require authentication', async () => {
    const { article } = {
      article: await server.app.db.prisma.article.findFirstOrThrow({ where: { url: page } }),
    };
    const paths = ['', '/chunks', '/highlight'].map(
      (part) => `/api/projects/${room.project.id}/articles/${article.id}${part}`,
    );
    for (const path of [
      ...paths,
      `/articles/${article.id}/download`,
      `/api/projects/${room.project.id}/articles`,
    ]) {
      expect([path, (await server.rest('GET', path)).status]).toEqual([path, 401]);
      const stranger = await server.rest('GET', path, { token: await server.signIn(room.outsider) });
      expect([path, stranger.status]).toEqual([path, 404]);
      expect(JSON.stringify(stranger.body)).not.toMatch(secret);
    }
    const { data } = await server.graphql(
      `{ article(id: ${article.id}) { text audio { version } highlight { word } } }`,
      {},
      await server.signIn(room.outsider),
    );
    expect(data).toEqual({ article: null });
  });
});

test('a signed request gets full player data, words, audio and transcript', async () => {
  const config: any = await (
    await ask(`/player/${slugs.player}/config?url=${encodeURIComponent(page)}&${signature()}`)
  ).json();
  expect(config.items).toMatchObject([{ teaser: false, au: version }]);
  const [{ audio, highlight, transcript }] = config.items;
  for (const [address, content] of [
    [audio, `sound of ${version}`],
    [highlight, 'secret'],
    [transcript, 'secret'],
  ] as const) {
    const answer = await fetch(address.replace(server.app.config.publicUrl, server.url));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(await answer.text()).toContain(content);
  }
  for (const file of [`${version}-highres.mp3`, `${'c'.repeat(64)}.mp3`])
    expect((await ask(`/download/audio/${file}?${signature()}`)).status).toBe(200);
});
