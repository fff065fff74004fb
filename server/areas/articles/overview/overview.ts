import { sql } from 'kysely';
import type { Article, Prisma, Project } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { conditionOf } from '../../../lib/database/prisma-condition.ts';
import { fromNow, today } from '../../../lib/database/sql.ts';
import { readableBy } from '../../access/project-access/access.ts';
import { accountsWithPace, paceDays as days } from './account-balances.ts';

/** Activity in the projects that the user can read. */
export interface Overview {
  /** The newest of the articles that are on their way to audio, and how many there are, up to `countMax`. */
  voicing: { ids: number[]; count: number };
  /** Those that failed, or stopped at a limit, in the last seven days; the last to fail first. */
  failed: { ids: number[]; count: number };
  /** Added in the last seven days, and playable. */
  articles: number;
  /** How long these are, in milliseconds. */
  durationMs: number;
  /** Characters voiced today (UTC). */
  charactersToday: number;
  /** Characters generated per day, over the last seven days; null during the first seven days. */
  charactersPerDay: number | null;
  /** The day (UTC) from which on there is that average; null: there is, or nothing was voiced. */
  averageFrom: string | null;
  /** Characters that edits did not have to regenerate, over the same days. */
  charactersSaved: number;
  /**
   * Days until the first balance runs out, at the rate of its own projects; null: no audio is generated, or
   * it is invoiced.
   */
  daysLeft: number | null;
  /** The organization whose balance that is; null: it is the caller's own, or none ends. */
  firstToEnd: string | null;
}

/** Length of the lists; counts are exact up to `countMax`. */
const shownMax = 5;
export const countMax = 1_000;

const moving = ['waiting', 'processing', 'retry'] as const;
const stopped = ['errored', 'limit_reached'] as const;

/**
 * Returns the activity, in one statement. Cost and remaining days include only projects that the caller's own
 * accounts pay for: an administrator sees all articles, but pays for none of them.
 * @throws NotSignedInError
 */
export async function readOverview(app: App, actor: Actor): Promise<Overview> {
  const readable = conditionOf('Project', 'p', readableBy(actor));
  const own = conditionOf('Project', 'p', paidBy(actor));
  const found = await app.db.sql
    .with('mine', (db) => db.selectFrom('Project as p').select('p.id').where(readable))
    .with('paid', (db) => db.selectFrom('Project as p').select('p.id').where(own))
    .with('onTheirWay', (db) =>
      db
        .selectFrom('Article')
        .select('id')
        .where('status', 'in', moving)
        .where('holdReason', 'is', null)
        .where('deletedAt', 'is', null)
        .where('projectId', 'in', (eb) => eb.selectFrom('mine').select('mine.id'))
        .orderBy('id', 'desc')
        .limit(countMax),
    )
    .with('notMade', (db) =>
      db
        .selectFrom('Article')
        .select(['id', 'updatedAt'])
        .where('status', 'in', stopped)
        .where('deletedAt', 'is', null)
        .where('updatedAt', '>', fromNow(-days * 86_400))
        .where('projectId', 'in', (eb) => eb.selectFrom('mine').select('mine.id'))
        .orderBy('updatedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(countMax),
    )
    .with('made', (db) =>
      db
        .selectFrom('Article')
        .innerJoin('Audio', 'Audio.version', 'Article.audio')
        .where('Article.deletedAt', 'is', null)
        .where('Article.addedAt', '>', fromNow(-days * 86_400))
        .where('Article.projectId', 'in', (eb) => eb.selectFrom('mine').select('mine.id'))
        .select(({ fn }) => [
          fn.countAll<string>().as('articles'),
          fn.sum<number | null>('Audio.durationMs').as('durationMs'),
        ]),
    )
    .with('used', (db) =>
      db
        .selectFrom('DailyUsage')
        .where('projectId', 'in', (eb) => eb.selectFrom('paid').select('paid.id'))
        .where('day', '>', sql<string>`${today()} - ${days}::int`)
        .select([
          sql<number>`coalesce(sum("characters") FILTER (WHERE "day" = ${today()}), 0)::float8`.as('today'),
          sql<string | null>`(min("day") FILTER (WHERE "characters" > 0) + ${days}::int)::text`.as('from'),
          sql<number>`coalesce(sum("characters"), 0)::float8 / ${days}`.as('perDay'),
          sql<number>`coalesce(sum("saved"), 0)::float8`.as('saved'),
        ]),
    )
    .with('before', (db) =>
      db
        .selectFrom('DailyUsage')
        .select('day')
        .where('projectId', 'in', (eb) => eb.selectFrom('paid').select('paid.id'))
        .where('day', '<=', sql<string>`${today()} - ${days}::int`)
        .where('characters', '>', 0)
        .limit(1),
    )
    .with('account', (db) => accountsWithPace(db, actor))
    .with('left', (db) =>
      db
        .selectFrom('account')
        .select([
          ({ fn }) => fn.min<number | null>('account.daysLeft').as('days'),
          sql<string | null>`(array_agg("name" ORDER BY "daysLeft"))[1]`.as('name'),
        ]),
    )
    .selectFrom(['made', 'used', 'left'])
    .select((eb) => [
      'made.articles',
      'made.durationMs',
      'used.today',
      'used.perDay',
      'used.from',
      eb.exists(eb.selectFrom('before').select('before.day')).as('isSettled'),
      'used.saved',
      'left.days',
      'left.name',
      eb
        .selectFrom('onTheirWay')
        .select(sql<number[] | null>`(array_agg("id" ORDER BY "id" DESC))[1:${sql.lit(shownMax)}]`.as('ids'))
        .as('voicing'),
      eb
        .selectFrom('onTheirWay')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('voicingCount'),
      eb
        .selectFrom('notMade')
        .select(
          sql<
            number[] | null
          >`(array_agg("id" ORDER BY "updatedAt" DESC, "id" DESC))[1:${sql.lit(shownMax)}]`.as('ids'),
        )
        .as('failed'),
      eb
        .selectFrom('notMade')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('failedCount'),
    ])
    .executeTakeFirstOrThrow();
  return {
    voicing: { ids: found.voicing ?? [], count: Number(found.voicingCount) },
    failed: { ids: found.failed ?? [], count: Number(found.failedCount) },
    articles: Number(found.articles),
    durationMs: Number(found.durationMs ?? 0),
    charactersToday: found.today,
    charactersPerDay: found.isSettled ? found.perDay : null,
    averageFrom: found.isSettled ? null : found.from,
    charactersSaved: found.saved,
    daysLeft: found.days,
    firstToEnd: found.days === null ? null : found.name,
  };
}

/**
 * Returns the articles that `readOverview` found, in its order.
 * @param query selection of the rows
 */
export async function articlesOf(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.ArticleDefaultArgs,
): Promise<Article[]> {
  if (ids.length === 0) return [];
  const rows = await app.db.prisma.article.findMany({
    ...query,
    where: { id: { in: [...ids] }, deletedAt: null, project: readableBy(actor) },
  });
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/**
 * Returns the newest articles with playable audio.
 * @param query selection of the rows
 */
export function newestReady(app: App, actor: Actor, query: Prisma.ArticleDefaultArgs): Promise<Article[]> {
  return app.db.prisma.article.findMany({
    ...query,
    where: { status: 'ready', deletedAt: null, project: readableBy(actor) },
    orderBy: { id: 'desc' },
    take: shownMax,
  });
}

/**
 * Returns projects with a feed or website whose last check failed.
 * @param query selection of the rows
 */
export function failingProjects(
  app: App,
  actor: Actor,
  query: Prisma.ProjectDefaultArgs,
): Promise<Project[]> {
  return app.db.prisma.project.findMany({
    ...query,
    where: { AND: [readableBy(actor), { sources: { some: { error: { not: null } } } }] },
    orderBy: { id: 'desc' },
    take: shownMax,
  });
}

/** Projects that the caller's own accounts pay for. */
function paidBy(actor: Actor): Prisma.ProjectWhereInput {
  if (actor.kind !== 'user') return readableBy(actor);
  const { userId } = actor;
  return {
    deletedAt: null,
    OR: [
      { ownerId: userId, organizationId: null, studioUserId: null },
      { organization: { members: { some: { userId, status: 'active' } } } },
    ],
  };
}
