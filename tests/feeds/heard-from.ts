import { parseRssFeed } from 'feedsmith';
import type { Article, Channel } from '../../prisma/generated/client/client.ts';
import { itemId } from '../../server/feeds/uuid.ts';
import { skillId, type useSkills } from '../alexa/skill-stage.ts';
import { askPlayer } from '../http/ask-player.ts';
import type { TestServer } from '../support/server.ts';

/** Articles by id, and whether their teaser plays; null: cannot be determined. */
export type Truth = Map<number, { isTeaser: boolean } | null>;

/** Those of some articles that a channel puts out, asked as its listeners ask. */
export async function heardFrom(
  server: Pick<TestServer, 'app' | 'url'>,
  skill: Pick<ReturnType<typeof useSkills>, 'say'>,
  channel: Channel,
  rows: readonly Pick<Article, 'id' | 'url'>[],
): Promise<Truth> {
  const { prisma } = server.app.db;
  const get = async (path: string) => (await fetch(server.url + path)).text();
  const isTeaser = (address: string | null | undefined) => /\/(whole|lost)\d+/.test(address ?? '');
  switch (channel.type) {
    case 'json': {
      const { items } = JSON.parse(await get(`/json/${channel.slug}`));
      return new Map(
        rows.flatMap(({ id }) => {
          const item = items.find((one: { id: string }) => one.id === itemId(channel, id));
          return item ? [[id, { isTeaser: isTeaser(item.attachments?.[0].url) }]] : [];
        }),
      );
    }
    case 'alexaFB': {
      const items = JSON.parse(await get(`/alexafb/${channel.slug}`));
      const has = (id: number) => items.some((one: { uid: string }) => one.uid === itemId(channel, id));
      return new Map(rows.flatMap(({ id }) => (has(id) ? [[id, null]] : [])));
    }
    case 'alexaSkill': {
      const place = { channelId: channel.id, vendorId: 'M2VENDOR' };
      if ((await prisma.alexaSkill.count({ where: place })) === 0)
        await prisma.alexaSkill.create({ data: { ...place, skillId } });
      await prisma.alexaListener.deleteMany({ where: { channelId: channel.id } });
      await skill.say(channel.slug, { type: 'LaunchRequest' });
      const listener = await prisma.alexaListener.findFirst({ where: { channelId: channel.id } });
      return new Map((listener?.articles ?? []).map((id) => [id, null]));
    }
    case 'player': {
      const found = await Promise.all(
        rows.map(async ({ id, url }) => {
          const { items } = await askPlayer(server, channel.slug, url === null ? { article: id } : { url });
          return items.flatMap((item) => (item.state === 'ready' && item.id === id ? [item] : []));
        }),
      );
      return new Map(found.flat().map(({ id, teaser }) => [id, { isTeaser: teaser }]));
    }
    case 'playlistPlayer': {
      const { items } = await askPlayer(server, channel.slug, {});
      return new Map(items.map(({ id, teaser }) => [id, { isTeaser: teaser }]));
    }
    case 'podcast': {
      const feed = parseRssFeed(await get(`/podcast/${channel.slug}`)) as any;
      const addresses = new Map<string, string>(
        (feed.items ?? []).map((item: any) => [item.guid.value, item.enclosures[0].url]),
      );
      const places = await prisma.episodeArticle.findMany({
        where: { channelId: channel.id, episode: { guid: { in: [...addresses.keys()] } } },
        include: { episode: true },
      });
      return new Map(
        places.map(({ articleId, episode }) => [
          articleId,
          { isTeaser: isTeaser(addresses.get(episode.guid)) },
        ]),
      );
    }
    default:
      return new Map();
  }
}
