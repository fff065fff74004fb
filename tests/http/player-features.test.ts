import { beforeEach, expect, test } from 'vitest';
import type { PlayerConfig } from '../../server/areas/channels/player/config-schema.ts';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { askPlayer } from './ask-player.ts';

const server = useServer();
let room: Newsroom;
beforeEach(async () => {
  room = await server.make.newsroom();
});

const db = () => server.app.db.prisma;
const config = (query: object, slug: string): Promise<PlayerConfig> => askPlayer(server, slug, query);

test('plays the newest articles after the page’s own, if the channel has that switched on', async () => {
  const { article, project: own } = room;
  const made = await server.make.channel(own.id, {
    type: 'player',
    settings: { version: 3, playNext: true },
  });
  const titles = async (query: object = { article: article.id }) =>
    (await config(query, made.slug)).items.map(({ title }) => title);
  const at = (day: number) => new Date(Date.UTC(2026, 9, day));
  for (let day = 1; day <= 7; day++)
    await server.make.audio(
      (await server.make.article(own.id, { title: `Day ${day}`, addedAt: at(day) })).id,
    );
  // Neither what is not public nor what has no audio follows, nor what is of another project.
  await server.make.audio(
    (
      await server.make.article(own.id, {
        title: 'Embargo',
        addedAt: at(9),
        publishAt: new Date('2099-01-01'),
      })
    ).id,
  );
  await server.make.article(own.id, { title: 'Silent', addedAt: at(10) });
  await server.make.audio(
    (await server.make.article((await server.make.project()).id, { addedAt: at(11) })).id,
  );
  await db().article.update({ where: { id: article.id }, data: { addedAt: at(12) } });
  expect(await titles()).toEqual([article.title, 'Day 7', 'Day 6', 'Day 5', 'Day 4', 'Day 3']);
  // A page without its own article plays no other.
  const waiting = await server.make.article(own.id, { title: 'Waiting', url: 'https://example.com/waiting' });
  expect(await titles({ article: waiting.id })).toEqual(['Waiting']);
  expect(await titles({ url: 'https://example.com/unknown' })).toEqual([]);
  const plain = await server.make.channel(own.id, { type: 'player', settings: { version: 3 } });
  expect((await config({ article: article.id }, plain.slug)).items).toHaveLength(1);
});

test('links to the project’s oldest podcast, if the channel has that switched on', async () => {
  const subscribing = async (subscribe: boolean) => {
    const settings = { version: 3, subscribe };
    const made = await server.make.channel(room.project.id, { type: 'player', settings });
    return (await config({ article: room.article.id }, made.slug)).podcast;
  };
  expect(await subscribing(true)).toBeNull();
  const podcast = await server.make.channel(room.project.id, {
    type: 'podcast',
    settings: { title: 'Harbour', spotifyUrl: 'https://open.spotify.com/show/1' },
  });
  await server.make.channel(room.project.id, { type: 'podcast', settings: { title: 'Second' } });
  expect(await subscribing(true)).toEqual({
    page: `${server.url}/podcast/${podcast.slug}`,
    apps: [{ name: 'Spotify', url: 'https://open.spotify.com/show/1' }],
  });
  expect(await subscribing(false)).toBeNull();
});
