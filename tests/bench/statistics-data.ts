import type { Database } from '../../server/lib/db.ts';
import { prepareDay, dayOf } from '../../server/areas/listening/partitions.ts';
import { Sketch } from '../../server/areas/listening/sketch.ts';
import { factories } from '../support/factories.ts';

export interface StatisticsSize {
  projects: number;
  /** Days of sums, up to today. */
  days: number;
  /** Hours of an article in which somebody did something; a tenth of them in one large project. */
  sums: number;
  /** Single events in all; those of one day are of the large project. */
  events: number;
  /** Days that they lie on, at least two: the large project's, the day after it, and those before. */
  eventDays: number;
}

const articlesOf = { large: 2_000, small: 50 } as const;

/**
 * Fills a database with what listeners did: hours as sums, days of listeners with their sketches, and single
 * events in partitions.
 * @returns the large project, and one of the others
 */
export async function makeStatistics(
  db: Database,
  { projects, days, sums, events, eventDays }: StatisticsSize,
): Promise<{ large: number; small: number; day: string }> {
  const make = factories(db);
  const { id: organizationId } = await make.organization({ timezone: 'Europe/Berlin' });
  const { id: large } = await make.project({ organizationId });
  const run = (text: string, values: unknown[] = []) => db.pool.query(text, values);
  const { rows: columns } = await run(
    `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
     WHERE table_name = 'Project' AND column_name <> 'id' AND is_generated = 'NEVER' AND is_identity = 'NO'`,
  );
  const names = (columns as { names: string }[])[0]!.names;
  await run(
    `INSERT INTO "Project" (${names}) SELECT ${names.replaceAll('"securityKey"', 'NULL')} FROM "Project", generate_series(2, $1) WHERE id = $2`,
    [projects, large],
  );
  const { rows } = await run(`SELECT array_agg(id ORDER BY id) AS ids FROM "Project"`);
  const ids = (rows as { ids: number[] }[])[0]!.ids;
  await run(
    `INSERT INTO "Article" ("projectId", "title", "text", "author", "labels", "updatedAt")
     SELECT p, 'Article ' || n, '', 'Author ' || n % 30, ARRAY['Label ' || n % 12], now()
     FROM unnest($1::int[]) AS p, generate_series(1, $4) n WHERE n <= CASE WHEN p = $2 THEN $4 ELSE $3 END`,
    [ids, large, articlesOf.small, articlesOf.large],
  );
  await run(
    `CREATE TEMPORARY TABLE place AS SELECT "projectId", (array_agg(id)) AS articles FROM "Article" GROUP BY 1`,
  );
  // A tenth of all is the large project's, and what is new is heard most.
  await run(
    `INSERT INTO "ListeningHour" ("projectId", "hour", "articleId", "channelId", "views", "listens", "finishes", "heardMs", "listeners", "reached")
     SELECT p."projectId", date_trunc('hour', now() - make_interval(hours => (random() * 24 * $2)::int)), p.articles[1 + (n % cardinality(p.articles))], 0,
       9, 4, 1, 240000, 3, '{4,3,3,2,2,2,1,1,1}'
     FROM generate_series(1, $1) n
     JOIN place p ON p."projectId" = CASE WHEN n % 10 = 0 THEN $3 ELSE ($4::int[])[1 + (n::bigint * 7919 % $5)::int] END
     ON CONFLICT DO NOTHING`,
    [sums, days, large, ids, projects],
  );
  const sketch = (count: number): Buffer => {
    const made = new Sketch();
    for (let number = 0n; number < count; number++)
      made.add(BigInt.asIntN(64, (number + 1n) * 0x9e3779b97f4a7c15n));
    return made.toBytes();
  };
  await run(
    `INSERT INTO "ListenerDay" ("projectId", "day", "listeners", "teaserListeners", "wholeListeners", "bothListeners", "sketch", "teaserSketch", "wholeSketch")
     SELECT p, current_date - d, 60, 30, 40, 10, CASE WHEN p = $2 THEN $4::bytea ELSE $5::bytea END, CASE WHEN p = $2 THEN $4::bytea ELSE $5::bytea END, NULL
     FROM unnest($1::int[]) AS p, generate_series(0, $3::int - 1) d`,
    [ids, large, days, sketch(20_000), sketch(60)],
  );
  const now = Date.now();
  const recent = Array.from({ length: eventDays }, (_, ago) => dayOf(now - (ago + 1) * 86_400_000));
  const day = recent[1]!;
  for (const one of recent) {
    await prepareDay(db, one);
    await run(
      `INSERT INTO "PlayerEvent" ("day", "batch", "id", "at", "action", "projectId", "channelId", "articleId", "listener", "percent", "positionMs", "durationMs", "heardMs", "heard", "rate", "status", "page")
       SELECT $1, n / 2000, gen_random_uuid(), $1::date + make_interval(secs => n % 86400), 'progress', CASE WHEN $5 THEN $3 ELSE ($4::int[])[1 + n % $6] END, 0, 1 + n % 2000, n % 50000,
         40, 61234, 153087, 15300, '{45900,61200}', 1, 'playing', 'https://example.com/news/2026/the-harbour-opens-again'
       FROM generate_series(1, $2) n`,
      [one, Math.round(events / eventDays), large, ids, one === day, projects],
    );
  }
  await run(
    `INSERT INTO "ListeningProgress" ("id", "batch", "at") VALUES (1, 1000000000, now()) ON CONFLICT DO NOTHING`,
  );
  await run('VACUUM ANALYZE "ListeningHour", "ListenerDay", "Article", "PlayerEvent"');
  return { large, small: ids.at(-1)!, day };
}

/**
 * Adds a project in which so many labels were heard, each a row of a report.
 * @returns the project
 */
export async function makeManyRows(db: Database, rows: number): Promise<number> {
  const { id } = await factories(db).project({});
  const labels = Math.min(1_000, rows);
  await db.pool.query(
    `WITH made AS (
       INSERT INTO "Article" ("projectId", "title", "text", "labels", "updatedAt")
       SELECT $1, 'Article ' || a, '', ARRAY(SELECT 'Label ' || a || ' ' || n FROM generate_series(1, $3::int) n), now()
       FROM generate_series(1, $2::int) a RETURNING id)
     INSERT INTO "ListeningHour" ("projectId", "hour", "articleId", "channelId", "views", "listens", "finishes", "heardMs")
     SELECT $1, date_trunc('hour', now()), id, 0, 9, 4, 1, 240000 FROM made`,
    [id, Math.ceil(rows / labels), labels],
  );
  return id;
}
