import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Article, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Actor, ActorNow } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError } from '../../../kernel/errors.ts';
import { watchEvents } from '../../../kernel/events.ts';
import { anyOf, fromNow } from '../../../lib/database/sql.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { readArticle } from './article.ts';
import { articleEvent, type ArticleChange } from './events.ts';
import { policy } from './policy.ts';

/** Article event for subscribers: with the article as it is now, or only its id once it is deleted. */
export interface ArticleEvent {
  kind: ArticleChange['kind'];
  article: Article | null;
  articleId: number;
}

/**
 * Articles whose current state a project's subscriber gets first: those on a first page, and those in
 * progress.
 */
const presentNewest = 20;
const presentMoving = 100;

/**
 * Emits an article's changes until the iterator is returned or the article is deleted. Its current state
 * comes first, so that nothing is missed between reading and subscribing.
 * @param actorNow called before each event, so that each follows the rights at that time
 * @throws NotSignedInError, NotFoundError — at first and, when the right is revoked later, at that time
 */
export async function watchArticle(
  app: App,
  actorNow: ActorNow,
  id: number,
  query: Prisma.ArticleDefaultArgs = {},
): Promise<AsyncIterableIterator<ArticleEvent>> {
  const { isNews } = news();
  return watchEvents(app, actorNow, articleEvent, ['article', id], {
    present: async (actor) => [await readArticle(app, actor, id, query)].filter(isNews).map(present),
    tell: (actor, change) => newsOf(app, actor, change, { query, isNews }),
    isLast: ({ kind }) => kind === 'deleted',
    missed: (_, missedMs) => missedOf(app, (eb) => eb('id', '=', id), [id], missedMs),
  });
}

/**
 * Tells of every article of a project that is added, changed or deleted. The present state of the newest and
 * of the unfinished ones comes first.
 * @throws as `watchArticle`
 */
export async function watchProjectArticles(
  app: App,
  actorNow: ActorNow,
  projectId: number,
  query: Prisma.ArticleDefaultArgs = {},
): Promise<AsyncIterableIterator<ArticleEvent>> {
  const { isNews, known } = news();
  return watchEvents(app, actorNow, articleEvent, ['project', projectId], {
    present: async (actor) =>
      (await presentArticles(app, actor, projectId, query)).filter(isNews).map(present),
    tell: (actor, change) => newsOf(app, actor, change, { query, isNews }),
    missed: (_, missedMs) =>
      missedOf(
        app,
        (eb) =>
          eb.or([
            eb('id', '=', anyOf(known(), 'int')),
            eb('id', 'in', newestOf(app, projectId).limit(missedAmong)),
          ]),
        known(),
        missedMs,
      ),
  });
}

const present = (article: Article): ArticleEvent => ({ kind: 'changed', article, articleId: article.id });

/** Number of articles whose last sent state a subscription remembers. */
const rememberedMost = 1_000;
/** A project's newest articles, which are checked for changes while no events were received. */
const missedAmong = 1_000;
/** Transactions may have begun so long before their events were missed, milliseconds. */
const transactionMs = 60_000;

/**
 * Sends what a subscriber has not received yet: each event reads the current article, so that the last of
 * several changes may already have been sent with the first.
 */
function news(): { isNews(article: Article): boolean; known(): number[] } {
  const told = new Map<number, string>();
  return {
    isNews(article) {
      const state = JSON.stringify(article);
      if (told.get(article.id) === state) return false;
      told.delete(article.id);
      told.set(article.id, state);
      if (told.size > rememberedMost) told.delete(told.keys().next().value!);
      return true;
    },
    known: () => [...told.keys()],
  };
}

/**
 * What happened to some articles in the last `missedMs` milliseconds, as if it happened now. @param known
 * articles that were sent before: they are not new
 */
async function missedOf(
  app: App,
  among: (eb: ExpressionBuilder<Tables, 'Article'>) => Expression<SqlBool>,
  known: readonly number[],
  missedMs: number,
): Promise<ArticleChange[]> {
  const since = fromNow(-(missedMs + transactionMs) / 1_000);
  const rows = await app.db.sql
    .selectFrom('Article')
    .select((eb) => [
      'id',
      'projectId',
      eb('deletedAt', 'is not', null).as('isGone'),
      eb('addedAt', '>', since).as('isNew'),
    ])
    .where(among)
    .where('updatedAt', '>', since)
    .orderBy('addedAt')
    .orderBy('id')
    .execute();
  const old = new Set(known);
  return rows.map(({ id, projectId, isGone, isNew }) => ({
    kind: isGone ? 'deleted' : isNew && !old.has(id) ? 'added' : 'changed',
    articleId: id,
    projectId,
  }));
}

/** Returns the event of a change; null: already emitted. */
async function newsOf(
  app: App,
  actor: Actor,
  change: ArticleChange,
  { query, isNews }: { query: Prisma.ArticleDefaultArgs; isNews: (article: Article) => boolean },
): Promise<ArticleEvent | null> {
  const event = await eventOf(app, actor, change, query);
  const isNew = event.article === null || isNews(event.article);
  return isNew || event.kind !== 'changed' ? event : null;
}

async function eventOf(
  app: App,
  actor: Actor,
  { kind, articleId, projectId }: ArticleChange,
  query: Prisma.ArticleDefaultArgs,
): Promise<ArticleEvent> {
  if (kind !== 'deleted') {
    try {
      return { kind, articleId, article: await readArticle(app, actor, articleId, query) };
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
  // Deleted now or a moment ago; or the right to the project is gone, which this says.
  await accessProject(app.db.sql, actor, projectId, policy.watchProjectArticles);
  return { kind: 'deleted', articleId, article: null };
}

const newestOf = (app: App, projectId: number) =>
  app.db.sql
    .selectFrom('Article')
    .select('id')
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .orderBy('addedAt', 'desc')
    .orderBy('id', 'desc');

async function presentArticles(
  app: App,
  actor: Actor,
  projectId: number,
  query: Prisma.ArticleDefaultArgs,
): Promise<Article[]> {
  await accessProject(app.db.sql, actor, projectId, policy.watchProjectArticles);
  const newest = newestOf(app, projectId);
  const moving = newest.where('status', 'in', ['waiting', 'processing', 'retry']);
  // Two lists, each with its own limit, are beyond Prisma.
  const rows = await app.db.sql
    .selectFrom('Article')
    .select('id')
    .where((eb) =>
      eb.or([eb('id', 'in', newest.limit(presentNewest)), eb('id', 'in', moving.limit(presentMoving))]),
    )
    .execute();
  return app.db.prisma.article.findMany({
    ...query,
    where: { id: { in: rows.map(({ id }) => id) } },
    orderBy: [{ addedAt: 'asc' }, { id: 'asc' }],
  });
}
