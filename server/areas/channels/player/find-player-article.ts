import type { Prisma } from '../../../../prisma/generated/client/client.ts';
import { urlMaxCharacters } from '../../../product.ts';
import type { App } from '../../../kernel/app.ts';
import { articleAt } from '../../articles/articles/addresses.ts';
import { hasValidSignature } from '../../articles/articles/audio-access.ts';
import { publicNowCondition } from '../../library/publishing/embargo-condition.ts';
import type { PlayerChannel, PlayerRequest } from './player-request.ts';
import { canonicalAddress, registerPage } from './register-page.ts';

const asked = {
  id: true,
  projectId: true,
  title: true,
  url: true,
  imageUrl: true,
  status: true,
  audio: true,
  playable: { select: { durationMs: true, teaser: true, teaserMs: true } },
} as const satisfies Prisma.ArticleSelect;

export type PlayerArticle = Prisma.ArticleGetPayload<{ select: typeof asked }>;

/** The article that a page's player is for. */
export interface PlayerTarget {
  article: PlayerArticle;
  /** Whether the question was signed with the project's key. */
  isSubscriber: boolean;
}

/**
 * The article that is asked for, in the channel's project alone; null: there is none, or nobody may hear of
 * it.
 */
export async function findPlayerTarget(
  app: App,
  channel: PlayerChannel,
  question: PlayerRequest,
): Promise<PlayerTarget | null> {
  const id =
    question.article ?? (question.url === undefined ? null : await byAddress(app, channel, question.url));
  if (id === null) return null;
  const found = await readPlayerTarget(app, channel, id);
  return found && { article: found.article, isSubscriber: hasValidSignature(found.securityKey, question) };
}

/**
 * An article as a player of its project is told of it; null: there is none, or nobody may hear of it there.
 */
export async function readPlayerTarget(
  { db }: Pick<App, 'db'>,
  channel: Pick<PlayerChannel, 'id' | 'projectId'>,
  id: number,
): Promise<{ article: PlayerArticle; securityKey: string | null } | null> {
  const { projectId } = channel;
  const found = await db.prisma.article.findFirst({
    where: {
      id,
      projectId,
      deletedAt: null,
      AND: publicNowCondition(),
      // Of a studio, a player plays its own audio alone: who has one does not find the others by their ids.
      OR: [{ studioAudio: null }, { studioAudio: { channelId: channel.id } }],
    },
    select: { ...asked, project: { select: { securityKey: true } } },
  });
  if (!found) return null;
  const { project, ...article } = found;
  return { article, securityKey: project.securityKey };
}

/** The article of a page, by its address; one that nobody knew is taken in. */
async function byAddress(app: App, channel: PlayerChannel, given: string): Promise<number | null> {
  if (given.length > urlMaxCharacters || !/^https?:$/.test(URL.parse(given)?.protocol ?? '')) return null;
  const { projectId } = channel;
  const known = await articleAt(app, projectId, given);
  if (known !== null) return known;
  const own = await canonicalAddress(app, projectId, given);
  if (own === null) return null;
  // One that was found under its own address, or that somebody else found first, is there now.
  const found = own === given ? null : await articleAt(app, projectId, own);
  if (found !== null) return found;
  await registerPage(app, projectId, own);
  return articleAt(app, projectId, own);
}
