import type { Article, Prisma } from '../../../prisma/generated/client/client.ts';
import type { ArticleChange, RightsChange } from '../../lib/pubsub.ts';
import type { Actor, ActorNow } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { concerns } from '../identity/rights-change.ts';
import { accessProject, accessProjectOf } from '../projects/access.ts';
import { readArticle } from './article.ts';
import { policy } from './policy.ts';

/** What happened to an article, as a watcher is told: with the article as it is now, or only its id once it is deleted. */
export interface ArticleEvent {
  kind: ArticleChange['kind'];
  article: Article | null;
  articleId: number;
}

/** Articles whose present state a project's watcher is told first: those on a first page, and those that are still on their way. */
const presentNewest = 20;
const presentMoving = 100;

/**
 * Tells of an article's changes until the iterator is returned or the article is deleted. Its present state comes first, so that
 * nothing is missed between reading and watching.
 * @param actorNow is asked before each event, so that each is for those rights that there are then
 * @throws NotSignedInError, NotFoundError — at first and, when the right is taken away meanwhile, then
 */
export async function watchArticle(app: App, actorNow: ActorNow, id: number, query: Prisma.ArticleDefaultArgs = {}): Promise<AsyncIterableIterator<ArticleEvent>> {
  const project = await accessProjectOf(app.db.sql, await actorNow(), 'Article', id, policy.watchArticle, 'This article');
  const present = async (actor: Actor) => [await readArticle(app, actor, id, query)];
  return stoppable((signal) => follow(app, actorNow, { articleId: id }, present, project.id, query, signal));
}

/**
 * Tells of every article of a project that is added, changed or deleted. The present state of the newest and of the unfinished ones
 * comes first.
 * @throws as `watchArticle`
 */
export async function watchProjectArticles(app: App, actorNow: ActorNow, projectId: number, query: Prisma.ArticleDefaultArgs = {}): Promise<AsyncIterableIterator<ArticleEvent>> {
  await accessProject(app.db.sql, await actorNow(), projectId, policy.watchProjectArticles);
  return stoppable((signal) => follow(app, actorNow, { projectId }, (actor) => presentArticles(app, actor, projectId, query), projectId, query, signal));
}

/** A generator that waits for an event hears of `return` only after that; the signal wakes it. */
function stoppable(start: (signal: AbortSignal) => AsyncGenerator<ArticleEvent, void, undefined>): AsyncIterableIterator<ArticleEvent> {
  const stop = new AbortController();
  const events = start(stop.signal);
  return {
    next: () => events.next(),
    return: () => {
      stop.abort();
      return events.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* follow(
  app: App, actorNow: ActorNow, what: { articleId: number } | { projectId: number }, present: (actor: Actor) => Promise<Article[]>, projectId: number,
  query: Prisma.ArticleDefaultArgs, stopped: AbortSignal,
): AsyncGenerator<ArticleEvent, void, undefined> {
  const left = new AbortController();
  let actor = await actorNow();
  let doubtful = false;
  const mayEnd = (change: RightsChange): boolean => {
    const may = concerns(change, actor) || (change.of === 'project' && Number(change.id) === projectId);
    doubtful ||= may;
    return may;
  };
  const isNews = news();
  const changes = app.pubsub.watchWithRights(what, mayEnd, AbortSignal.any([stopped, left.signal]));
  try {
    // Listening begins with the first call of `next`, hence before the present state is read.
    let next = changes.next();
    // Awaited below; a rejection meanwhile is no unhandled one.
    next.catch(() => {});
    for (const article of await present((actor = await actorNow()))) {
      // Whoever takes them slowly does not keep a right that was lost meanwhile.
      if (doubtful) await accessProject(app.db.sql, (actor = await actorNow()), projectId, policy.watchProjectArticles);
      doubtful = false;
      if (isNews(article)) yield { kind: 'changed', article, articleId: article.id };
    }
    for (;;) {
      const { value: change, done } = await next;
      if (done) return;
      next = changes.next();
      next.catch(() => {});
      actor = await actorNow();
      if (change.kind === 'rights') {
        await accessProject(app.db.sql, actor, projectId, policy.watchProjectArticles);
        continue;
      }
      const event = await eventOf(app, actor, change, projectId, query);
      const isNew = event.article === null || isNews(event.article);
      if (isNew || event.kind !== 'changed') yield event;
      if ('articleId' in what && change.kind === 'deleted') return;
    }
  } finally {
    left.abort();
  }
}

/** Articles whose last told state a watcher remembers. */
const rememberedMost = 1_000;

/**
 * Tells what a watcher has not been told yet: each event reads the article as it is by then, so that the last of several changes may
 * have been told already with the first.
 */
function news(): (article: Article) => boolean {
  const told = new Map<number, string>();
  return (article) => {
    const state = JSON.stringify(article);
    if (told.get(article.id) === state) return false;
    told.delete(article.id);
    told.set(article.id, state);
    if (told.size > rememberedMost) told.delete(told.keys().next().value!);
    return true;
  };
}

async function eventOf(app: App, actor: Actor, { kind, articleId }: ArticleChange, projectId: number, query: Prisma.ArticleDefaultArgs): Promise<ArticleEvent> {
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

async function presentArticles(app: App, actor: Actor, projectId: number, query: Prisma.ArticleDefaultArgs): Promise<Article[]> {
  await accessProject(app.db.sql, actor, projectId, policy.watchProjectArticles);
  const newest = app.db.sql.selectFrom('Article').select('id')
    .where('projectId', '=', projectId).where('deletedAt', 'is', null)
    .orderBy('addedAt', 'desc').orderBy('id', 'desc');
  const moving = newest.where('status', 'in', ['waiting', 'processing', 'retry']);
  // Two lists, each with its own limit, are beyond Prisma.
  const rows = await app.db.sql.selectFrom('Article').select('id')
    .where((eb) => eb.or([eb('id', 'in', newest.limit(presentNewest)), eb('id', 'in', moving.limit(presentMoving))]))
    .execute();
  return app.db.prisma.article.findMany({ ...query, where: { id: { in: rows.map(({ id }) => id) } }, orderBy: [{ addedAt: 'asc' }, { id: 'asc' }] });
}
