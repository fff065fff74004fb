import { sql } from 'kysely';
import type { App } from '../../../kernel/app.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import { fromNow } from '../../../lib/database/sql.ts';
import type { SourceItem } from './source-item.ts';
import type { Origin } from './import-item.ts';

/** Articles a day that any source may bring; fewer would make a quiet source's good day wait. */
const leastPerDay = 20;
/** Maximum number of articles per day, as a multiple of the busiest day. */
const busierBy = 3;
/** Days in which the busiest one is looked for. */
const days = 28;
const dayMs = 86_400_000;
/** Days that an article may be older than its source's beginning: dates of weeklies, articles held back. */
const graceDays = 7;

/**
 * Whether an article that was read from its page waits for an editor.
 * @param limit its source's, percent; null: it has no source
 * @param confidence 0 to 1
 */
export const isLowConfidence = (limit: number | null, confidence: number): boolean =>
  limit !== null && 100 * confidence < limit;

/**
 * Returns whether a website's article, found by a poll after the first one, is an old one that was edited:
 * dated well before the source began. Articles that were there then are known; others are too deep in the
 * site to be wanted. If the project sets a start date for articles, that date decides instead. Feeds are
 * exempt, because they list what they intend to list.
 */
export function isOldArticle(
  {
    source,
    project,
  }: { source: Pick<Origin['source'], 'type' | 'beganAt'>; project: { articlesFromDate: unknown } },
  publishedAt: Date | null,
): boolean {
  return (
    source.type === 'parser' &&
    project.articlesFromDate === null &&
    source.beganAt !== null &&
    publishedAt !== null &&
    publishedAt.getTime() < source.beganAt.getTime() - graceDays * dayMs
  );
}

/** Articles of the day (UTC) that has most, by their dates. */
export function busiestDayOf(items: readonly SourceItem[]): number {
  const perDay = new Map<number, number>();
  for (const { publishedAt } of items) {
    const day = publishedAt && Math.floor(publishedAt.getTime() / dayMs);
    if (day !== null) perDay.set(day, (perDay.get(day) ?? 0) + 1);
  }
  return Math.max(0, ...perDay.values());
}

/**
 * How many articles of a source are voiced now, and how many more are taken and wait for an editor: within 24
 * hours three times as many as on its busiest day of four weeks, and twenty in any case. Those that wait do
 * not count, nor what the first poll brought.
 * @param max of both together; no more than so many wait
 */
export async function roomFor(
  app: App,
  source: Origin['source'],
  max: number,
): Promise<{ voiced: number; waiting: number }> {
  const { id, projectId, beganAt, busiestDay, catchUpUntil } = source;
  if (catchUpUntil !== null && catchUpUntil > databaseTime()) return { voiced: max, waiting: 0 };
  const aDayAgo = fromNow(-86_400);
  const perDay = await app.db.sql
    .selectFrom('Article')
    .select(({ fn, eb, and }) => [
      fn
        .countAll<string>()
        .filterWhere(and([eb('isBurst', '=', false), eb('addedAt', '<', aDayAgo)]))
        .as('before'),
      fn
        .countAll<string>()
        .filterWhere(
          and([eb('isBurst', '=', false), eb('addedAt', '>=', aDayAgo), eb('addedAt', '>', beganAt!)]),
        )
        .as('now'),
      fn
        .countAll<string>()
        .filterWhere(and([eb('isBurst', '=', true), eb('status', 'in', ['waiting', 'processing', 'retry'])]))
        .as('waiting'),
    ])
    .where('projectId', '=', projectId)
    .where('sourceId', '=', id)
    // What it brought itself.
    .where('sourceHash', 'is not', null)
    .where('deletedAt', 'is', null)
    .where('addedAt', '>', fromNow(-days * 86_400))
    .groupBy(sql`date_trunc('day', "addedAt", 'UTC')`)
    .execute();
  const busiest = Math.max(busiestDay, ...perDay.map(({ before }) => Number(before)));
  const sum = (of: 'now' | 'waiting'): number => perDay.reduce((all, day) => all + Number(day[of]), 0);
  const voiced = Math.min(max, Math.max(0, Math.max(leastPerDay, busierBy * busiest) - sum('now')));
  return { voiced, waiting: Math.max(0, max - voiced - sum('waiting')) };
}
