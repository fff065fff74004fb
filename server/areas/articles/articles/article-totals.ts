import type { App } from '../../../kernel/app.ts';
import { execute, type Sql } from '../../../lib/database/db.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import type { ArticleStatus } from '../../../../prisma/generated/tables.ts';

/** Seconds after which the totals are counted again, by one process for all. */
const countedFor = 60;

/** Sums a row for each project, day and status, of which there are some for a thousand articles. */
const recountTotals = `
  INSERT INTO "ArticleTotal" ("status", "count", "countedAt")
  SELECT s.status, coalesce(t.count, 0), now() FROM unnest(enum_range(NULL::"ArticleStatus")) AS s(status)
  LEFT JOIN (SELECT "status", sum("count") AS count FROM "ArticleTally" GROUP BY "status") t ON t."status" = s.status
  ON CONFLICT ("status") DO UPDATE SET "count" = excluded."count", "countedAt" = excluded."countedAt"`;

const readTotals = (sql: Sql) => sql.selectFrom('ArticleTotal').select(['status', 'count']).execute();

/**
 * Returns how many articles there are by status, as of the last minute or so. It reads a row for each status,
 * however many articles there are; what is older is counted again without being waited for.
 */
export async function articleTotals({
  db,
  log,
}: Pick<App, 'db' | 'log'>): Promise<{ status: ArticleStatus; count: number }[]> {
  const rows = await readTotals(db.sql);
  if (rows.length === 0) await execute(db.sql, recountTotals);
  else await recountWhenDue(db.sql, log);
  return (rows.length > 0 ? rows : await readTotals(db.sql)).map(({ status, count }) => ({
    status,
    count: Number(count),
  }));
}

/** Of several processes that read at once, the one that moves the time counts. */
async function recountWhenDue(sql: Sql, log: App['log']): Promise<void> {
  const due = await sql
    .updateTable('ArticleTotal')
    .set({ countedAt: now() })
    .where('countedAt', '<', fromNow(-countedFor))
    .returning('status')
    .execute();
  if (due.length > 0)
    void execute(sql, recountTotals).catch((error: unknown) =>
      log.warn({ err: error }, 'article totals not updated'),
    );
}
