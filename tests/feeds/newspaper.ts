import type { Channel, Prisma } from '../../prisma/generated/client/client.ts';
import { patience } from '../../scripts/patience.ts';
import type { TestServer } from '../support/server.ts';

/** Feeds of a test's own, and what is in them. */
export function newspaper({ app, make }: Pick<TestServer, 'app' | 'make'>) {
  /** A podcast with an episode for each of so many articles, the first one the oldest. */
  async function podcast(
    projectId: number,
    episodes = 0,
    settings: Prisma.InputJsonObject = {},
  ): Promise<Channel> {
    const channel = await make.channel(projectId, {
      type: 'podcast',
      settings: { title: 'The Morning', description: 'News.', ...settings },
    });
    for (let at = 0; at < episodes; at++) await episode(channel, { title: `Episode ${at + 1}` }, at);
    return channel;
  }

  /** An article with sound, published so many minutes after the first. */
  async function heardArticle(
    projectId: number,
    given: Partial<Prisma.ArticleUncheckedCreateInput> = {},
    minutes = 0,
  ) {
    const time = new Date(Date.UTC(2026, 10, 1, 6, minutes));
    const article = await make.article(projectId, { publishedAt: time, addedAt: time, ...given });
    return { article, audio: await make.audio(article.id) };
  }

  /** An episode of an article. */
  async function episode(
    channel: Channel,
    given: Partial<Prisma.ArticleUncheckedCreateInput> = {},
    minutes = 0,
  ) {
    const { article, audio } = await heardArticle(channel.projectId, given, minutes);
    const row = await app.db.prisma.episode.create({
      data: {
        channelId: channel.id,
        period: `article ${article.id}`,
        title: article.title,
        file: audio.version,
        durationMs: audio.durationMs,
        bytes: audio.bytes,
        publishedAt: article.publishedAt,
        articles: { create: { channelId: channel.id, articleId: article.id, position: 0 } },
      },
    });
    return { article, audio, episode: row };
  }

  return { podcast, episode, heardArticle };
}

/**
 * Polls until the result fits.
 * @throws after `limit` milliseconds
 */
export async function until<Value>(
  ask: () => Promise<Value>,
  fits: (value: Value) => boolean,
  limit = patience.condition,
): Promise<Value> {
  const deadline = performance.now() + limit;
  for (;;) {
    const value = await ask();
    if (fits(value)) return value;
    if (performance.now() > deadline)
      throw new Error(`After ${limit} ms it is still ${String(value).slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
