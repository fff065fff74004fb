import { beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const call = async (method: string, path: string, body?: unknown): Promise<any> => {
  const answer = await server.rest(method, path, { token, body });
  expect(answer.status).toBe(method === 'DELETE' ? 204 : 200);
  return answer.body;
};
const list = () => `/api/projects/${room.project.id}/playlists`;

test('a playlist is created, read, sent back unchanged, and deleted', async () => {
  const created = await call('POST', list(), {
    name: 'Morning',
    type: 'manual',
    introText: 'Good morning.',
    playlistItems: [{ id: room.article.id, customTitle: 'Mine' }],
  });
  expect(created).toMatchObject({ result: 'ok', total: 2 });
  const [listed] = created.playlists;
  expect(listed).toMatchObject({ name: 'Morning', type: 'manual', status: 'in_progress', file_local: null });
  expect(listed.createdAt).toMatchObject({
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/),
    timezone: 'UTC',
  });
  expect(listed.modifiedBy).toEqual({ avatar: null, fullname: room.editor.fullname });

  const { playlist } = await call('GET', `${list()}/${listed.id}`);
  expect(playlist).toMatchObject({
    name: 'Morning',
    introText: 'Good morning.',
    limitIntervalTime: { from: null, to: null },
  });
  expect(playlist.playlistItems).toMatchObject([
    {
      id: room.article.id,
      title: 'Mine',
      customTitle: 'Mine',
      text: room.article.text,
      duration: 1.5,
      status: 'ready',
      views: 0,
      listens: 0,
    },
  ]);
  expect(playlist.playlistItems[0].file).toBe(`/download/audio/${room.audio.version}.mp3`);

  // Clients of old send back all that they were told; that changes nothing.
  const saved = await call('PUT', `/api/playlists/${listed.id}`, playlist);
  expect(saved).toEqual({ result: 'ok', revision: playlist.revision });
  const renamed = await call('PUT', `/api/playlists/${listed.id}`, { name: 'Evening', limitCount: '' });
  expect(renamed.revision).toBe(playlist.revision + 1);
  const { playlist: after } = await call('GET', `${list()}/${listed.id}`);
  expect(after).toMatchObject({
    name: 'Evening',
    limitCount: 10,
    playlistItems: playlist.playlistItems.map(({ title }: any) => ({ title })),
  });

  await call('DELETE', `${list()}/${listed.id}`);
  expect((await server.rest('GET', `${list()}/${listed.id}`, { token })).status).toBe(404);
});

test('a client that sends its base revision overwrites no one’s changes', async () => {
  const path = `/api/playlists/${room.playlist.id}`;
  await call('PUT', path, { name: 'First', revision: 1 });
  const later = await server.rest('PUT', path, { token, body: { name: 'Second', revision: 1 } });
  expect(later).toMatchObject({
    status: 409,
    body: { result: 'fail', message: expect.stringContaining('Someone else') },
  });
  expect((await call('GET', `${list()}/${room.playlist.id}`)).playlist.name).toBe('First');
});

test('pages have 20 playlists, and an offset returns the next', async () => {
  for (let number = 0; number < 21; number++)
    await server.make.playlist(room.project.id, [], { name: `P${number}` });
  const first = await call('GET', `${list()}?offset=0`);
  expect([first.playlists.length, first.total, first.playlists[0].name]).toEqual([20, 22, 'P20']);
  const second = await call('GET', `${list()}?offset=20`);
  expect(second.playlists.map(({ name }: any) => name)).toEqual(['P0', room.playlist.name]);
});

test.each([
  ['no name', { name: '' }, 'name'],
  ['a count that is too large', { name: 'L', limitCount: 26 }, 'limitCount'],
  ['an invalid interval', { name: 'L', limitInterval: 'hourly' }, 'limitInterval'],
  ['invalid hours', { name: 'L', limitIntervalTime: { from: 'noon' } }, 'limitTimeFrom'],
  ['a missing article', { name: 'L', playlistItems: [{ id: 999_999 }] }, 'items'],
])('%s is refused with its name', async (_, body, field) => {
  const { status, body: answer } = await server.rest('POST', list(), { token, body });
  expect([status, answer.result]).toEqual([200, 'fail']);
  expect(Object.keys(answer.errors).some((name) => name.startsWith(`[${field}]`))).toBe(true);
});

test('1,000 items are refused', async () => {
  const playlistItems = Array.from({ length: 1_000 }, () => ({ id: room.article.id }));
  const { body } = await server.rest('POST', list(), { token, body: { name: 'L', playlistItems } });
  expect(body).toMatchObject({ result: 'fail', message: 'A playlist can have up to 500 items.' });
});

test('audio for texts of items and previews is generated, and can be played', async () => {
  const made = await call('POST', `${list()}/processaudio`, { title: 'Weather', text: 'It rains.' });
  expect((await fetch(server.url + made.file)).headers.get('content-type')).toBe('audio/mpeg');
  await call('PUT', `/api/playlists/${room.playlist.id}`, {
    playlistItems: [{ customTitle: 'Weather', customFile: made.file }],
  });
  const { playlist } = await call('GET', `${list()}/${room.playlist.id}`);
  expect(playlist.playlistItems).toMatchObject([
    { id: null, title: 'Weather', customFile: made.file, file: made.file },
  ]);
  const preview = await call('POST', `${list()}/previewtext`, { text: 'Good morning.', file: null });
  expect((await fetch(server.url + preview.file)).status).toBe(200);
  const nothing = await server.rest('POST', `${list()}/previewtext`, {
    token,
    body: { text: ' ', file: '' },
  });
  expect(nothing.body).toMatchObject({ result: 'fail', message: 'Nothing to preview' });
});

describe('an article', () => {
  const uses = async () => (await call('GET', `/api/playlists/article/${room.article.id}`)).note;

  test('is returned with its text, and with where it is used', async () => {
    const { text } = await call('GET', `/api/playlists/article/${room.article.id}`);
    expect(text).toBe(room.article.text);
    expect(await uses()).toBe(`This article is used in the playlist "${room.playlist.name}".`);
    await server.make.playlist(room.project.id, [room.article.id], { name: 'Other' });
    expect(await uses()).toBe(`This article is used in the playlists "${room.playlist.name}" and "Other".`);
    await server.app.db.prisma.playlist.updateMany({ data: { deletedAt: new Date() } });
    expect(await uses()).toBe('');
  });

  test('is returned in an automatic playlist', async () => {
    const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000);
    await server.app.db.prisma.listeningHour.create({
      data: { projectId: room.project.id, articleId: room.article.id, hour, views: 7, listens: 3 },
    });
    const { articles } = await call('POST', `/api/projects/${room.project.id}/articles/query`, {
      limit: 5,
      limitInterval: 'weekly',
      limitIntervalTime: null,
      limitSortBy: 'listens',
    });
    expect(articles).toMatchObject([
      {
        id: room.article.id,
        title: room.article.title,
        views: 7,
        listens: 3,
        duration: 1.5,
        status: 'ready',
      },
    ]);
  });
});
