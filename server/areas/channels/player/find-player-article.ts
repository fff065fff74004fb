import type { Prisma } from '../../../../prisma/generated/client/client.ts';
import { urlMaxCharacters } from '../../../product.ts';
import type { App } from '../../../kernel/app.ts';
import { articleAt, articleWithGuid } from '../../articles/articles/addresses.ts';
import { hasValidSignature } from '../../articles/articles/audio-access.ts';
import { guidOf } from '../../articles/sources/source-item.ts';
import { publicNowCondition } from '../../library/publishing/embargo-condition.ts';
import type { PlayerChannel, PlayerRequest } from './player-request.ts';
import { canonicalAddress } from './register-page.ts';

/** What players need of an article. */
export const playerArticleSelect = {
  id: true,
  projectId: true,
  guid: true,
  title: true,
  url: true,
  imageUrl: true,
  status: true,
  audio: true,
  playable: { select: { durationMs: true, teaser: true, teaserMs: true } },
} as const satisfies Prisma.ArticleSelect;

export type PlayerArticle = Prisma.ArticleGetPayload<{ select: typeof playerArticleSelect }>;

/** The article that a page's player is for. */
export interface PlayerTarget {
  article: PlayerArticle;
  /** Whether the question was signed with the project's key. */
  isSubscriber: boolean;
}

/** What a request asks for: an article that may be played, or a page of the project's site without one. */
export interface PlayerMatch {
  target: PlayerTarget | null;
  /** Address under which the page of no known article would be registered; null: it would not be. */
  page: string | null;
}

/** Finds what is asked for, in the channel's project alone. Starts nothing: `startPage` does. */
export async function findPlayerTarget(
  app: App,
  channel: PlayerChannel,
  question: PlayerRequest,
): Promise<PlayerMatch> {
  const { id, page } = await findPlayerArticle(app, channel, question);
  if (id === null) return { target: null, page };
  const found = await readPlayerTarget(app, channel, id);
  return {
    target: found && { article: found.article, isSubscriber: hasValidSignature(found.securityKey, question) },
    page: null,
  };
}

/** Finds the id of the article that is asked for, public or not, or the page that would be registered. */
export async function findPlayerArticle(
  app: App,
  channel: PlayerChannel,
  { article, externalId, url }: PlayerRequest,
): Promise<{ id: number | null; page: string | null }> {
  const own =
    article ?? (externalId === undefined ? null : await byExternalId(app, channel.projectId, externalId));
  return own !== null || url === undefined ? { id: own, page: null } : byAddress(app, channel, url);
}

/** Returns an article for a player of its project; null: there is none, or it is not public there. */
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
      // A studio player plays only its own audio: others can't be found by their ids.
      OR: [{ studioAudio: null }, { studioAudio: { channelId: channel.id } }],
    },
    select: { ...playerArticleSelect, project: { select: { securityKey: true } } },
  });
  if (!found) return null;
  const { project, ...article } = found;
  return { article, securityKey: project.securityKey };
}

/** The article that the publisher knows by an id; null: there is none. */
async function byExternalId(app: App, projectId: number, given: string): Promise<number | null> {
  if (given.length > urlMaxCharacters || given.includes('\0')) return null;
  return (await articleWithGuid(app, projectId, guidOf(given))) ?? (await articleAt(app, projectId, given));
}

/** The article of a page, by its address; else where the page would be registered. */
async function byAddress(
  app: App,
  { projectId, type }: PlayerChannel,
  given: string,
): Promise<{ id: number | null; page: string | null }> {
  if (given.length > urlMaxCharacters || !/^https?:$/.test(URL.parse(given)?.protocol ?? ''))
    return { id: null, page: null };
  const known = await articleAt(app, projectId, given);
  if (known !== null) return { id: known, page: null };
  const own = await canonicalAddress(app, projectId, given);
  const id = own === null || own === given ? null : await articleAt(app, projectId, own);
  return { id, page: id === null && type === 'player' ? own : null };
}
