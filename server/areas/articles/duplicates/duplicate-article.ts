import { persistMessages, persistedNotices } from '../../../lib/persisted-message.ts';
import { duplicateMessages } from './messages.ts';
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { App } from '../../../kernel/app.ts';
import { featuresOf, hasFeature } from '../../../kernel/features.ts';
import { retryingDeadlocks } from '../../../lib/database/database-errors.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { JobContext, JobOutcome } from '../../../lib/database/queue.ts';
import { now } from '../../../lib/database/sql.ts';
import { textDiff } from '../../../text/text-diff.ts';
import { restorableSince } from '../../access/deleted-items/deleted-items.ts';
import { storedAddress } from '../articles/addresses.ts';
import { queueDuplicates } from '../articles/queue-duplicates.ts';
import { dateInLog } from '../articles/log-date-format.ts';
import { isUnderEmbargo } from '../../library/publishing/embargo-condition.ts';
import { redateArticle } from '../../library/publishing/redate-article.ts';
import { articleEvent } from '../articles/events.ts';
import { articleActions } from '../articles/article-actions.ts';
import {
  scheduleRelease,
  embargoLogEntry,
  embargoOf,
  setEmbargo,
  endEmbargo,
} from '../articles/schedule-embargo.ts';
import { restoreRows, isEmptied } from '../articles/restore-article.ts';
import { beginRun, removeArticle, writeLog, type LogEntry } from '../articles/article-states.ts';

type Doors = Pick<App, 'config' | 'db' | 'queue' | 'pubsub'>;

/**
 * Synchronizes an article's duplicates with it: adds one in each child of its project, changes those that
 * follow it, and deletes them with it. Each runs in its own transaction that rereads the article. If it is
 * killed at any instant and repeated, or runs twice at once, a child still has one duplicate, with the
 * article's current content.
 *
 * A duplicate is a regular article of its project, with that project's voice, rules, daily limit and account,
 * and in turn has duplicates in that project's children. If an article reaches a project by several paths, it
 * has one duplicate there.
 * @throws the first error, after the other children were processed
 */
export async function duplicateArticle(
  app: Doors,
  { articleId }: { articleId: number },
  { signal, log }: Pick<JobContext, 'signal' | 'log'>,
): Promise<JobOutcome> {
  const errors: unknown[] = [];
  let done = 0;
  for (const projectId of await projectsConcerned(app.db.sql, articleId)) {
    signal.throwIfAborted();
    try {
      if (
        await retryingDeadlocks(() => app.db.transaction((tx) => duplicateIn(app, tx, articleId, projectId)))
      )
        done++;
    } catch (error) {
      log.warn({ err: error, articleId, projectId }, 'article not duplicated');
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return done > 0 ? 'done' : 'skipped';
}

/** Where the article has a duplicate, or may be to have one. */
async function projectsConcerned(sql: Sql, articleId: number): Promise<number[]> {
  const rows = await sql
    .selectFrom('ProjectChild as l')
    .innerJoin('Article as a', 'a.projectId', 'l.parentId')
    .select('l.childId as projectId')
    .where('a.id', '=', articleId)
    .union(
      sql
        .selectFrom('Article')
        .select('projectId')
        .where('duplicateOfId', '=', articleId)
        .where('deletedAt', 'is', null),
    )
    .orderBy('projectId')
    .execute();
  return rows.map(({ projectId }) => projectId);
}

/** @returns whether anything changed */
async function duplicateIn(app: Doors, tx: Sql, articleId: number, projectId: number): Promise<boolean> {
  // Locked against changes: earlier ones are included, and later ones enqueue another run.
  const original = await readOriginal(tx, articleId);
  if (!original) return false;
  const link = await readLink(tx, original, projectId);
  const duplicate = await tx
    .selectFrom('Article')
    .selectAll()
    .where('duplicateOfId', '=', articleId)
    .where('projectId', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!duplicate) return link !== null && add(app, tx, original, link);
  // Without the link it is the child's own article; articles deleted there stay deleted.
  if (!link) return false;
  const cameBack = duplicate.deletedAt !== null;
  if (cameBack && (original.deletedAt !== null || !(await comeBack(app, tx, duplicate)))) return false;
  if (original.deletedAt) return end(app, tx, duplicate);
  const isReleasedOtherwise = await followEmbargo(app, tx, duplicate, original);
  const hash = hashOf(original);
  const isSame =
    duplicate.sourceHash === hash &&
    duplicate.author === original.author &&
    duplicate.imageUrl === original.imageUrl;
  if (!isFinal(original) || !duplicate.followsOriginal || isSame) return cameBack || isReleasedOtherwise;
  return follow(app, tx, duplicate, original);
}

/**
 * Gives a duplicate the embargo of its original, be it later, sooner or none. One that an editor edited keeps
 * following with an embargo that it has, so that it opens with its original. @returns whether it changed
 */
async function followEmbargo(
  app: Doors,
  tx: Sql,
  duplicate: Selectable<Tables['Article']>,
  original: Original,
): Promise<boolean> {
  const { id, projectId } = duplicate;
  const embargo = embargoOf(duplicate);
  if (!duplicate.followsOriginal && !embargo) return false;
  const until = inheritedEmbargo(duplicate, original);
  if (until?.getTime() === embargo?.getTime()) return false;
  await writeLog(tx, id, [embargoLogEntry(embargo, until)]);
  if (until) {
    await setEmbargo(app, tx, { id, projectId }, until);
    await app.pubsub.publish(tx, articleEvent, { kind: 'changed', articleId: id, projectId });
  } else await endEmbargo(app, tx, duplicate);
  return true;
}

/**
 * Returns the end of a duplicate's embargo: that of its original, or a later one that an editor set. A
 * duplicate that an editor published stays public.
 */
function inheritedEmbargo(duplicate: Selectable<Tables['Article']>, original: Original): Date | null {
  const theirs = embargoOf(original);
  if (duplicate.ownPublishAt === null) return theirs;
  const own = embargoOf({ publishAt: duplicate.ownPublishAt });
  if (!embargoOf(duplicate)) return null;
  return own && (!theirs || own > theirs) ? own : theirs;
}

/** Copies the content of the original. Changes of unspoken fields cost no run. @returns whether it changed */
async function follow(
  app: Doors,
  tx: Sql,
  duplicate: Selectable<Tables['Article']>,
  original: Original,
): Promise<true> {
  const { title, text, url, labels, author, imageUrl, publishedAt } = original;
  const { id, projectId, sourceHash } = duplicate;
  const hash = hashOf(original);
  // Its own rules may have labelled it, which is no change of the original.
  const isRuledAnew = sourceHash !== hashOf({ ...original, publishedAt: duplicate.publishedAt });
  await tx
    .updateTable('Article')
    .set({
      author,
      imageUrl,
      publishedAt,
      sourceHash: hash,
      updatedAt: now(),
      ...(isRuledAnew && { title, text, ...storedAddress(url), labels, confidence: null }),
    })
    .where('id', '=', id)
    .execute();
  await writeLog(
    tx,
    id,
    changesBetween(duplicate, isRuledAnew ? original : { ...duplicate, author, imageUrl, publishedAt }),
  );
  if (publishedAt?.getTime() !== duplicate.publishedAt?.getTime())
    await redateArticle(app, tx, { id, projectId });
  // Its rules may ask for any of these.
  if (isRuledAnew)
    await beginRun(app, tx, { articleId: id, why: 'changed in the original', fetchPage: false });
  else {
    await queueDuplicates(app, tx, { ids: [id], projectId });
    await app.pubsub.publish(tx, articleEvent, { kind: 'changed', articleId: id, projectId });
  }
  return true;
}

type Original = NonNullable<Awaited<ReturnType<typeof readOriginal>>>;

function readOriginal(tx: Sql, articleId: number) {
  return tx
    .selectFrom('Article as a')
    .innerJoin('Project as p', 'p.id', 'a.projectId')
    .select([
      'a.id',
      'a.projectId',
      'a.title',
      'a.text',
      'a.url',
      'a.labels',
      'a.author',
      'a.imageUrl',
      'a.publishedAt',
      'a.publishAt',
      'a.addedAt',
      'a.deletedAt',
      'a.step',
      'a.duplicateRootId',
      'p.name as projectName',
      'p.organizationId',
      'p.features',
    ])
    .where('a.id', '=', articleId)
    .where('p.deletedAt', 'is', null)
    .forShare('a')
    .executeTakeFirst();
}

interface Link {
  childId: number;
  childName: string;
  /** Articles that were added before are not duplicated. */
  createdAt: Date;
}

/**
 * That the project is a child of the original's, which may have some; it stays so until the transaction ends.
 */
async function readLink(
  tx: Sql,
  { projectId, organizationId, features }: Original,
  childId: number,
): Promise<Link | null> {
  const link = await tx
    .selectFrom('ProjectChild as l')
    .innerJoin('Project as c', 'c.id', 'l.childId')
    .innerJoin('Organization as o', 'o.id', 'c.organizationId')
    .select(['l.childId', 'l.createdAt', 'c.name as childName', 'o.features as booked'])
    .where('l.parentId', '=', projectId)
    .where('l.childId', '=', childId)
    .where('c.organizationId', '=', organizationId)
    .where('c.deletedAt', 'is', null)
    .forKeyShare('l')
    .executeTakeFirst();
  return link && hasFeature({ features: featuresOf(link.booked, features) }, 'article-duplicator')
    ? link
    : null;
}

/** Whether the text is what it is to be; while its page is still to be read it is not. */
const isFinal = ({ step }: Original): boolean => step !== 'queued' && step !== 'extracted';

async function add(
  app: Doors,
  tx: Sql,
  original: Original,
  { childId, childName, createdAt }: Link,
): Promise<boolean> {
  if (original.deletedAt || !isFinal(original) || original.addedAt < createdAt) return false;
  const { title, text, url, labels, author, imageUrl, publishedAt, publishAt } = original;
  const keptBack = isUnderEmbargo(original) ? { publishAt, isEmbargoed: true } : {};
  const added = await tx
    .insertInto('Article')
    .values({
      projectId: childId,
      duplicateOfId: original.id,
      duplicateRootId: original.duplicateRootId ?? original.id,
      followsOriginal: true,
      sourceHash: hashOf(original),
      title,
      text,
      ...storedAddress(url),
      labels,
      author,
      imageUrl,
      publishedAt,
      // From its beginning, and then for as long at least.
      ...keptBack,
    })
    // By another way it is there already.
    .onConflict((conflict) =>
      conflict.columns(['duplicateRootId', 'projectId']).where('duplicateRootId', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!added) return false;
  await app.pubsub.publish(tx, articleEvent, { kind: 'added', articleId: added.id, projectId: childId });
  await writeLog(tx, added.id, [
    {
      action: 'duplicated',
      told: persistMessages([
        duplicateMessages.DUPLICATE_OF_ARTICLE({ article: original.id, project: original.projectName }),
      ]),
    },
  ]);
  await writeLog(tx, original.id, [
    {
      action: 'duplicated',
      told: persistMessages([
        duplicateMessages.DUPLICATED_TO_ARTICLE({ article: added.id, project: childName }),
      ]),
    },
  ]);
  if (isUnderEmbargo(original)) await scheduleRelease(app, tx, added.id, publishAt!);
  await beginRun(app, tx, { articleId: added.id, why: 'created' });
  return true;
}

/** Handles a deleted original: duplicates that follow it are deleted, edited ones stay. */
async function end(
  app: Doors,
  tx: Sql,
  duplicate: { id: number; projectId: number; followsOriginal: boolean },
): Promise<boolean> {
  if (!duplicate.followsOriginal) return false;
  await removeArticle(app, tx, duplicate, {
    action: 'deleted',
    told: persistMessages([duplicateMessages.DUPLICATE_ORIGINAL_DELETED()]),
  });
  return true;
}

/**
 * Handles a restored original: duplicates deleted with it are restored, unless it is too late. Those that a
 * user deleted stay deleted.
 */
async function comeBack(app: Doors, tx: Sql, duplicate: Selectable<Tables['Article']>): Promise<boolean> {
  const { id, followsOriginal, deletedAt } = duplicate;
  if (!followsOriginal || deletedAt! < restorableSince(app) || (await isEmptied(tx, duplicate))) return false;
  const last = await tx
    .selectFrom('ArticleLog')
    .select('textNotices')
    .where('articleId', '=', id)
    .where('action', '=', articleActions.DELETED)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { code } = duplicateMessages.DUPLICATE_ORIGINAL_DELETED();
  if (!persistedNotices.safeParse(last?.textNotices).data?.some((notice) => notice.code === code))
    return false;
  await restoreRows(app, tx, duplicate, [
    { action: 'restored', told: persistMessages([duplicateMessages.DUPLICATE_ORIGINAL_RESTORED()]) },
  ]);
  return true;
}

type Content = Pick<Original, 'title' | 'text' | 'url' | 'labels' | 'author' | 'imageUrl' | 'publishedAt'>;

/**
 * Hashes only the fields from before duplicates had authors and pictures, so that these don't cause audio to
 * be regenerated.
 */
const hashOf = ({ title, text, url, labels, publishedAt }: Omit<Content, 'author' | 'imageUrl'>): string =>
  createHash('sha256')
    .update(JSON.stringify([title, text, url, labels, publishedAt]))
    .digest('hex');

function changesBetween(before: Content, after: Content): LogEntry[] {
  const changed = (
    field: 'title' | 'text' | 'url' | 'labels' | 'author' | 'picture' | 'date of publication',
    old: string,
    now: string,
  ): LogEntry[] => {
    const diff = textDiff(old, now);
    return diff ? [{ action: `${field} changed in the original`, kind: 'update', diff }] : [];
  };
  return [
    ...(['title', 'text', 'url'] as const).flatMap((field) =>
      changed(field, before[field] ?? '', after[field] ?? ''),
    ),
    ...changed('labels', (before.labels ?? []).join(', '), (after.labels ?? []).join(', ')),
    ...changed('author', before.author ?? '', after.author ?? ''),
    ...changed('picture', before.imageUrl ?? '', after.imageUrl ?? ''),
    ...changed('date of publication', dateInLog(before.publishedAt), dateInLog(after.publishedAt)),
  ];
}
