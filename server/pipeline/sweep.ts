import type { App } from '../kernel/app.ts';
import type { Sql } from '../lib/db.ts';
import { articleJob, recrawlJob } from '../areas/articles/jobs.ts';
import { sourcePollJob } from '../areas/sources/jobs.ts';
import { giveBackAbandoned } from '../areas/accounts/ledger.ts';
import { begin } from '../areas/articles/states.ts';

/** Seconds after which what waits without a job counts as stranded. */
const graceSeconds = 30;
const batch = 1_000;

export interface Swept {
  /** Articles that had no job. */
  stranded: number;
  /** Articles whose daily limit is over. */
  renewed: number;
  recrawls: number;
  polls: number;
  reservations: number;
}

/**
 * Sets going again what nothing else would: articles that lost their job, articles whose daily limit was reached on an earlier
 * day (UTC), recrawls and polls that are due, and reservations whose owner died.
 */
export async function sweep(app: App): Promise<Swept> {
  return {
    stranded: await resume(app),
    renewed: await beginLimited(app),
    recrawls: await resumeRecrawls(app),
    polls: await sendDuePolls(app),
    reservations: await giveBackAbandoned(app.db),
  };
}

/** Whether a job with this payload field is waiting or running, as a condition of SQL. */
const hasJob = (job: string, ...fields: [field: string, value: string][]): string =>
  `EXISTS (SELECT 1 FROM pgboss.job j WHERE j.name = '${job}' AND j.state < 'completed'
     ${fields.map(([field, value]) => `AND j.data->>'${field}' = ${value}::text`).join(' ')})`;

async function resume(app: App): Promise<number> {
  return app.db.transaction(async (sql) => {
    const { rows } = await sql.query<{ id: number; run: number }>(
      `SELECT a."id", a."run" FROM "Article" a JOIN "Project" p ON p."id" = a."projectId" AND p."deletedAt" IS NULL
       WHERE a."status" IN ('waiting', 'processing', 'retry') AND a."heldBy" IS NULL AND a."deletedAt" IS NULL
         AND greatest(a."updatedAt", a."retryAt") < now() - interval '${graceSeconds} seconds'
         AND NOT ${hasJob(articleJob.name, ['articleId', 'a."id"'], ['run', 'a."run"'])}
       ORDER BY a."id" LIMIT ${batch}`,
    );
    for (const { id, run } of rows) await app.queue.send(sql, articleJob, { articleId: id, run });
    return rows.length;
  });
}

async function beginLimited(app: App): Promise<number> {
  let count = 0;
  for (;;) {
    const begun = await app.db.transaction(async (sql) => {
      // Locked, so that two processes do not both begin them.
      const { rows } = await sql.query<{ id: number }>(
        `SELECT a."id" FROM "Article" a JOIN "Project" p ON p."id" = a."projectId" AND p."deletedAt" IS NULL
         WHERE a."status" = 'limit_reached' AND a."deletedAt" IS NULL AND a."updatedAt" < (date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')
         ORDER BY a."id" LIMIT 100 FOR UPDATE OF a SKIP LOCKED`,
      );
      for (const { id } of rows) await begin(app, sql, { articleId: id, why: 'a new day' });
      return rows.length;
    });
    count += begun;
    if (begun === 0 || count >= batch) return count;
  }
}

async function resumeRecrawls(app: App): Promise<number> {
  return sendEach(app, recrawlJob, (articleId) => ({ articleId }),
    `SELECT a."id" FROM "Article" a
     WHERE a."recrawlTime" < now() - interval '${graceSeconds} seconds' AND a."deletedAt" IS NULL AND NOT ${hasJob(recrawlJob.name, ['articleId', 'a."id"'])}
     ORDER BY a."id" LIMIT ${batch}`);
}

async function sendDuePolls(app: App): Promise<number> {
  return sendEach(app, sourcePollJob, (sourceId) => ({ sourceId }),
    `SELECT s."id" FROM "Source" s JOIN "Project" p ON p."id" = s."projectId"
     WHERE s."type" IN ('rss', 'parser') AND p."deletedAt" IS NULL AND (s."nextPollAt" IS NULL OR s."nextPollAt" <= now()) AND NOT ${hasJob(sourcePollJob.name, ['sourceId', 's."id"'])}
     ORDER BY s."nextPollAt" LIMIT ${batch}`);
}

async function sendEach<Payload>(app: App, job: Parameters<typeof app.queue.send<Payload>>[1], payload: (id: number) => Payload, select: string): Promise<number> {
  return app.db.transaction(async (sql: Sql) => {
    const { rows } = await sql.query<{ id: number }>(select);
    for (const { id } of rows) await app.queue.send(sql, job, payload(id));
    return rows.length;
  });
}
