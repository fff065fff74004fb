import type { Episode, Prisma } from '../../../prisma/generated/client/client.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { readableBy } from '../channels/channels.ts';
import { joinedChapters, type JoinedChapter } from '../joined-audio/joined-audio.ts';
import { episodeMessages } from './messages.ts';

/** @param query what is asked of the row @throws NotSignedInError, NotFoundError */
export async function readEpisode(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.EpisodeDefaultArgs = {},
): Promise<Episode> {
  const episode = await app.db.prisma.episode.findFirst({
    ...query,
    where: { id, deletedAt: null, channel: readableBy(actor) },
  });
  if (!episode) throw new NotFoundError(episodeMessages.EPISODE_NOT_FOUND());
  return episode;
}

/**
 * Episodes of a channel that the caller has read, newest first, with those that cannot be heard yet. @param
 * query what is asked, and which
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
