/** The metric of articles by status is read from totals, however many articles there are. */
import { beforeEach, describe, expect, test } from 'vitest';
import { articleTotals } from '../../server/areas/articles/articles/article-totals.ts';
import { databaseKind } from '../support/databases.ts';
import { runSql } from '../support/postgres.ts';
import { useServer } from '../support/server.ts';
import { statementsOf } from '../support/statements.ts';

const server = useServer();
const byStatus = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await articleTotals(server.app)).map(({ status, count }) => [status, count]));
const query = (text: string) => server.app.db.pool.query(text);
const age = () => query(`UPDATE "ArticleTotal" SET "countedAt" = now() - interval '2 minutes'`);

let projectId: number;
beforeEach(async () => {
  projectId = (await server.make.newsroom()).project.id;
});

describe.runIf(databaseKind() === 'postgres')('articles by status', () => {
  test('are counted on first use, and again after a minute', async () => {
    const { ready } = await byStatus();
    await server.make.article(projectId, { status: 'ready' });
    await server.make.article(projectId, { status: 'errored' });
    expect((await byStatus())['ready']).toBe(ready);
    await age();
    await expect.poll(byStatus).toMatchObject({ ready: ready! + 1, errored: 1, limit_reached: 0 });
  });

  test('take constant time to read, because neither articles nor their sums are read', async () => {
    await byStatus();
    await query(
      `INSERT INTO "ArticleTally" ("projectId", "day", "status", "count")
       SELECT ${projectId}, DATE '2020-01-01' + n % 1000, 'ready', 1000 FROM generate_series(1, 10000) n`,
    );
    const sent = await statementsOf(byStatus);
    expect(sent.length).toBe(2);
    for (const text of sent) expect(text).not.toMatch(/"Article"|"ArticleTally"/);
    await age();
    // Ten million articles.
    await expect.poll(async () => (await byStatus())['ready']).toBeGreaterThanOrEqual(10_000_000);
  });

  test('are readable while they are being counted by one process', async () => {
    const before = await byStatus();
    await server.make.article(projectId, { status: 'ready' });
    await age();
    const client = await server.app.db.pool.connect();
    try {
      await client.query('BEGIN; LOCK TABLE "ArticleTally" IN ACCESS EXCLUSIVE MODE');
      expect(await Promise.all(Array.from({ length: 4 }, byStatus))).toEqual([
        before,
        before,
        before,
        before,
      ]);
      const { rows } = await runSql(
        server.app.config.databaseUrl!,
        `SELECT count(*)::int AS counting FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%INTO "ArticleTotal"%' AND pid <> pg_backend_pid()`,
      );
      expect(rows).toEqual([{ counting: 1 }]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    await expect.poll(async () => (await byStatus())['ready']).toBe(before['ready']! + 1);
  });

  test('are counted from sums, not from the articles', async () => {
    const plan = await query(`EXPLAIN SELECT "status", sum("count") FROM "ArticleTally" GROUP BY "status"`);
    expect(JSON.stringify(plan.rows)).not.toMatch(/on \\?"Article\\?"/);
  });
});
