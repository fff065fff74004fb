import { addDays } from '../../server/areas/listening/statistics/report-days.ts';
import type { Database } from '../../server/lib/database/db.ts';
import { dayOf } from '../../server/areas/listening/listening/partitions.ts';
import { HyperLogLog } from '../../server/areas/listening/listening/hyperloglog.ts';
import { factories } from '../support/factories.ts';

export interface StatisticsSize {
  projects: number;
  /** Days of sums, up to today. */
  days: number;
  /** Hours of an article with any activity; a tenth of them in one large project. */
  sums: number;
  /** Entries of the ledger, each for a separate segment; a tenth of them in one large project. */
  entries: number;
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
  { projects, days, sums, entries, events, eventDays }: StatisticsSize,
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
  const small = ids.filter((id) => id !== large);
  const sumsOfHours = () =>
    withoutIndexes(db, 'ListeningHour', async () => {
      // A tenth of all is the large project's. The hours of an article are spread over all days, none twice:
      // what is multiplied with has no divisor in common with them.
      await run(
        `INSERT INTO "ListeningHour" ("projectId", "hour", "articleId", "channelId", "views", "listens", "finishes", "heardMs", "listeners", "reached")
         SELECT p."projectId", date_trunc('hour', now()) - make_interval(hours => ((s.nth::bigint * 7919 + s.article * 13) % (24 * $2::int))::int), p.articles[1 + s.article], 0,
           9, 4, 1, 240000, 3, '{4,3,3,2,2,2,1,1,1}'
         FROM (
           SELECT $3::int AS project, n % $6::int AS article, n / $6::int AS nth FROM generate_series(0, $1::int / 10 - 1) n
           UNION ALL
           SELECT ($4::int[])[1 + n % $5::int], n / $5::int % $7::int, n / ($5::int * $7::int) FROM generate_series(0, $1::int - $1::int / 10 - 1) n
         ) s
         JOIN (SELECT "projectId", array_agg(id) AS articles FROM "Article" GROUP BY 1) p ON p."projectId" = s.project`,
        [sums, days, large, small, small.length, articlesOf.large, articlesOf.small],
      );
    });
  const sketch = (count: number): Buffer => {
    const made = new HyperLogLog();
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
  const eventsOf = (one: string) => () =>
    fillDay(
      db,
      one,
      `SELECT $1::date AS "day", n / 2000 AS "batch", gen_random_uuid() AS "id", $1::date + make_interval(secs => n % 86400) AS "at", 'progress' AS "action",
         CASE WHEN $5 THEN $3::int ELSE ($4::int[])[1 + n % $6::int] END AS "projectId", 0 AS "channelId", 1 + n % 2000 AS "articleId", n % 50000 AS "listener",
         40 AS "percent", 61234 AS "positionMs", 153087 AS "durationMs", 15300 AS "heardMs", '{45900,61200}' AS "heard", 1 AS "rate", 'playing' AS "status",
         'https://example.com/news/2026/the-harbour-opens-again' AS "page"
       FROM generate_series(1, $2::int) n`,
      [one, Math.round(events / eventDays), large, ids, one === day, projects],
    );
  await atOnce(2, [sumsOfHours, ...recent.map(eventsOf)]);
  await makeLedger(db, { entries, days, large, small });
  await run(
    `INSERT INTO "ListeningProgress" ("id", "batch", "at") VALUES (1, 1000000000, now()) ON CONFLICT DO NOTHING`,
  );
  await run('VACUUM ANALYZE "ListenerDay", "Article"');
  await run('ANALYZE "PlayerEvent"');
  return { large, small: ids.at(-1)!, day };
}

/** What was voiced on all these days by two services with three voices each. */
async function makeLedger(
  db: Database,
  {
    entries,
    days,
    large,
    small,
  }: Pick<StatisticsSize, 'entries' | 'days'> & { large: number; small: number[] },
): Promise<void> {
  // The days are summed at once below.
  await db.pool.query('ALTER TABLE "LedgerEntry" DISABLE TRIGGER USER');
  await db.pool.query(
    `INSERT INTO "LedgerEntry" ("accountId", "kind", "amount", "cost", "projectId", "articleId", "segmentKey", "provider", "voice", "why", "day")
     SELECT (SELECT min("id") FROM "Account"), 'charged', -90, 1440, CASE WHEN n % 10 = 0 THEN $2::int ELSE ($3::int[])[1 + n % $4::int] END, 0,
       'segment ' || n, 'service ' || n % 2, 'voice ' || n % 3, 'Voicing', current_date - (n / 10 % $5::int) FROM generate_series(1, $1::int) n`,
    [entries, large, small, small.length, days],
  );
  await db.pool.query('ALTER TABLE "LedgerEntry" ENABLE TRIGGER USER');
  await db.pool.query(
    `INSERT INTO "DailyUsage" ("projectId", "day", "characters", "saved", "cost")
     SELECT "projectId", "day", -sum("amount"), sum("saved"), sum("cost") FROM "LedgerEntry" WHERE "kind" = 'charged' GROUP BY 1, 2`,
  );
  await db.pool.query(
    `INSERT INTO "VoiceUsage" ("projectId", "day", "provider", "voice", "characters", "saved", "cost")
     SELECT "projectId", "day", "provider", "voice", -sum("amount"), sum("saved"), sum("cost") FROM "LedgerEntry" WHERE "kind" = 'charged' GROUP BY 1, 2, 3, 4`,
  );
  await db.pool.query('VACUUM ANALYZE "LedgerEntry", "DailyUsage", "VoiceUsage"');
}

/** Does so many of some things at a time. */
async function atOnce(most: number, all: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = all.values();
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const one of waiting) await one();
    }),
  );
}

/**
 * Makes a day of events as `prepareDay` makes room for one, but full: rows go into a table that has no
 * indexes yet, and none into the log, as it is made in the same transaction.
 */
async function fillDay(db: Database, day: string, rows: string, values: unknown[]): Promise<void> {
  const name = `"PlayerEvent_${day.replaceAll('-', '')}"`;
  const client = await db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`CREATE TABLE ${name} (LIKE "PlayerEvent" INCLUDING ALL EXCLUDING INDEXES)`);
    const columns = [...rows.matchAll(/ AS ("\w+")/g)].map(([, column]) => column).join(', ');
    await client.query(`INSERT INTO ${name} (${columns}) ${rows}`, values);
    await client.query(`ALTER TABLE ${name} ADD PRIMARY KEY ("day", "id")`);
    await client.query(`CREATE INDEX ON ${name} ("batch")`);
    // Known already, it is not looked for in every row while others wait.
    await client.query(`ALTER TABLE ${name} ADD CONSTRAINT one_day CHECK ("day" = '${day}')`);
    await client.query(
      `ALTER TABLE "PlayerEvent" ATTACH PARTITION ${name} FOR VALUES FROM ('${day}') TO ('${addDays(day, 1)}')`,
    );
    await client.query(`ALTER TABLE ${name} DROP CONSTRAINT one_day`);
    await client.query('COMMIT');
    await client.query(`VACUUM ANALYZE ${name}`);
  } finally {
    client.release();
  }
}

/** Fills a table, and makes its keys and indexes afterwards: sorted at once instead of row by row. */
async function withoutIndexes(db: Database, table: string, fill: () => Promise<void>): Promise<void> {
  const run = async (text: string) => (await db.pool.query<{ drop: string; make: string }>(text)).rows;
  await run(`ALTER TABLE "${table}" SET UNLOGGED`);
  const constraints = await run(
    `SELECT format('ALTER TABLE "${table}" DROP CONSTRAINT %I', conname) AS drop,
       format('ALTER TABLE "${table}" ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) AS make
     FROM pg_constraint WHERE conrelid = '"${table}"'::regclass AND contype IN ('p', 'u', 'f') ORDER BY contype DESC`,
  );
  for (const { drop } of constraints) await run(drop);
  const indexes = await run(
    `SELECT format('DROP INDEX %s', indexrelid::regclass) AS drop, pg_get_indexdef(indexrelid) AS make
     FROM pg_index WHERE indrelid = '"${table}"'::regclass`,
  );
  for (const { drop } of indexes) await run(drop);
  await fill();
  for (const { make } of [...indexes, ...constraints]) await run(make);
  await run(`VACUUM ANALYZE "${table}"`);
}

/**
 * Adds a project with plays of the given number of labels, each a row of a report.
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
