import { beforeEach, describe, expect, test, vi } from 'vitest';
import { publicPlaylist } from '../../server/areas/channels/playlists/public-items.ts';
import { joinedAudioEvent } from '../../server/areas/library/joined-audio/events.ts';
import { watchPlaylist } from '../../server/areas/channels/playlists/watch-playlist.ts';
import { forgetWords } from '../../server/pipeline/retention.ts';
import { audioFile } from '../../server/storage/files.ts';
import { playlistItemsMax } from '../../server/product.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { wav } from '../support/media.ts';
import { useServer } from '../support/server.ts';
import { create, playlistCalls, remove, speak, titles, update } from './playlist-calls.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const { run, made, read, ready } = playlistCalls(server, () => ({ room, token }));

describe('a manual playlist', () => {
  test('stores its order, custom titles and creator, and is joined into a file', async () => {
    const [rain, sun] = [await ready('Rain'), await ready('Sun')];
    const playlist = await made({
      name: ' Morning ',
      items: [{ article: sun.id, customTitle: 'Sunshine' }, { article: rain.id }, { article: sun.id }],
    });
    expect(playlist).toMatchObject({
      name: 'Morning',
      type: 'MANUAL',
      revision: 1,
      status: 'IN_PROGRESS',
      file: null,
    });
    expect(playlist.updatedBy.name).toBe(room.editor.fullname);
    expect(titles(playlist)).toEqual(['Sunshine', 'Rain', 'Sun']);
    const joined = await server.app.db.prisma.joinedAudio.findFirstOrThrow();
    expect((joined.parts as any[]).map(({ file, title }) => [file, title])).toEqual([
      [sun.file, 'Sunshine'],
      [rain.file, 'Rain'],
      [sun.file, 'Sun'],
    ]);
  });

  test('reports a conflict to the later of two users who reorder it, and overwrites nothing', async () => {
    const articles = [await ready('A'), await ready('B'), await ready('C')].map(({ id }) => ({
      article: id,
    }));
    const { databaseId: id, revision } = await made({ name: 'List', items: articles });
    const order = (...places: number[]) => ({ items: places.map((place) => articles[place]) });
    const first = await run(update, { id, revision, playlist: order(2, 1, 0) });
    expect(titles(first.playlist)).toEqual(['C', 'B', 'A']);
    const other = await server.signIn(room.maintainer);
    const later = await run(update, { id, revision, playlist: order(1, 0, 2) }, other);
    expect(later).toEqual({ __typename: 'ConflictError', message: expect.stringContaining('Someone else') });
    expect(titles(await read(id))).toEqual(['C', 'B', 'A']);
    const again = await run(
      update,
      { id, revision: first.playlist.revision, playlist: order(1, 0, 2) },
      other,
    );
    expect(titles(again.playlist)).toEqual(['B', 'A', 'C']);
  });

  test('refuses one of two simultaneous saves', async () => {
    const { databaseId: id, revision } = await made({ name: 'List', items: [] });
    const answers = await Promise.all(
      ['X', 'Y'].map((name) => run(update, { id, revision, playlist: { name } })),
    );
    expect(answers.map(({ __typename }) => __typename).sort()).toEqual([
      'ConflictError',
      'UpdatePlaylistSuccess',
    ]);
    expect((await read(id)).revision).toBe(2);
  });

  test('sending back what is stored changes nothing', async () => {
    const { id: article } = await ready('A');
    const { databaseId: id } = await made({ name: 'List', introText: 'Welcome.', items: [{ article }] });
    const before = await server.app.db.prisma.playlist.findUniqueOrThrow({ where: { id } });
    await run(update, { id, playlist: { name: 'List', introText: 'Welcome.', items: [{ article }] } });
    const after = await server.app.db.prisma.playlist.findUniqueOrThrow({ where: { id } });
    expect(after).toEqual(before);
  });

  test('custom audio is generated, stored with its length, and plays instead of the article', async () => {
    const article = await ready('A');
    const spoken = await run(speak, {
      project: room.project.id,
      title: 'Weather',
      text: 'It rains all day.',
    });
    expect(spoken).toMatchObject({
      customFile: expect.stringMatching(/^playlist-[0-9a-f]{32}$/),
      durationMs: expect.any(Number),
    });
    expect((await fetch(server.url + spoken.file)).headers.get('content-type')).toBe('audio/mpeg');
    const playlist = await made({
      name: 'List',
      items: [
        {
          article: article.id,
          customTitle: 'Weather',
          customText: 'It rains all day.',
          customFile: spoken.customFile,
        },
        { customTitle: 'On its own', customFile: spoken.customFile },
      ],
    });
    expect(playlist.items).toMatchObject([
      { title: 'Weather', file: spoken.file, durationMs: spoken.durationMs, status: 'READY' },
      { title: 'On its own', article: null, file: spoken.file, durationMs: spoken.durationMs },
    ]);
  });

  test('has sounds and texts for intro, outro and between articles, in the right places', async () => {
    const [one, two] = [await ready('One'), await ready('Two')];
    const upload = `mutation ($file: File!, $project: ID!) { uploadSound(input: { project: $project, file: $file }) { ... on UploadSoundSuccess { sound { file name } } } }`;
    const { data } = await server.upload(
      upload,
      { project: room.project.id },
      new File([wav()], 'jingle.wav'),
      token,
    );
    const { file } = data!['uploadSound'].sound;
    const playlist = await made({
      name: 'List',
      introAudio: file,
      introText: 'Good morning.',
      nextArticleAudio: file,
      outroText: 'Goodbye.',
      items: [{ article: one.id }, { article: two.id }],
    });
    expect(playlist).toMatchObject({
      introAudio: file,
      introAudioName: 'jingle.wav',
      introText: 'Good morning.',
    });
    const spoken = expect.stringMatching(/^playlist-/);
    expect(await publicPlaylist(server.app, playlist.databaseId)).toMatchObject({
      intro: [file, spoken],
      next: [file],
      outro: [spoken],
    });
    const { parts } = await server.app.db.prisma.joinedAudio.findFirstOrThrow();
    expect((parts as any[]).map((part) => [part.file, part.title])).toEqual([
      [file, 'List'],
      [spoken, null],
      [one.file, 'One'],
      [file, null],
      [two.file, 'Two'],
      [spoken, null],
    ]);
    // A sound that a playlist uses cannot be deleted.
    const take =
      'mutation ($input: DeleteSoundInput!) { deleteSound(input: $input) { __typename ... on Error { message } } }';
    expect(await run(take, { project: room.project.id, file })).toMatchObject({
      message: 'This sound is used: playlist "List".',
    });
  });

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(256) }, 'name'],
    ['a count below 0', { name: 'L', limitCount: -1 }, 'limitCount'],
    ['a count above 25', { name: 'L', limitCount: 26 }, 'limitCount'],
    ['an invalid time of day', { name: 'L', limitTimeFrom: '24:00' }, 'limitTimeFrom'],
    ['a missing sound', { name: 'L', introAudio: 'upload-0' }, 'introAudio'],
    ['texts that are too long', { name: 'L', outroText: 'x'.repeat(301) }, 'outroText'],
    ['a missing article', { name: 'L', items: [{ article: 999_999 }] }, 'items.0.article'],
    ['an invalid id', { name: 'L', items: [{ article: 'UHJvamVjdDox' }] }, 'items.0.article'],
    ['an empty item', { name: 'L', items: [{ customTitle: 'T' }] }, 'items.0.customFile'],
    [
      'missing audio',
      { name: 'L', items: [{ customTitle: 'T', customFile: '../../etc/passwd' }] },
      'items.0.customFile',
    ],
  ])('refuses %s', async (_, playlist, field) => {
    const answer = await run(create, { project: room.project.id, playlist });
    expect(answer).toMatchObject({ __typename: 'ValidationError', fieldErrors: [{ field }] });
    expect(await server.app.db.prisma.playlist.count()).toBe(1);
  });

  test('refuses 5,000 items and accepts the maximum number', async () => {
    const { id: article } = await ready('A');
    const many = (length: number) => Array.from({ length }, () => ({ article }));
    const input = (length: number) => ({
      project: room.project.id,
      playlist: { name: 'L', items: many(length) },
    });
    const { errors } = await server.graphql(create, { input: input(5_000) }, token);
    expect(errors).toMatchObject([{ extensions: { code: 'LIMIT_REACHED' } }]);
    const refused = await run(create, input(playlistItemsMax + 1));
    expect(refused).toMatchObject({
      fieldErrors: [{ field: 'items', message: `A playlist can have up to ${playlistItemsMax} items.` }],
    });
    const playlist = await made({ name: 'L', items: many(playlistItemsMax) });
    expect(playlist.items).toHaveLength(playlistItemsMax);
  });

  test('refuses an article of another project, and omits its audio', async () => {
    const foreign = await server.make.article((await server.make.project()).id);
    const answer = await run(create, {
      project: room.project.id,
      playlist: { name: 'L', items: [{ article: foreign.id }] },
    });
    expect(answer).toMatchObject({
      fieldErrors: [{ field: 'items.0.article', message: 'This article doesn’t belong to the project.' }],
    });
  });

  test('requires the feature; existing playlists can still be read and deleted', async () => {
    const { databaseId: id } = await made({ name: 'L', items: [] });
    await server.app.db.prisma.organization.update({
      where: { id: room.organization.id },
      data: { features: [] },
    });
    for (const answer of [
      await run(create, { project: room.project.id, playlist: { name: 'M' } }),
      await run(update, { id, playlist: { name: 'M' } }),
      await run(speak, { project: room.project.id, text: 'Words.' }),
    ])
      expect(answer).toMatchObject({
        __typename: 'NotAllowedError',
        message: expect.stringContaining('not enabled'),
      });
    expect(await read(id)).toMatchObject({ name: 'L' });
    expect(await run(remove, { id })).toMatchObject({ __typename: 'DeletePlaylistSuccess' });
    expect(await read(id)).toBeNull();
    expect(await publicPlaylist(server.app, id)).toBeNull();
  });
});

test('is listed by project, newest first, and by article', async () => {
  const names = Array.from({ length: 22 }, (_, index) => `P${index}`);
  for (const name of names) await server.make.playlist(room.project.id, [room.article.id], { name });
  const page = `query ($offset: Int) { project(id: ${room.project.id}) { playlists(first: 20, offset: $offset) { totalCount edges { node { name } } } } article(id: ${room.article.id}) { playlists { name } } }`;
  const first = (await server.graphql(page, {}, token)).data!;
  expect(first['project'].playlists.totalCount).toBe(23);
  expect(first['project'].playlists.edges.map(({ node }: any) => node.name)).toEqual(
    names.toReversed().slice(0, 20),
  );
  expect(first['article'].playlists).toHaveLength(23);
  const second = (await server.graphql(page, { offset: 20 }, token)).data!;
  expect(second['project'].playlists.edges.map(({ node }: any) => node.name)).toEqual([
    'P1',
    'P0',
    room.playlist.name,
  ]);
});

test('is logged in the project log, except for unchanged saves', async () => {
  const { databaseId: id } = await made({ name: 'L', items: [] });
  await run(update, { id, playlist: { name: 'M' } });
  await run(remove, { id });
  const log = await server.app.db.prisma.projectLog.findMany({ orderBy: { id: 'asc' } });
  expect(log.map(({ action }) => action)).toEqual([
    'playlist created',
    'playlist updated',
    'playlist deleted',
  ]);
  expect(log[1]!.body).toMatchObject({ changes: { name: { from: 'L', to: 'M' } } });
});

test('sends subscribers its file’s progress, its changes and its deletion', async () => {
  const article = await ready('One');
  const { databaseId: id } = await made({ name: 'L', items: [{ article: article.id }] });
  const viewer = actorOf(room.viewer);
  const events = await watchPlaylist(server.app, async () => viewer, id);
  expect((await events.next()).value).toMatchObject({ id, name: 'L' });
  const { key, projectId } = await server.app.db.prisma.joinedAudio.findFirstOrThrow();
  await server.app.db.transaction(async (sql) => {
    await sql
      .updateTable('JoinedAudio')
      .set({ state: 'ready', progress: 100 })
      .where('key', '=', key)
      .execute();
    await server.app.pubsub.publish(sql, joinedAudioEvent, { key, projectId, state: 'ready', progress: 100 });
  });
  expect((await events.next()).value).toMatchObject({ id, joined: key });
  expect(await read(id)).toMatchObject({ status: 'READY', file: `/download/audio/${key}.mp3` });
  await run(update, { id, playlist: { name: 'M' } });
  expect((await events.next()).value).toMatchObject({ id, name: 'M' });
  await run(remove, { id });
  for (let next = await events.next(); !next.done; next = await events.next())
    expect(next.value).toMatchObject({ id, name: 'M' });
});

test('ends a subscription without an error when it was deleted', async () => {
  const { databaseId: id } = await made({ name: 'L' });
  const viewer = actorOf(room.viewer);
  const events = await watchPlaylist(server.app, async () => viewer, id);
  expect((await events.next()).value).toMatchObject({ id, name: 'L' });
  await run(update, { id, playlist: { name: 'M' } });
  await run(remove, { id });
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test('keeps spoken texts while it uses them', async () => {
  const [said, unsaid] = await Promise.all(
    ['Said.', 'Unsaid.'].map((text) => run(speak, { project: room.project.id, text })),
  );
  const { databaseId: id } = await made({
    name: 'L',
    introText: 'Welcome.',
    items: [{ customTitle: 'Own', customFile: said.customFile }],
  });
  const { introSpoken } = await server.app.db.prisma.playlist.findUniqueOrThrow({ where: { id } });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 86_400_000 });
  try {
    await forgetWords(
      server.app,
      new Date(Date.now() - 30 * 86_400_000),
      new Date(Date.now() - 7 * 86_400_000),
    );
  } finally {
    vi.useRealTimers();
  }
  const isThere = async (file: string) => (await server.app.storage.stat(audioFile(file))) !== null;
  expect(await Promise.all([said.customFile, introSpoken!, unsaid.customFile].map(isThere))).toEqual([
    true,
    true,
    false,
  ]);
});
