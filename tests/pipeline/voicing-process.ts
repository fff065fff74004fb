/**
 * Runs a whole worker in a separate process, for tests that kill it. Configured by environment variables,
 * controlled over IPC; responds only after a commit.
 */
import { setInterval } from 'node:timers';
import { openApp } from '../../server/open-app.ts';
import { parseConfig } from '../../server/config.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { beginRun } from '../../server/areas/articles/articles/article-states.ts';
import { startWorker } from '../../server/worker/start-worker.ts';

/** What the process tells. */
export type Told =
  /**
   * Open, before anything is voiced. `voiced`: texts whose sound is committed; `guids`: articles that are;
   * `interrupted`: articles by checkpoint.
   */
  | { kind: 'opened'; voiced: string[]; guids: string[]; interrupted: Record<string, number> }
  | { kind: 'added'; guid: string }
  | { kind: 'progress'; ready: number; total: number; errors: string[] };

/** Message to the process. */
export interface Asked {
  kind: 'add';
  projectId: number;
  guid: string;
  title: string;
  text: string;
}

const config = parseConfig(process.env);
const log = createLogger(config.logLevel, { write: (line) => void process.stderr.write(line) });
const { app } = await openApp({ config, log, worker: true });
const tell = (told: Told): void => void (process.connected && process.send!(told));

const voiced = await app.db.pool.query<{ text: string }>(
  `SELECT DISTINCT c."text" FROM "Chunk" c JOIN "Segment" s ON s."key" = c."segmentKey" WHERE s."state" = 'voiced'`,
);
const interrupted = await app.db.pool.query<{ step: string; count: number }>(
  `SELECT "step"::text, count(*)::int AS count FROM "Article" WHERE "status" = 'processing' GROUP BY 1`,
);
const known = await app.db.pool.query<{ guid: string }>('SELECT "guid" FROM "Article"');
tell({
  kind: 'opened',
  guids: known.rows.map(({ guid }) => guid),
  voiced: voiced.rows.map(({ text }) => text),
  interrupted: Object.fromEntries(interrupted.rows.map(({ step, count }) => [step, count])),
});

process.on('message', ({ projectId, guid, title, text }: Asked) => {
  const add = async () => {
    await app.db.transaction(async (sql) => {
      const { id } = await sql
        .insertInto('Article')
        .values({ projectId, guid, title, text })
        .returning('id')
        .executeTakeFirstOrThrow();
      await beginRun(app, sql, { articleId: id, why: 'created' });
    });
    tell({ kind: 'added', guid });
  };
  // While the database restarts a request fails; its sender gets no response.
  add().catch((error: unknown) => log.warn({ err: error }, 'not added'));
});
process.on('disconnect', () => process.exit());

await startWorker(app);
setInterval(() => {
  const progress = app.db.pool.query<{ ready: number; total: number; errors: string[] | null }>(
    `SELECT count(*) FILTER (WHERE "status" = 'ready')::int AS ready, count(*)::int AS total, array_agg(DISTINCT "error") FILTER (WHERE "error" IS NOT NULL) AS errors
     FROM "Article"`,
  );
  progress.then(
    ({ rows }) => tell({ kind: 'progress', ...rows[0]!, errors: rows[0]!.errors ?? [] }),
    () => {},
  );
}, 250);
