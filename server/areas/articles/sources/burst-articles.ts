import type { Selectable } from 'kysely';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import { release, removeArticle } from '../articles/article-states.ts';
import { policy } from './policy.ts';
import { accessSource } from './sources.ts';

type Source = Selectable<Tables['Source']>;

/** How many articles of sources were read and wait for an editor, because too many came at once. */
export async function waitingArticles(
  app: App,
  sourceIds: readonly number[],
): Promise<{ sourceId: number; count: number }[]> {
  const rows = await app.db.sql
    .selectFrom('Source as s')
    // By its project, as the index of articles in a state goes.
    .innerJoin('Article as a', (join) =>
      join.onRef('a.projectId', '=', 's.projectId').onRef('a.sourceId', '=', 's.id'),
    )
    .select((eb) => ['s.id', eb.fn.countAll<string>().as('count')])
    .where('s.id', '=', anyOf(sourceIds, 'int'))
    .where('a.status', '=', 'waiting')
    .where('a.isBurst', '=', true)
    .where('a.holdReason', 'is not', null)
    .where('a.deletedAt', 'is', null)
    .groupBy('s.id')
    .execute();
  return rows.map(({ id, count }) => ({ sourceId: id, count: Number(count) }));
}

/**
 * Releases the articles of a source that arrived with too many others at once: their audio is generated, and
 * that many per day count as usual from now on.
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export function releaseBurst(app: App, actor: Actor, sourceId: number): Promise<Source> {
  return settleBurst(app, actor, sourceId, policy.releaseBurst, async (tx, article, userId) => {
    if (article.holdReason !== null && article.status === 'waiting')
      await release(app, tx, { articleId: article.id, userId });
    // It is still being read.
    else await tx.updateTable('Article').set({ isBurst: false }).where('id', '=', article.id).execute();
  });
}

/**
 * Deletes those articles of a source that came at once with too many others, and wait: nothing is voiced, and
 * they do not come back.
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export function dismissBurst(app: App, actor: Actor, sourceId: number): Promise<Source> {
  return settleBurst(app, actor, sourceId, policy.dismissBurst, (tx, article, userId) =>
    removeArticle(app, tx, article, { action: 'deleted', userId }),
  );
}

type Waiting = Pick<Selectable<Tables['Article']>, 'id' | 'projectId' | 'status' | 'holdReason'>;

async function settleBurst(
  app: App,
  actor: Actor,
  sourceId: number,
  right: (typeof policy)['releaseBurst' | 'dismissBurst'],
  settle: (tx: Sql, article: Waiting, userId: number | undefined) => Promise<void>,
): Promise<Source> {
  const userId = actor.kind === 'user' ? actor.userId : undefined;
  return app.db.transaction(async (tx) => {
    const { source } = await accessSource(tx, actor, sourceId, right);
    const articles = await tx
      .selectFrom('Article')
      .select(['id', 'projectId', 'status', 'holdReason'])
      .where('projectId', '=', source.projectId)
      .where('sourceId', '=', sourceId)
      .where('isBurst', '=', true)
      .where('status', 'in', ['waiting', 'processing', 'retry'])
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const article of articles) await settle(tx, article, userId);
    return source;
  });
}
