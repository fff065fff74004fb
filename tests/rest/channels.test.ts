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

test('a player keeps its fields, its flag of CSS as text', async () => {
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

test('a podcast names its sounds by their labels', async () => {
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

test('a playlist player has dates and times', async () => {
  const { id } = await server.app.db.prisma.playlist.create({
    data: { projectId: room.project.id, name: 'Own' },
  });
  const playlists = [
    { id, name: 'Own', goesLiveAt: { date: '2026-12-01', time: '06:30' }, publishedUntil: null },
  ];
  const { body } = await send('POST', path, { type: 'playlistPlayer', cta: 'Listen', playlists });
  expect(body.channels.at(-1).playlistPlayer.playlists).toEqual([
    { id, goesLiveAt: { date: '2026-12-01', time: '06:30' }, publishedUntil: null },
  ]);
});

test.each([
  [{}, 'type'],
  [{ type: 'television' }, 'type'],
  [{ type: 'podcast' }, 'title'],
  [{ type: 'podcast', title: 'A', groupingAmount: 'many' }, 'groupingAmount'],
  [{ type: 'player', color: 'blue' }, 'color'],
  [{ type: 'playlistPlayer', cta: 'A', playlists: 'all' }, 'playlists'],
  [{ type: 'playlistPlayer', cta: 'A', playlists: [{ id: 999_999 }] }, 'playlists][0][id'],
])('%j is refused on its field', async (body, field) => {
  const answer = await send('POST', path, body);
  expect([answer.status, answer.body.result]).toEqual([200, 'fail']);
  expect(Object.keys(answer.body.errors)).toEqual([`[${field}]`]);
});

test("another project's channel is not there", async () => {
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
