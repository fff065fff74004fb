import { sql } from 'kysely';
import type { Prisma } from '../../../prisma/generated/client/client.ts';
import {
  articleLikeness,
  isSameSite,
  urlKey,
  withoutTracking,
} from '../../extraction/discovery/article-url.ts';
import { anyOf } from '../../lib/sql.ts';
import { urlMaxCharacters } from '../../product.ts';
import { system } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { LimitReachedError } from '../../kernel/errors.ts';
import { countOne, type Rate } from '../../kernel/rate-limit.ts';
import { isSignedFor } from '../articles/hearing.ts';
import { accessProject } from '../projects/access.ts';
import { itemOfWebsite } from '../sources/found-item.ts';
import { takeItem } from '../sources/take-item.ts';
import type { PlayerChannel, PlayerQuestion } from './question.ts';

const asked = {
  id: true,
  projectId: true,
  title: true,
  url: true,
  status: true,
  audio: true,
  playable: { select: { durationMs: true, teaser: true, teaserMs: true } },
} as const satisfies Prisma.ArticleSelect;

type PlayedArticle = Prisma.ArticleGetPayload<{ select: typeof asked }>;

/** The article that a page's player is for. */
export interface Played {
  article: PlayedArticle;
  /** Whether the question was signed with the project's key. */
  isSubscriber: boolean;
}

/** Articles that pages make known, for a project: a newsroom publishes fewer. */
const newcomers: Rate = { name: 'articles found by players', burst: 60, everyMs: 15_000 };

/**
 * The article that is asked for, in the channel's project alone; null: there is none, or nobody may hear of
 * it.
 */
export async function findPlayed(
  app: App,
  channel: PlayerChannel,
  question: PlayerQuestion,
): Promise<Played | null> {
  const { projectId } = channel;
  const id =
    question.article ?? (question.url === undefined ? null : await byAddress(app, channel, question.url));
  if (id === null) return null;
  const article = await app.db.prisma.article.findFirst({
    where: { id, projectId, deletedAt: null },
    select: { ...asked, project: { select: { securityKey: true } } },
  });
  if (!article) return null;
  const { project, ...rest } = article;
  return { article: rest, isSubscriber: isSignedFor(project.securityKey, question) };
}

/** The article of a page, by its address; one that nobody knew is taken in. */
async function byAddress(app: App, channel: PlayerChannel, given: string): Promise<number | null> {
  if (given.length > urlMaxCharacters || !/^https?:$/.test(URL.parse(given)?.protocol ?? '')) return null;
  const url = withoutTracking(given);
  const known = await articleAt(app, channel.projectId, url);
  if (known !== null) return known;
  return (await takeIn(app, channel, url)) ? articleAt(app, channel.projectId, url) : null;
}

/**
 * An address as it was stored by whatever it came from: with or without `www.`, a slash at its end, and
 * encryption.
 */
function variants(url: string): string[] {
  const key = urlKey(url);
  const [path = '', query] = key.split('?');
  const ends = query === undefined ? [path, `${path}/`] : [`${path}?${query}`, `${path}/?${query}`];
  const begins = ['https://', 'https://www.', 'http://', 'http://www.'];
  return [...new Set([url, ...begins.flatMap((begin) => ends.map((end) => begin + end))])];
}

/** The newest article at an address; null: there is none. */
async function articleAt(app: App, projectId: number, url: string): Promise<number | null> {
  const row = await app.db.sql
    .selectFrom('Article')
    .select('id')
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    // As the index has it: an address can be too long for one.
    .where(
      sql<string>`md5("url")`,
      '=',
      anyOf(sql<string[]>`ARRAY(SELECT md5(one) FROM unnest(${variants(url)}::text[]) one)`, 'text'),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Takes in the article of a page that belongs to the project's site, where the project finds articles by
 * itself. Its page is read as any other that was found there, and what is no article ends as an error.
 * @returns whether it was begun
 */
async function takeIn(
  app: App,
  { projectId, project: { mainUrl } }: PlayerChannel,
  url: string,
): Promise<boolean> {
  if (mainUrl === null || !isSameSite(url, mainUrl) || articleLikeness(url) === 0) return false;
  const source = await app.db.sql
    .selectFrom('Source as s')
    .innerJoin('Project as p', 'p.id', 's.projectId')
    .selectAll('s')
    .where('s.projectId', '=', projectId)
    .where('s.type', '=', 'parser')
    .where('p.autoAddArticles', '=', true)
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst();
  const item = source && itemOfWebsite({ url, title: null, publishedAt: null });
  if (!source || !item) return false;
  try {
    await countOne(app, newcomers, `project ${projectId}`, 'Too many new articles at once.');
  } catch (error) {
    if (error instanceof LimitReachedError) return false;
    throw error;
  }
  await takeItem(
    app,
    { source, project: await accessProject(app.db.sql, system, projectId, 'read') },
    // Asked for by a reader and not found by a poll: wanted however old it is, and no part of a rhythm.
    { ...item, hash: null },
    { text: '', error: null },
    { isBurst: false },
  );
  return true;
}
