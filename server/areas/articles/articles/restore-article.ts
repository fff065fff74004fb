import type { Selectable } from 'kysely';
import type { Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ConflictError, NotFoundError } from '../../../kernel/errors.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf, now } from '../../../lib/database/sql.ts';
import {
  lastDeletedFirst,
  restorableSince,
  type DeletedItem,
  type DeletedPage,
} from '../../access/deleted-items/deleted-items.ts';
import { outOfCharacters } from '../../access/accounts/ledger.ts';
import { accessProjectOf } from '../../access/project-access/access.ts';
import { writeProjectLog } from '../../access/project-log/log.ts';
import { publishArticle } from '../../library/publishing/follow-articles.ts';
import { restoreEpisodePlaces } from '../../library/publishing/restore-episode-places.ts';
import { accessArticle, type Article } from './article.ts';
import { articleActions } from './article-actions.ts';
import { queueDuplicates, detachedEntry } from './queue-duplicates.ts';
import { articleEvent } from './events.ts';
import { articleJob, recrawlJob } from './jobs.ts';
import { articleMessages } from './messages.ts';
import { policy } from './policy.ts';
import { beginRun, writeLog, type LogEntry } from './article-states.ts';

/**
 * Returns a page of a project's deleted articles that can be restored, most recently deleted first; null for
 * callers who may not restore them. @throws NotSignedInError, NotFoundError
 */
export async function listDeletedArticles(
  app: App,
  actor: Actor,
  projectId: number,
  page: DeletedPage,
): Promise<DeletedItem[] | null> {
  const asked = await lastDeletedFirst(app, actor, { projectId, right: policy.restoreArticle }, page);
  if (!asked) return null;
  const { where, ...order } = asked;
  const articles = await app.db.prisma.article.findMany({
    ...order,
    where: { AND: [where, stillThere] },
    select: {
      id: true,
      title: true,
      deletedAt: true,
      logs: {
        where: { action: articleActions.DELETED },
        orderBy: { id: 'desc' },
        take: 1,
        select: { user: { select: { id: true } } },
      },
    },
  });
  return articles.map(({ id, title, deletedAt, logs }) => ({
    type: 'Article',
    id,
    name: title,
    deletedAt: deletedAt!,
    deletedBy: logs[0]?.user ?? null,
  }));
}

/**
 * Restores a deleted article as it was: its audio is playable again from the same file, and unfinished
 * processing resumes. Nothing is generated or charged for it. A duplicate whose original is still deleted
 * becomes independent.
 * @throws NotSignedInError, NotFoundError (also when it is too late), NotAllowedError, ConflictError if it is
 * not deleted
 */
export async function restoreArticle(app: App, actor: Actor, id: number): Promise<Article> {
  return app.db.transaction(async (tx) => {
    const unknown = articleMessages.ARTICLE_NOT_FOUND();
    const project = await accessProjectOf(tx, actor, 'Article', id, policy.restoreArticle, unknown);
    const [article] = await lockDeleted(tx, project.id, [id]);
    if (!article) throw new NotFoundError(unknown);
    if (article.deletedAt === null) throw new ConflictError(articleMessages.ARTICLE_NOT_DELETED());
    if (!(await restoreLocked(app, tx, actor, article))) throw new NotFoundError(unknown);
    return accessArticle(tx, actor, id, policy.readArticle);
  });
}

/** Articles of a project to restore, deleted or not, locked in the order of ids. */
export function lockDeleted(tx: Sql, projectId: number, ids: readonly number[]): Promise<LockedArticle[]> {
  return (
    tx
      .selectFrom('Article')
      .selectAll()
      .where('projectId', '=', projectId)
      .where('id', '=', anyOf(ids, 'int'))
      .orderBy('id')
      // What the publisher writes of its episodes does not wait for this, which waits for the publisher.
      .forNoKeyUpdate()
      .execute()
  );
}

/**
 * Brings a deleted article back within the caller's transaction, which has locked it. For callers who may.
 * @returns whether it was not too late
 */
export async function restoreLocked(
  app: App,
  tx: Sql,
  actor: Actor,
  article: LockedArticle,
): Promise<boolean> {
  const { id, projectId, deletedAt, title } = article;
  if (deletedAt === null || deletedAt < restorableSince(app) || (await isEmptied(tx, article))) return false;
  const userId = actor.kind === 'user' ? actor.userId : undefined;
  const log: LogEntry[] = [{ action: 'restored', userId }];
  if (article.followsOriginal && (await isOriginalGone(tx, article.duplicateOfId))) {
    await tx.updateTable('Article').set({ followsOriginal: false }).where('id', '=', id).execute();
    log.push({ action: detachedEntry, userId });
  }
  await restoreRows(app, tx, article, log);
  await writeProjectLog(tx, actor, projectId, 'article restored', { article: id, title });
  return true;
}

type LockedArticle = Selectable<Tables['Article']>;

/** Returns whether the clean-up has removed the content, from a time when it ran sooner than it does now. */
export async function isEmptied(
  tx: Sql,
  { audio, text, fetchPage }: Pick<Selectable<Tables['Article']>, 'audio' | 'text' | 'fetchPage'>,
): Promise<boolean> {
  if (text === '' && !fetchPage) return true;
  if (audio === null) return false;
  const sound = await tx
    .selectFrom('Audio')
    .select('version')
    .where('version', '=', audio)
    .executeTakeFirst();
  return sound === undefined;
}

/** The same for Prisma, the other way round. */
const stillThere: Prisma.ArticleWhereInput = {
  AND: [
    { OR: [{ text: { not: '' } }, { fetchPage: true }] },
    // Of `isNot: null` Prisma asks the column alone.
    { OR: [{ audio: null }, { playable: { is: { version: { not: '' } } } }] },
  ],
};

async function isOriginalGone(tx: Sql, id: number | null): Promise<boolean> {
  const original = id === null ? undefined : await present(tx, id);
  return original === undefined;
}

const present = (tx: Sql, id: number) =>
  tx
    .selectFrom('Article')
    .select('id')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

type DeletedArticle = Pick<
  Selectable<Tables['Article']>,
  'id' | 'projectId' | 'run' | 'status' | 'error' | 'holdReason' | 'retryAt' | 'recrawlTime'
>;

/**
 * Takes back that an article was deleted, within the caller's transaction, which has locked it. For callers
 * who may.
 */
export async function restoreRows(
  app: Pick<App, 'queue' | 'pubsub'>,
  tx: Sql,
  { id, projectId, run, status, error, holdReason, retryAt, recrawlTime }: DeletedArticle,
  log: LogEntry[],
): Promise<void> {
  await tx.updateTable('Article').set({ deletedAt: null, updatedAt: now() }).where('id', '=', id).execute();
  await writeLog(tx, id, log);
  await restoreEpisodePlaces(tx, id);
  await publishArticle(app, tx, { id, projectId });
  await queueDuplicates(app, tx, { ids: [id], projectId });
  await app.pubsub.publish(tx, articleEvent, { kind: 'added', articleId: id, projectId });
  if (recrawlTime) await app.queue.send(tx, recrawlJob, { articleId: id }, { startAfter: recrawlTime });
  // Its limit may be of an earlier day, or raised since, and its account credited; where not, it stops again.
  if (status === 'limit_reached' || (status === 'errored' && error === outOfCharacters))
    await beginRun(app, tx, { articleId: id, why: 'restored' });
  else if ((status === 'waiting' && holdReason === null) || status === 'processing' || status === 'retry')
    await app.queue.send(
      tx,
      articleJob,
      { articleId: id, run },
      { ...(status === 'retry' && retryAt && { startAfter: retryAt }) },
    );
}
