import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../server/kernel/actor.ts';
import { watchArticle, watchProjectArticles } from '../../server/areas/articles/articles/watch.ts';
import { watchChannels } from '../../server/areas/channels/channels/watch-channels.ts';
import { watchDeployment } from '../../server/areas/channels/deployments/deployments.ts';
import { watchPlaylist } from '../../server/areas/channels/playlists/watch-playlist.ts';
import { actorOf, type Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let viewer: () => Promise<Actor>;
beforeEach(async () => {
  room = await server.make.newsroom();
  viewer = async () => actorOf(room.viewer);
});

/** Cuts the event connection; it reconnects. */
const cut = () =>
  server.app.db.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parlance listen' AND datname = current_database()`,
  );
const next = async <T>(events: AsyncIterator<T>): Promise<T> => {
  const { value, done } = await events.next();
  expect(done).toBe(false);
  return value as T;
};
test.each(['a change', 'a deletion', 'a new one'])(
  'a subscription to a list reports %s that was missed while the database connection was down',
  async (what) => {
    const events = await watchProjectArticles(server.app, viewer, room.project.id);
    expect(await next(events)).toMatchObject({ articleId: room.article.id });
    // Changed without a notification, as if it was missed.
    if (what === 'a change')
      await server.app.db.pool.query(
        `UPDATE "Article" SET "status" = 'errored', "error" = 'Odd.', "updatedAt" = now() WHERE "id" = ${room.article.id}`,
      );
    else if (what === 'a deletion')
      await server.app.db.pool.query(
        `UPDATE "Article" SET "deletedAt" = now(), "updatedAt" = now() WHERE "id" = ${room.article.id}`,
      );
    const made = what === 'a new one' ? await server.make.article(room.project.id, { title: 'New' }) : null;
    const following = next(events);
    await cut();
    expect(await following).toMatchObject(
      made
        ? { kind: 'added', articleId: made.id, article: { title: 'New' } }
        : what === 'a change'
          ? { kind: 'changed', article: { status: 'errored', error: 'Odd.' } }
          : { kind: 'deleted', articleId: room.article.id, article: null },
    );
    await events.return?.();
  },
);

test('an article deleted in the meantime ends its subscriptions', async () => {
  const events = await watchArticle(server.app, viewer, room.article.id);
  await next(events);
  await server.app.db.pool.query(
    `UPDATE "Article" SET "deletedAt" = now(), "updatedAt" = now() WHERE "id" = ${room.article.id}`,
  );
  const following = next(events);
  await cut();
  expect(await following).toMatchObject({ kind: 'deleted' });
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test('channels, playlists and deployments are sent again after a reconnection', async () => {
  const channels = await watchChannels(server.app, viewer, room.project.id);
  const playlist = await watchPlaylist(server.app, viewer, room.playlist.id);
  const deployment = await watchDeployment(server.app, viewer, room.deployment.id);
  const shown = await server.app.db.prisma.channel.findMany({
    where: { projectId: room.project.id },
    orderBy: { id: 'asc' },
  });
  for (const { id } of shown) expect(await next(channels)).toMatchObject({ channelId: id });
  await next(playlist);
  await next(deployment);
  await server.app.db.pool.query(
    `UPDATE "Channel" SET "deletedAt" = now() WHERE "id" = ${room.channel.id};
     UPDATE "Playlist" SET "name" = 'Renamed' WHERE "id" = ${room.playlist.id};
     UPDATE "Deployment" SET "status" = 'failed', "description" = 'Odd.' WHERE "id" = ${room.deployment.id};`,
  );
  const following = [next(channels), next(playlist), next(deployment)];
  await cut();
  const told = await Promise.all(following);
  expect(told).toMatchObject([
    { kind: expect.any(String) },
    { name: 'Renamed' },
    { status: 'failed', description: 'Odd.' },
  ]);
  const kinds = new Map([[(told[0] as { channelId: number }).channelId, (told[0] as { kind: string }).kind]]);
  while (!kinds.has(room.channel.id)) {
    const { channelId, kind } = await next(channels);
    kinds.set(channelId, kind);
  }
  expect(kinds.get(room.channel.id)).toBe('deleted');
  expect(await deployment.next()).toEqual({ done: true, value: undefined });
  await Promise.all([channels.return?.(), playlist.return?.()]);
});
