import type { Message } from '../../../lib/declare-messages.ts';
import { sql } from 'kysely';
import type { Article } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf, now } from '../../../lib/database/sql.ts';
import { labelMaxCharacters, labelsMax } from '../../../product.ts';
import { labelKey } from '../../../text/label-key.ts';
import { textDiff } from '../../../text/text-diff.ts';
import { queueDuplicates, detachedEntry } from '../../articles/articles/queue-duplicates.ts';
import { articleEvent } from '../../articles/articles/events.ts';
import { tidyLabels } from '../../articles/articles/input.ts';
import { countMatching, inZoneOf, pickMatching, type ArticleFilter } from '../../articles/articles/list.ts';
import { beginRun, writeLog, type LogEntry } from '../../articles/articles/article-states.ts';
import { accessProject, type Project } from '../../access/project-access/access.ts';
import { readLimitQuote } from '../projects/project-usage.ts';
import { publishArticles } from '../../library/publishing/follow-articles.ts';
import { policy } from './policy.ts';
import { articleMessages } from '../../articles/articles/messages.ts';
import { selectionMessages } from './messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

/** Articles of one project: those that are named, or all that a filter matches. */
export interface Selection {
  projectId: number;
  /** Ids. */
  articles?: readonly number[] | null | undefined;
  filter?: ArticleFilter | null | undefined;
}

/** What of a filter's articles one call changes. */
export interface SelectionStep extends Selection {
  /** How many the filter matched when it was decided; checked where `after` is absent. */
  expectedCount?: number | null | undefined;
  /** Where the call before ended. */
  after?: string | null | undefined;
}

/** Results of the articles of a call. Those that are in neither list were not changed. */
export interface SelectionOutcome {
  projectId: number;
  /** Ids, in the order of the list. */
  done: number[];
  failed: (Message & { articleId: number })[];
  /** Labels added and removed, for each article that changed; absent unless the change is about labels. */
  relabelled?: RelabelledArticle[] | undefined;
  /** Where the next call continues; null: this was the last. */
  next: string | null;
}

/** What undoes it: `added` is removed again, and `removed` added. */
export interface RelabelledArticle {
  articleId: number;
  added: string[];
  removed: string[];
}

/** Articles that one call changes, all or none, in one transaction. */
export const stepMax = 200;

/** Articles whose characters are counted; larger selections are estimated from them. */
const sampleMax = 20_000;

/**
 * How many articles are selected, and what voicing them again costs at most: what was voiced before with the
 * same voice costs nothing.
 * @throws NotSignedInError, NotFoundError, ValidationError
 */
export async function readSelection(app: App, actor: Actor, selection: Selection) {
  const project = await accessProject(app.db.sql, actor, selection.projectId, policy.readSelection);
  // Without articles and filter, it covers all articles, because it changes nothing.
  const { articles, filter } = checked(
    selection.articles || selection.filter ? selection : { ...selection, filter: {} },
  );
  let count: number;
  let ids: number[];
  if (articles) {
    ids = articles;
    count = (await present(app.db.sql, project.id, ids)).length;
  } else {
    const zoned = await inZoneOf(app, actor, filter!);
    count = await countMatching(app.db.sql, project.id, zoned);
    ids = (await pickMatching(app.db.sql, project.id, zoned, { limit: sampleMax })).ids;
  }
  const { counted, characters } = await app.db.sql
    .selectFrom('Article')
    .select(({ fn }) => [
      fn.countAll<string>().as('counted'),
      sql<string>`coalesce(sum(length("title") + length("text")), 0)`.as('characters'),
    ])
    .where('projectId', '=', project.id)
    .where('deletedAt', 'is', null)
    .where('id', '=', anyOf(ids, 'int'))
    .executeTakeFirstOrThrow();
  const all = Math.ceil(Number(characters) * Math.max(1, count / Math.max(1, Number(counted))));
  const { cost } = await readLimitQuote(app, actor, {
    projectId: project.id,
    limit: Math.min(all, 2_147_483_647),
  });
  return { count, characters: all, cost: cost! };
}

export type SelectionQuote = Awaited<ReturnType<typeof readSelection>>;

/**
 * Deletes the articles for all users, as `deleteArticle` does.
 * @throws as `change`
 */
export function deleteArticles(app: App, actor: Actor, step: SelectionStep): Promise<SelectionOutcome> {
  return change(app, actor, step, 'deleteArticles', async (tx, project, articles, userId) => {
    const ids = articles.map(({ id }) => id);
    await tx
      .updateTable('Article')
      .set((eb) => ({ deletedAt: now(), updatedAt: now(), run: eb('run', '+', 1) }))
      .where('id', '=', anyOf(ids, 'int'))
      .execute();
    for (const id of ids) {
      await writeLog(tx, id, [{ action: 'deleted', userId }]);
      await app.pubsub.publish(tx, articleEvent, { kind: 'deleted', articleId: id, projectId: project.id });
    }
    await publishArticles(app, tx, { ids, projectId: project.id });
    await queueDuplicates(app, tx, { ids, projectId: project.id });
    return {};
  });
}

/**
 * Regenerates the articles, as `revoiceArticle` does; those in progress fail.
 * @throws as `change`
 */
export function revoiceArticles(app: App, actor: Actor, step: SelectionStep): Promise<SelectionOutcome> {
  return change(app, actor, step, 'revoiceArticles', async (tx, _, articles, userId) => {
    const failed: SelectionOutcome['failed'] = [];
    for (const { id, status, holdReason } of articles) {
      if (status === 'processing' || (status === 'waiting' && holdReason === null))
        failed.push({ articleId: id, ...selectionMessages.ARTICLE_BEING_VOICED() });
      else await beginRun(app, tx, { articleId: id, why: 'voiced anew', userId });
    }
    return { failed };
  });
}

/**
 * Gives them labels and takes some away, as `updateArticle` does; one that would have too many fails.
 * @throws as `change`, ValidationError on `add` and `remove`
 */
export async function labelArticles(
  app: App,
  actor: Actor,
  {
    add,
    remove,
    ...step
  }: SelectionStep & {
    add?: readonly string[] | null | undefined;
    remove?: readonly string[] | null | undefined;
  },
): Promise<SelectionOutcome> {
  return change(app, actor, step, 'labelArticles', async (tx, project, articles, userId) => {
    const relabelled: RelabelledArticle[] = [];
    const added = checkedLabels('add', add);
    const removed = new Set(checkedLabels('remove', remove).map(labelKey));
    if (added.length === 0 && removed.size === 0) throw refusal('add', kernelMessages.FIELD_EMPTY());
    const failed: SelectionOutcome['failed'] = [];
    for (const { id, labels: before, followsOriginal } of articles) {
      const labels = tidyLabels([...before.filter((label) => !removed.has(labelKey(label))), ...added]);
      const [old, present] = [before.join(', '), labels.join(', ')];
      if (labels.length > labelsMax)
        failed.push({ articleId: id, ...articleMessages.TOO_MANY_LABELS({ most: labelsMax }) });
      else if (old !== present) {
        // A duplicate that is edited becomes an independent article.
        await tx
          .updateTable('Article')
          .set({ labels, updatedAt: now(), ...(followsOriginal && { followsOriginal: false }) })
          .where('id', '=', id)
          .execute();
        const log: LogEntry[] = [
          { action: 'labels changed', kind: 'update', diff: textDiff(old, present), userId },
        ];
        await writeLog(tx, id, followsOriginal ? [...log, { action: detachedEntry, userId }] : log);
        await app.pubsub.publish(tx, articleEvent, { kind: 'changed', articleId: id, projectId: project.id });
        relabelled.push({
          articleId: id,
          added: labels.filter((label) => !before.includes(label)),
          removed: before.filter((label) => !labels.includes(label)),
        });
      }
    }
    const ids = relabelled.map(({ articleId }) => articleId);
    await queueDuplicates(app, tx, { ids, projectId: project.id });
    return { failed, relabelled };
  });
}

type Work = (
  tx: Sql,
  project: Project,
  articles: Pick<Article, 'id' | 'status' | 'holdReason' | 'labels' | 'followsOriginal'>[],
  userId: number | undefined,
) => Promise<Partial<Pick<SelectionOutcome, 'failed' | 'relabelled'>>>;

/**
 * Changes the articles of a step, newest first, all in one transaction.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `articles`, `filter`, `after`,
 * and on `expectedCount` when the filter matches another number by now
 */
async function change(
  app: App,
  actor: Actor,
  step: SelectionStep,
  name: Exclude<keyof typeof policy, 'readSelection' | 'restoreArticles'>,
  work: Work,
): Promise<SelectionOutcome> {
  return app.db.transaction(async (tx) => {
    const project = await accessProject(tx, actor, step.projectId, policy[name]);
    const { articles: named, filter } = checked(step);
    let ids = named ?? [];
    let next: string | null = null;
    if (filter) {
      // Reads on its own where it asks for the zone: within a transaction of the embedded database nothing
      // else may.
      const zoned = await inZoneOf({ db: { sql: tx } }, actor, filter);
      const { expectedCount, after } = step;
      if (after == null) {
        if (expectedCount == null) throw refusal('expectedCount', kernelMessages.FIELD_EMPTY());
        const count = await countMatching(tx, project.id, zoned);
        if (count !== expectedCount)
          throw refusal(
            'expectedCount',
            selectionMessages.SELECTION_CHANGED({ count, expected: expectedCount }),
          );
      }
      ({ ids, next } = await pickMatching(tx, project.id, zoned, { after, limit: stepMax }));
    }
    const found = await present(tx, project.id, ids, true);
    const byId = new Map(found.map((article) => [article.id, article]));
    const missing = ids
      .filter((id) => !byId.has(id))
      .map((articleId) => ({ articleId, ...selectionMessages.SELECTED_ARTICLE_NOT_FOUND() }));
    const userId = actor.kind === 'user' ? actor.userId : undefined;
    const { failed = [], ...told } = found.length > 0 ? await work(tx, project, found, userId) : {};
    const undone = new Set([...failed, ...missing].map(({ articleId }) => articleId));
    return {
      projectId: project.id,
      done: ids.filter((id) => !undone.has(id)),
      failed: [...failed, ...missing],
      ...told,
      next,
    };
  });
}

/**
 * Those of a project's articles that there are. With `lock`, in the order of their ids, so that two callers
 * do not wait for each other.
 */
function present(db: Sql, projectId: number, ids: readonly number[], lock = false) {
  const query = db
    .selectFrom('Article')
    .select(['id', 'status', 'holdReason', 'labels', 'followsOriginal'])
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .where('id', '=', anyOf(ids, 'int'))
    .orderBy('id');
  return (lock ? query.forUpdate() : query).execute();
}

function checked({ articles, filter }: Selection): {
  articles: number[] | null;
  filter: ArticleFilter | null;
} {
  if (Boolean(articles) === Boolean(filter)) throw refusal('articles', selectionMessages.NOTHING_SELECTED());
  return articles ? { articles: namedArticles(articles), filter: null } : { articles: null, filter: filter! };
}

/**
 * Returns the ids in a request without duplicates, up to a maximum number. @throws ValidationError on
 * `articles`
 */
export function namedArticles(articles: readonly number[], most = stepMax): number[] {
  const ids = [...new Set(articles)];
  if (ids.length === 0) throw refusal('articles', kernelMessages.FIELD_EMPTY());
  if (ids.length > most) throw refusal('articles', selectionMessages.TOO_MANY_SELECTED({ most }));
  return ids;
}

function checkedLabels(field: string, given: readonly string[] | null | undefined): string[] {
  const labels = tidyLabels(given ?? []);
  if (labels.length > labelsMax) throw refusal(field, articleMessages.TOO_MANY_LABELS({ most: labelsMax }));
  if (labels.some((label) => label.length > labelMaxCharacters || label.includes('\0')))
    throw refusal(field, articleMessages.LABEL_TOO_LONG({ most: labelMaxCharacters }));
  return labels;
}

const refusal = (field: string, message: Message): ValidationError =>
  new ValidationError([{ field, ...message }]);
