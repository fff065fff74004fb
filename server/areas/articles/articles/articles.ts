import type { SourceType } from '../../../../prisma/generated/client/enums.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { lockName, now } from '../../../lib/database/sql.ts';
import { requestRecrawl } from './recrawl.ts';
import { beginRun, release, removeArticle, writeLog, type LogEntry } from './article-states.ts';
import { dateInLog } from './log-date-format.ts';
import { textDiff } from '../../../text/text-diff.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ConflictError, NotAllowedError, ValidationError } from '../../../kernel/errors.ts';
import { redateArticle } from '../../library/publishing/redate-article.ts';
import { queueDuplicates, detachedEntry } from './queue-duplicates.ts';
import { accessProject, type Project } from '../../access/project-access/access.ts';
import { storedAddress } from './addresses.ts';
import { accessArticle, type Article } from './article.ts';
import { checkedInput, type ArticleInput } from './input.ts';
import { articleEvent } from './events.ts';
import { scheduleRelease, embargoLogEntry, embargoOf, setEmbargo, endEmbargo } from './schedule-embargo.ts';
import { policy } from './policy.ts';
import { articleMessages } from './messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

export interface CreateArticle {
  projectId: number;
  title: string;
  url?: string | null | undefined;
  /** Empty: the page at `url` is read. */
  text?: string | null | undefined;
  labels?: string[] | null | undefined;
  /** Address of its picture; absent: that of its page. */
  imageUrl?: string | null | undefined;
  /** End of the embargo; absent: none. */
  publishAt?: Date | null | undefined;
  /** The article's id in the caller's system: adding it again answers the article that is there. */
  guid?: string | null | undefined;
}

const guidMaxCharacters = 500;

/**
 * Adds an article and begins to voice it. May be repeated with the same `guid`.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `title`, `url`, `text`,
 * `labels`, `imageUrl`, `publishAt`, `guid`
 */
export async function createArticle(
  app: App,
  actor: Actor,
  { projectId, guid: givenGuid, ...input }: CreateArticle,
): Promise<Article> {
  return app.db.transaction(async (tx) => {
    const project = await accessProject(tx, actor, projectId, policy.createArticle);
    const {
      title,
      url = null,
      text = '',
      labels = [],
      imageUrl = null,
      publishAt = null,
    } = checkedInput(app, { ...input, text: input.text ?? '', labels: input.labels ?? [] });
    if (title === undefined)
      throw new ValidationError([{ field: 'title', ...articleMessages.ARTICLE_TITLE_MISSING() }]);
    const guid = givenGuid?.trim() || null;
    if (guid && (guid.length > guidMaxCharacters || guid.includes('\0')))
      throw new ValidationError([{ field: 'guid', ...kernelMessages.TOO_LONG({ most: guidMaxCharacters }) }]);
    const sourceId = await sourceFor(tx, actor, project);
    const known = guid && (await knownArticle(tx, project, sourceId, guid));
    if (known) return accessArticle(tx, actor, known, policy.readArticle);

    const { id: articleId } = await tx
      .insertInto('Article')
      .values({
        projectId: project.id,
        sourceId,
        guid,
        ...storedAddress(url),
        title,
        text,
        labels,
        fetchPage: text === '',
        rssAutoUpdate: project.autoupdate,
        imageUrl,
        publishAt,
        isEmbargoed: publishAt !== null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.pubsub.publish(tx, articleEvent, { kind: 'added', articleId, projectId: project.id });
    // It stays when the page is read.
    if (imageUrl) await writeLog(tx, articleId, pictureEntries(null, imageUrl, userOf(actor)));
    if (publishAt) await scheduleRelease(app, tx, articleId, publishAt);
    await beginRun(app, tx, { articleId, why: 'created', userId: userOf(actor) });
    return accessArticle(tx, actor, articleId, policy.readArticle);
  });
}

/**
 * The source that counts as an article's origin: a key's own, else the project's for what people or programs
 * write; null where it has none.
 */
async function sourceFor(db: Sql, actor: Actor, project: Project): Promise<number | null> {
  if (actor.kind === 'key') return actor.sourceId;
  const preferred: SourceType = actor.kind === 'partner' ? 'api' : 'manual';
  const source = await db
    .selectFrom('Source')
    .select('id')
    .where('projectId', '=', project.id)
    .where('type', 'in', ['manual', 'api'])
    .orderBy((eb) => eb('type', '=', preferred), 'desc')
    .orderBy('id')
    .executeTakeFirst();
  return source?.id ?? null;
}

/** Returns the article with that guid. Concurrent calls for the same guid wait for each other here. */
async function knownArticle(
  tx: Sql,
  project: Project,
  sourceId: number | null,
  guid: string,
): Promise<number | null> {
  await lockName(tx, `article ${project.id} ${guid}`);
  const known = await tx
    .selectFrom('Article')
    .select(['id', 'deletedAt'])
    .where('projectId', '=', project.id)
    .where('sourceId', 'is not distinct from', sourceId)
    .where('guid', '=', guid)
    .executeTakeFirst();
  if (known?.deletedAt) throw new ValidationError([{ field: 'guid', ...articleMessages.ARTICLE_DELETED() }]);
  return known?.id ?? null;
}

export interface UpdateArticle {
  id: number;
  /** Revision that the changes are based on; absent: overwrites the current one. */
  revision?: number | null | undefined;
  title?: string | null | undefined;
  /** Null: none. */
  url?: string | null | undefined;
  /** Empty: the page at the article's address is read. */
  text?: string | null | undefined;
  labels?: string[] | null | undefined;
  /** Null: no author. */
  author?: string | null | undefined;
  /** Null: it is not known. */
  publishedAt?: Date | null | undefined;
  /** Address of its picture; null: it has none. */
  imageUrl?: string | null | undefined;
  /** End of the embargo; null: published now. */
  publishAt?: Date | null | undefined;
  rssAutoUpdate?: boolean | null | undefined;
}

/**
 * Changes an article. A new title or text is voiced, only the chunks that changed; url, labels, author,
 * picture and dates are not spoken. What is absent stays, and sending back what is stored changes nothing.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ConflictError when it is another revision by now,
 * ValidationError on `title`, `url`, `text`, `labels`, `author`, `publishedAt`, `publishAt`,
 * `imageUrl`
 */
export async function updateArticle(
  app: App,
  actor: Actor,
  { id, revision, rssAutoUpdate, ...input }: UpdateArticle,
): Promise<Article> {
  return app.db.transaction(async (tx) => {
    const article = await accessArticle(tx, actor, id, policy.updateArticle, true);
    const given: ArticleInput = {
      title: input.title ?? undefined,
      url: input.url,
      text: input.text ?? undefined,
      labels: input.labels ?? undefined,
      author: input.author,
      publishedAt: input.publishedAt,
      publishAt: input.publishAt,
      imageUrl: input.imageUrl,
    };
    const { publishAt, ...checked } = checkedInput(app, given, article);
    const after = { ...article, ...defined(checked), rssAutoUpdate: rssAutoUpdate ?? article.rssAutoUpdate };
    const log = changeLog(article, after, userOf(actor));
    const embargo = embargoOf(article);
    const until = publishAt === undefined ? embargo : embargoOf({ publishAt });
    const isHeldOtherwise = until?.getTime() !== embargo?.getTime();
    if (log.length === 0 && after.rssAutoUpdate === article.rssAutoUpdate && !isHeldOtherwise) return article;
    if (revision !== null && revision !== undefined && revision !== article.revision)
      throw new ConflictError(articleMessages.ARTICLE_CHANGED());
    // Changing a duplicate detaches it from its original.
    const isOwn = article.followsOriginal && log.length > 0;
    if (isOwn) log.push({ action: detachedEntry, userId: userOf(actor) });
    await tx
      .updateTable('Article')
      .set({
        ...(isOwn && { followsOriginal: false }),
        ...(isHeldOtherwise && article.duplicateOfId !== null && { ownPublishAt: until ?? now() }),
        title: after.title,
        ...storedAddress(after.url),
        text: after.text,
        labels: after.labels,
        author: after.author,
        publishedAt: after.publishedAt,
        imageUrl: after.imageUrl,
        rssAutoUpdate: after.rssAutoUpdate,
        updatedAt: now(),
        ...(after.text !== article.text && { confidence: null }),
      })
      .where('id', '=', id)
      .execute();
    if (isHeldOtherwise) log.push(embargoLogEntry(embargo, until, userOf(actor)));
    await writeLog(tx, id, log);
    if (isHeldOtherwise) {
      const present = { ...article, publishedAt: after.publishedAt, projectId: article.project.id };
      if (until) await setEmbargo(app, tx, present, until);
      else await endEmbargo(app, tx, present, userOf(actor));
    }
    if (after.publishedAt?.getTime() !== article.publishedAt?.getTime())
      await redateArticle(app, tx, { id, projectId: article.project.id });
    const rewritten = after.text !== article.text;
    if (rewritten || after.title !== article.title) {
      await beginRun(app, tx, {
        articleId: id,
        why: 'edited',
        userId: userOf(actor),
        ...(rewritten && { fetchPage: false }),
      });
    } else {
      await queueDuplicates(app, tx, { ids: [id], projectId: article.project.id });
      await app.pubsub.publish(tx, articleEvent, {
        kind: 'changed',
        articleId: id,
        projectId: article.project.id,
      });
    }
    return accessArticle(tx, actor, id, policy.readArticle);
  });
}

/** Returns the log entries of a changed picture. The user in them counts when the page is read again. */
function pictureEntries(before: string | null, after: string | null, userId: number | undefined): LogEntry[] {
  const diff = textDiff(before ?? '', after ?? '');
  return diff ? [{ action: 'picture changed', kind: 'update', diff, userId }] : [];
}

function changeLog(before: Article, after: Article, userId: number | undefined): LogEntry[] {
  const entries: LogEntry[] = [];
  for (const field of ['title', 'text', 'url'] as const) {
    const diff = textDiff(before[field] ?? '', after[field] ?? '');
    if (diff) entries.push({ action: `${field} changed`, kind: 'update', diff, userId });
  }
  const [old, labels] = [before.labels.join(', '), after.labels.join(', ')];
  if (old !== labels)
    entries.push({ action: 'labels changed', kind: 'update', diff: textDiff(old, labels), userId });
  const author = textDiff(before.author ?? '', after.author ?? '');
  if (author) entries.push({ action: 'author changed', kind: 'update', diff: author, userId });
  const date = textDiff(dateInLog(before.publishedAt), dateInLog(after.publishedAt));
  if (date) entries.push({ action: 'date of publication changed', kind: 'update', diff: date, userId });
  return [...entries, ...pictureEntries(before.imageUrl, after.imageUrl, userId)];
}

/**
 * Deletes an article for everyone. Generation in progress stops. A feed doesn't reimport it; `restoreArticle`
 * restores it for some days.
 * @throws NotSignedInError, NotFoundError (also if it is already deleted), NotAllowedError
 */
export async function deleteArticle(app: App, actor: Actor, id: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    const article = await accessArticle(tx, actor, id, policy.deleteArticle, true);
    await removeArticle(app, tx, article, { action: 'deleted', userId: userOf(actor) });
  });
}

/**
 * Schedules the article's page to be read again in a minute. A repeated call until then changes nothing.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `url` when there is no page
 */
export async function recrawlArticle(app: App, actor: Actor, id: number): Promise<Article> {
  return app.db.transaction(async (tx) => {
    const article = await accessArticle(tx, actor, id, policy.recrawlArticle, true);
    if (!article.url) throw new ValidationError([{ field: 'url', ...articleMessages.ARTICLE_WITHOUT_URL() }]);
    if (article.recrawlTime && article.recrawlTime > databaseTime()) return article;
    // What its page says is not what its original says.
    if (article.followsOriginal) {
      await tx.updateTable('Article').set({ followsOriginal: false }).where('id', '=', id).execute();
      await writeLog(tx, id, [{ action: detachedEntry, userId: userOf(actor) }]);
    }
    await requestRecrawl(app, tx, { articleId: id, userId: userOf(actor) });
    return accessArticle(tx, actor, id, policy.readArticle);
  });
}

/**
 * Tries an article again now that errored, was rejected, reached a limit or waits for its next attempt; any
 * other stays as it is. @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function retryArticle(app: App, actor: Actor, id: number): Promise<Article> {
  return app.db.transaction(async (tx) => {
    const article = await accessArticle(tx, actor, id, policy.retryArticle, true);
    if (article.status === 'ready' || article.status === 'waiting' || article.status === 'processing')
      return article;
    await beginRun(app, tx, { articleId: id, why: 'retried', userId: userOf(actor) });
    return accessArticle(tx, actor, id, policy.readArticle);
  });
}

/**
 * Releases an article that a rule holds: its audio is generated or, if it exists already, published. Any
 * other article is unchanged.
 * @throws NotSignedInError, NotFoundError, NotAllowedError also while it waits for review
 */
export async function releaseArticle(app: App, actor: Actor, id: number): Promise<Article> {
  return app.db.transaction(async (tx) => {
    const article = await accessArticle(tx, actor, id, policy.releaseArticle, true);
    if (article.holdReason === null) return article;
    if (article.holdReason === 'review')
      throw new NotAllowedError(articleMessages.ARTICLE_WAITS_FOR_REVIEW());
    await release(app, tx, { articleId: id, userId: userOf(actor) });
    return accessArticle(tx, actor, id, policy.readArticle);
  });
}

/**
 * Regenerates an article's audio with its project's current rules and settings. Segments that exist already
 * are neither generated nor charged again. An article in progress is unchanged.
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function revoiceArticle(app: App, actor: Actor, id: number): Promise<Article> {
  return app.db.transaction(async (tx) => {
    const article = await accessArticle(tx, actor, id, policy.revoiceArticle, true);
    if ((article.status === 'waiting' && article.holdReason === null) || article.status === 'processing')
      return article;
    await beginRun(app, tx, { articleId: id, why: 'voiced anew', userId: userOf(actor) });
    return accessArticle(tx, actor, id, policy.readArticle);
  });
}

const userOf = (actor: Actor): number | undefined => (actor.kind === 'user' ? actor.userId : undefined);

function defined<T extends object>(values: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  // Entries lose which name has which type.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
