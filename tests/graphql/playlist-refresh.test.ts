import { beforeEach, describe, expect, test } from 'vitest';
import { deleteArticle } from '../../server/areas/articles/articles/articles.ts';
import { publicPlaylist } from '../../server/areas/channels/playlists/public-items.ts';
import { refreshDuePlaylists } from '../../server/areas/channels/playlists/refresh-playlist.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { globalId } from './calls.ts';
import { playlistCalls, titles, update } from './playlist-calls.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const { run, made, read, ready } = playlistCalls(server, () => ({ room, token }));

/** Listening of an hour, by default of the one before the last. */
async function heard(
  articleId: number,
  views: number,
  listens: number,
  hour = new Date(Date.now() - 7_200_000),
): Promise<void> {
  await server.app.db.prisma.listeningHour.create({
    data: {
      projectId: room.project.id,
      articleId,
      hour: new Date(Math.floor(hour.getTime() / 3_600_000) * 3_600_000),
      views,
      listens,
    },
  });
}

describe('a playlist when its articles change', () => {
  test('plays regenerated articles in their new version, and shows deleted ones as deleted', async () => {
    const [one, two] = [await ready('One'), await ready('Two')];
    const { databaseId: id } = await made({ name: 'L', items: [{ article: one.id }, { article: two.id }] });
    const before = await server.app.db.prisma.playlist.findUniqueOrThrow({ where: { id } });
    const { version } = await server.make.audio(one.id);
    await server.app.db.prisma.article.update({ where: { id: one.id }, data: { updatedAt: new Date() } });
    await deleteArticle(server.app, actorOf(room.editor), two.id);
    // What is public follows at once.
    expect((await publicPlaylist(server.app, id))?.items.map(({ file }) => file)).toEqual([version]);
    expect(await refreshDuePlaylists(server.app)).toMatchObject({ failed: 0 });
    const after = await server.app.db.prisma.playlist.findUniqueOrThrow({ where: { id } });
    expect(after.joined).not.toBe(before.joined);
    expect(after.revision).toBe(before.revision);
    const joined = await server.app.db.prisma.joinedAudio.findUniqueOrThrow({
      where: { key: after.joined! },
    });
    expect((joined.parts as any[]).map(({ file }) => file)).toEqual([version]);
    expect((await read(id)).items).toMatchObject([
      { title: 'One', status: 'READY' },
      { title: 'Two', status: 'DELETED', article: null, articleId: globalId('Article', two.id), file: null },
    ]);
    // Saved again as it is shown, nothing is lost.
    const saved = await run(update, {
      id,
      playlist: { name: 'Renamed', items: [{ article: two.id }, { article: one.id }] },
    });
    expect(titles(saved.playlist)).toEqual(['Two', 'One']);
  });

  test('is empty after all its articles are deleted', async () => {
    const one = await ready('One');
    const { databaseId: id } = await made({ name: 'L', introText: 'Welcome.', items: [{ article: one.id }] });
    await deleteArticle(server.app, actorOf(room.editor), one.id);
    await refreshDuePlaylists(server.app);
    expect(await read(id)).toMatchObject({ status: 'EMPTY', error: null, file: null });
    expect((await publicPlaylist(server.app, id))?.items ?? []).toEqual([]);
  });

  test('omits articles without audio until they have it', async () => {
    const coming = await server.make.article(room.project.id, { title: 'Coming' });
    const { databaseId: id, ...playlist } = await made({ name: 'L', items: [{ article: coming.id }] });
    expect(playlist).toMatchObject({ status: 'EMPTY', items: [{ status: 'IN_PROGRESS', file: null }] });
    await server.make.audio(coming.id);
    await server.app.db.prisma.article.update({ where: { id: coming.id }, data: { updatedAt: new Date() } });
    await refreshDuePlaylists(server.app);
    expect(await read(id)).toMatchObject({ status: 'IN_PROGRESS', items: [{ status: 'READY' }] });
  });

  test('reports a failed file with its reason', async () => {
    const one = await ready('One');
    const { databaseId: id } = await made({ name: 'L', items: [{ article: one.id }] });
    await server.app.db.prisma.joinedAudio.updateMany({
      data: { state: 'failed', error: 'A file is missing.' },
    });
    expect(await read(id)).toMatchObject({ status: 'FAILED', error: 'A file is missing.' });
  });
});

describe('an automatic playlist', () => {
  const old = { addedAt: new Date(Date.now() - 90 * 86_400_000) };

  test('contains the most played articles of its interval, then the newest', async () => {
    await server.app.db.prisma.article.update({ where: { id: room.article.id }, data: old });
    const [a, b, c] = [await ready('A', old), await ready('B', old), await ready('C', old)];
    await ready('New');
    await heard(a.id, 5, 1);
    await heard(b.id, 3, 9);
    await heard(c.id, 100, 100, new Date(Date.now() - 60 * 86_400_000));
    const playlist = await made({ name: 'Best of the week', type: 'AUTO', limitCount: 0 });
    expect(playlist).toMatchObject({
      type: 'AUTO',
      limitCount: 10,
      limitInterval: 'WEEKLY',
      limitSortBy: 'VIEWS',
    });
    expect(titles(playlist)).toEqual(['A', 'B', 'New']);
    const byListens = await run(update, {
      id: playlist.databaseId,
      playlist: { limitSortBy: 'LISTENS', limitCount: 2 },
    });
    expect(titles(byListens.playlist)).toEqual(['B', 'A']);
    const onlyA = await run(update, { id: playlist.databaseId, playlist: { queryText: 'a' } });
    expect(titles(onlyA.playlist)).toEqual(['A']);
  });

  test('updates its articles automatically, and rarely reorders the same ones', async () => {
    await server.app.db.prisma.article.update({ where: { id: room.article.id }, data: old });
    const [a, b, c] = [await ready('A', old), await ready('B', old), await ready('C', old)];
    await heard(a.id, 5, 0);
    await heard(b.id, 4, 0);
    const { databaseId: id } = await made({ name: 'Auto', type: 'AUTO' });
    const due = (data: object = {}) =>
      server.app.db.prisma.playlist.update({
        where: { id },
        data: { refreshedAt: new Date(Date.now() - 600_000), ...data },
      });
    await server.app.db.prisma.listeningHour.updateMany({ where: { articleId: b.id }, data: { views: 50 } });
    await due();
    await refreshDuePlaylists(server.app);
    expect(titles(await read(id))).toEqual(['A', 'B']);
    await due({ arrangedAt: new Date(Date.now() - 7_200_000) });
    await refreshDuePlaylists(server.app);
    expect(titles(await read(id))).toEqual(['B', 'A']);
    await heard(c.id, 20, 0);
    await due();
    await refreshDuePlaylists(server.app);
    expect(titles(await read(id))).toEqual(['B', 'C', 'A']);
  });

  test('may be empty', async () => {
    await deleteArticle(server.app, actorOf(room.editor), room.article.id);
    const playlist = await made({ name: 'Auto', type: 'AUTO', limitInterval: 'YESTERDAY' });
    expect(playlist).toMatchObject({ items: [], status: 'EMPTY' });
    expect(await server.app.db.prisma.joinedAudio.count()).toBe(0);
  });

  test('uses days in the organization’s time zone', async () => {
    await server.app.db.prisma.organization.update({
      where: { id: room.organization.id },
      data: { timezone: 'Pacific/Kiritimati' },
    });
    await server.app.db.prisma.article.update({ where: { id: room.article.id }, data: old });
    const a = await ready('A', old);
    // 14 hours before UTC: the hour before midnight there is yesterday's, though here it may be of the same
    // day.
    const there = new Date(Date.now() + 14 * 3_600_000);
    const midnight =
      Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate()) - 14 * 3_600_000;
    await heard(a.id, 1, 1, new Date(midnight - 3_600_000));
    const playlist = await made({ name: 'Auto', type: 'AUTO', limitInterval: 'YESTERDAY' });
    expect(titles(playlist)).toEqual(['A']);
  });

  test('can be turned into a manual one with its articles, but not vice versa', async () => {
    const playlist = await made({ name: 'Auto', type: 'AUTO' });
    const kept = titles(playlist);
    expect(kept).toHaveLength(1);
    const byHand = await run(update, { id: playlist.databaseId, playlist: { type: 'MANUAL' } });
    expect(byHand.playlist).toMatchObject({ type: 'MANUAL' });
    expect(titles(byHand.playlist)).toEqual(kept);
    const back = await run(update, { id: playlist.databaseId, playlist: { type: 'AUTO' } });
    expect(back).toMatchObject({ fieldErrors: [{ field: 'type' }] });
  });
});
