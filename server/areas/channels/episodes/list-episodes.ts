import type { Episode, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { readableBy } from '../channels/channels.ts';
import { joinedChapters, type JoinedChapter } from '../../library/joined-audio/joined-audio.ts';

/**
 * Returns the episodes whose channel the actor may read.
 * @param query selection of the rows
 * @throws NotSignedInError
 */
export async function readEpisodes(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.EpisodeDefaultArgs = {},
): Promise<Episode[]> {
  return app.db.prisma.episode.findMany({
    ...query,
    where: { id: { in: [...ids] }, deletedAt: null, channel: readableBy(actor) },
  });
}

/**
 * Returns episodes of a channel that the caller has read, newest first, including those that are not playable
 * yet.
 * @param query selection of the rows, and their filter
 */
export const listEpisodes = (
  app: App,
  channelId: number,
  query: Prisma.EpisodeFindManyArgs,
): Promise<Episode[]> =>
  app.db.prisma.episode.findMany({
    ...query,
    where: { channelId, deletedAt: null },
    orderBy: { id: 'desc' },
  });

/** What the column of an episode's chapters holds. */
export const chaptersIn = (stored: unknown): JoinedChapter[] => joinedChapters.parse(stored ?? []);
