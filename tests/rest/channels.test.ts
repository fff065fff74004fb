import { beforeEach, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let token: string;
let path: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
  path = `/api/projects/${room.project.id}/channels`;
});

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', own: string, body?: unknown) =>
  server.rest(method, own, { token, body });

test('a player returns its fields, with the CSS flag as text', async () => {
  const player = {
    version: '3',
    cta: 'Listen',
    bordered: 'false',
    customCssEnabled: 'true',
    customCss: '.a { color: red }',
    provider: 'iab',
  };
  const { body } = await send('POST', path, { type: 'player', ...player, nonsense: 1 });
  const { id } = body.channels.find(({ type }: any) => type === 'player');
  const read = await send('GET', `${path}/${id}`);
  expect(read.body).toMatchObject({
    result: 'ok',
    channels: [
      {
        id,
        type: 'player',
        player: { ...player, version: 3, bordered: false, background: '#fff', providerParlanceId: null },
      },
    ],
  });
  // What was read may be sent back as it is.
  expect(
    (await send('PUT', `${path}/${id}`, { type: 'player', ...read.body.channels[0].player })).body.result,
  ).toBe('ok');
  expect((await server.app.db.prisma.channel.findUniqueOrThrow({ where: { id } })).revision).toBe(1);
});

test('a podcast refers to its sounds by label', async () => {
  const prepared = await send('POST', `${path}/precreate`, { type: 'podcast' });
  expect(prepared.body).toMatchObject({
    slug: expect.stringMatching(/podcast$/),
    authenticated: null,
    categories: expect.any(Array),
  });
  const [label, file] = Object.entries(prepared.body.introAudio)[0] as [string, string];
  const { body } = await send('POST', path, {
    type: 'podcast',
    title: 'Morning',
    introAudio: label,
    groupingType: 'group',
    groupingAmount: '5',
  });
  const podcast = body.channels.find(({ type }: any) => type === 'podcast');
  expect(podcast.podcast).toMatchObject({
    title: 'Morning',
    introAudio: label,
    outroAudio: '',
    groupingType: 'group',
    groupingAmount: 5,
  });
  const { settings } = await server.app.db.prisma.channel.findUniqueOrThrow({ where: { id: podcast.id } });
  expect(settings).toMatchObject({ introAudio: file, outroAudio: null });
});

test('a playlist player contains dates and times', async () => {
  const { id } = await server.app.db.prisma.playlist.create({
    data: { projectId: room.project.id, name: 'Own' },
  });
  const playlists = [
    { id, name: 'Own', goesLiveAt: { date: '2026-12-01', time: '06:30' }, publishedUntil: null },
  ];
  const { body } = await send('POST', path, { type: 'playlistPlayer', cta: 'Listen', playlists });
  const shown = {
    id,
    name: 'Own',
    type: 'manual',
    goesLiveAt: { date: '2026-12-01', time: '06:30' },
    publishedUntil: { date: null, time: null },
  };
  const answered = body.channels.at(-1);
  expect(answered.playlistPlayer.playlists).toEqual([shown]);
  // What was answered can be sent back, with an end.
  const until = { ...shown, publishedUntil: { date: '2026-12-24', time: '18:00' } };
  const changed = await send('PUT', `${path}/${answered.id}`, {
    ...answered,
    type: 'playlistPlayer',
    playlists: [until],
  });
  expect(changed.body.channels.at(-1).playlistPlayer.playlists).toEqual([until]);
  await server.app.db.prisma.playlist.update({ where: { id }, data: { deletedAt: new Date() } });
  const later = await send('GET', `${path}/${answered.id}`);
  expect(later.body.channels[0].playlistPlayer.playlists).toEqual([{ ...until, name: null, type: null }]);
});

test('the id at the consent manager has its documented spelling, too', async () => {
  const { body } = await send('POST', path, { type: 'player', provider: 'iab', providerparlanceid: '755' });
  const made = body.channels.at(-1);
  expect(made.player).toMatchObject({ providerparlanceid: '755', providerParlanceId: '755' });
  const changed = await send('PUT', `${path}/${made.id}`, {
    type: 'player',
    ...made.player,
    providerparlanceid: '1181',
  });
  expect(changed.body.channels.at(-1).player).toMatchObject({
    providerparlanceid: '1181',
    providerParlanceId: '1181',
  });
  const older = await send('PUT', `${path}/${made.id}`, { type: 'player', providerParlanceId: '2' });
  expect(older.body.channels.at(-1).player.providerparlanceid).toBe('2');
  const podcast = await send('POST', path, { type: 'podcast', title: 'A', providerparlanceid: '755' });
  expect(podcast.body.result).toBe('ok');
  expect(podcast.body.channels.at(-1).podcast).not.toHaveProperty('providerparlanceid');
});

test.each([
  [4, undefined, '#b2dfd9'],
  [4, '#102030', '#102030'],
  [3, undefined, '#5d72e4'],
  [undefined, undefined, '#5d72e4'],
])('a player of version %s starts with its color (%s)', async (version, color, expected) => {
  await server.app.db.prisma.organization.update({
    where: { id: room.organization.id },
    data: { features: { push: 'player-v4' } },
  });
  const { body } = await send('POST', path, { type: 'player', version, color });
  expect(body.channels.at(-1).player.color).toBe(expected);
});

test.each([
  [{}, 'type'],
  [{ type: 'television' }, 'type'],
  [{ type: 'podcast' }, 'title'],
  [{ type: 'podcast', title: 'A', groupingAmount: 'many' }, 'groupingAmount'],
  [{ type: 'player', color: 'blue' }, 'color'],
  [{ type: 'playlistPlayer', cta: 'A', playlists: 'all' }, 'playlists'],
  [{ type: 'playlistPlayer', cta: 'A', playlists: [{ id: 999_999 }] }, 'playlists][0][id'],
])('%j is refused with the field’s name', async (body, field) => {
  const answer = await send('POST', path, body);
  expect([answer.status, answer.body.result]).toEqual([200, 'fail']);
  expect(Object.keys(answer.body.errors)).toEqual([`[${field}]`]);
});

test('a channel of another project is not found', async () => {
  const other = await server.make.project({
    organizationId: room.organization.id,
    ownerId: room.maintainer.id,
  });
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    expect(
      (
        await send(
          method,
          `/api/projects/${other.id}/channels/${room.channel.id}`,
          method === 'PUT' ? { type: 'json' } : undefined,
        )
      ).status,
    ).toBe(404);
  expect((await send('GET', path)).body.channels).toContainEqual(
    expect.objectContaining({ id: room.channel.id }),
  );
});
