import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteArticle } from '../../server/areas/articles/articles/articles.ts';
import { deleteProject } from '../../server/areas/projects/projects/projects.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const key = 'a'.repeat(32);
const chunk = 'c'.repeat(64);
let room: Newsroom;
let files: { whole: string; highRes: string; wav: string; transcript: string; chunk: string; joined: string };
let teaser: string;

beforeEach(async () => {
  room = await server.make.newsroom();
  const { version } = room.audio;
  teaser = 't'.repeat(40);
  await server.app.db.prisma.audio.update({ where: { version }, data: { teaser, teaserMs: 1_000 } });
  await server.app.db.prisma.chunk.create({
    data: {
      articleId: room.article.id,
      version,
      position: 0,
      segmentKey: chunk,
      text: 'One sentence.',
      start: 0,
      pauseMs: 0,
    },
  });
  const joined = `joined-${'d'.repeat(40)}`;
  await server.app.db.prisma.joinedAudio.create({
    data: {
      key: joined,
      projectId: room.project.id,
      state: 'ready',
      parts: [
        { file: 'sound-arrival-1', gapMs: 400, title: null, articleId: null },
        { file: version, gapMs: 0, title: 'An article', articleId: room.article.id },
      ],
    },
  });
  files = {
    joined: `${joined}.mp3`,
    whole: `${version}.mp3`,
    highRes: `${version}-highres.mp3`,
    wav: `${version}-highres.wav`,
    transcript: `${version}.vtt`,
    chunk: `${chunk}.mp3`,
  };
  for (const path of [
    `audio/${files.joined}`,
    `audio/${files.whole}`,
    `audio/${files.highRes}`,
    `audio/${files.wav}`,
    `audio/${teaser}.mp3`,
    `segments/${files.chunk}`,
  ])
    await server.app.storage.put(path, Buffer.from(`sound of ${path}`));
});

const secure = (securityEnabled = true) =>
  server.app.db.prisma.project.update({
    where: { id: room.project.id },
    data: { securityEnabled, securityKey: key },
  });
const get = (file: string, headers: Record<string, string> = {}, query = '') =>
  fetch(`${server.url}/download/audio/${file}${query}`, { headers });
const all = async (headers: Record<string, string> = {}, query = '') =>
  Promise.all(Object.values(files).map(async (file) => (await get(file, headers, query)).status));
const every = (status: number) => Object.values(files).map(() => status);

function signed(secondsAgo = 0, by = key, at = Math.floor(Date.now() / 1000) - secondsAgo): string {
  return `?timestamp=${at}&signature=${createHash('md5').update(`${at}${by}`).digest('hex')}`;
}

describe('audio behind a signed paywall', () => {
  beforeEach(() => secure());

  test('is refused without a signature: full audio, high resolution, transcript, chunks; also ranges and HEAD', async () => {
    expect(await all()).toEqual(every(403));
    expect(await all({ range: 'bytes=0-3' })).toEqual(every(403));
    expect((await fetch(`${server.url}/download/audio/${files.whole}`, { method: 'HEAD' })).status).toBe(403);
    const answer = await get(files.whole);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await answer.text()).not.toContain('sound of');
  });

  test('is served with a signature for five minutes before and after, and is not cached', async () => {
    for (const ago of [0, 290, -290]) expect(await all({}, signed(ago))).toEqual(every(200));
    const { headers } = await get(files.whole, {}, signed());
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
      'private, no-store',
      expect.stringContaining('cookie'),
    ]);
  });

  test.each([
    ['that is too old', () => signed(310)],
    ['from the future', () => signed(-310)],
    ['of another key', () => signed(0, 'b'.repeat(32))],
    [
      'with another time',
      () => signed().replace(/timestamp=\d+/, `timestamp=${Math.floor(Date.now() / 1000) + 1}`),
    ],
    ['without a time', () => signed().replace(/timestamp=\d+&/, '')],
    [
      'with an invalid time',
      () => `?timestamp=x&signature=${createHash('md5').update(`x${key}`).digest('hex')}`,
    ],
    ['empty', () => '?timestamp=&signature='],
  ])('is refused with a signature %s', async (_, query) => {
    expect(await all({}, query())).toEqual(every(403));
  });

  test('is served without signature only to callers who may read the project, by cookie and by token', async () => {
    const { apiKey } = await server.make.apiKey(room.project.id, 'api_readonly');
    const { token: partner } = await server.make.partnerToken(room.organization.id);
    const viewer = await server.signIn(room.viewer);
    for (const token of [viewer, apiKey, partner])
      expect(await all({ authorization: `Bearer ${token}` })).toEqual(every(200));
    expect(await all({ cookie: `jwt=${viewer}` })).toEqual(every(200));
    expect(await all({ authorization: `Bearer ${await server.signIn(room.outsider)}` })).toEqual(every(403));
    expect(await all({ authorization: 'Bearer wrong' })).toEqual(every(401));
    await server.app.db.prisma.session.deleteMany({ where: { userId: room.viewer.id } });
    expect(await all({ cookie: `jwt=${viewer}` })).toEqual(every(403));
  });

  test('has a public teaser', async () => {
    const answer = await get(`${teaser}.mp3`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
  });

  test('is not served through another project with the same chunk, unless that one is public', async () => {
    const other = await server.make.project({ securityEnabled: true, securityKey: 'd'.repeat(32) });
    await server.app.db.prisma.chunk.create({
      data: {
        articleId: (await server.make.article(other.id)).id,
        version: 'v',
        position: 0,
        segmentKey: chunk,
        text: 'One sentence.',
        start: 0,
        pauseMs: 0,
      },
    });
    expect((await get(files.chunk)).status).toBe(403);
    await server.app.db.prisma.project.update({ where: { id: other.id }, data: { securityEnabled: false } });
    expect((await get(files.chunk)).status).toBe(200);
  });
});

test('public audio is cached for an hour, then revalidated', async () => {
  expect(await all()).toEqual(every(200));
  expect((await get(files.whole)).headers.get('cache-control')).toBe('public, max-age=3600');
});

test.each([
  ['an article', () => deleteArticle(server.app, actorOf(room.editor), room.article.id)],
  ['a project', () => deleteProject(server.app, actorOf(room.maintainer), room.project.id)],
])('audio that is deleted with %s is unavailable to everyone, signed or not', async (_, remove) => {
  const authorization = `Bearer ${await server.signIn(room.maintainer)}`;
  await remove();
  // What many ask for is kept in memory for a moment.
  await expect.poll(() => all(), { interval: 10 }).toEqual(every(404));
  expect((await get(`${teaser}.mp3`)).status).toBe(404);
  await secure();
  for (const attempt of [all(), all({}, signed()), all({ authorization })])
    expect(await attempt).toEqual(every(404));
  expect((await get(files.whole)).headers.get('cache-control')).toBe('private, no-store');
});

test('a file without reference is not served, though it is stored', async () => {
  await server.app.storage.put('audio/forgotten.mp3', Buffer.from('sound'));
  await server.app.storage.put(`segments/${chunk}-128-3.mp3`, Buffer.from('sound'));
  expect((await get('forgotten.mp3')).status).toBe(404);
  expect((await get(`${chunk}-128-3.mp3`)).status).toBe(404);
});
