import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Article, Chunk, Project } from '../../prisma/generated/client/client.ts';
import { openApp, type OpenedApp } from '../../server/open-app.ts';
import type { App } from '../../server/kernel/app.ts';
import type { Database } from '../../server/lib/database/db.ts';
import { createLogger } from '../../server/lib/logger.ts';
import type { Tools } from '../../server/pipeline/article-run.ts';
import { openTextCutter } from '../../server/pipeline/cut-text.ts';
import { beginRun } from '../../server/areas/articles/articles/article-states.ts';
import { startWorker } from '../../server/worker/start-worker.ts';
import { emptyTables, prepareConfig, type PreparedConfig } from '../support/databases.ts';
import { factories, type Factories } from '../support/factories.ts';
import { expectLedgerToAgree } from '../support/recount.ts';
import { patience } from '../../scripts/patience.ts';

export interface Pipeline {
  app: App;
  make: Factories;
  /** For tests that run an article's job themselves. */
  tools: Tools;
  /** Begins to voice an article, after changing it. */
  begin(
    articleId: number,
    change?: Partial<Pick<Article, 'title' | 'text' | 'url' | 'fetchPage'>>,
  ): Promise<number>;
  /** Waits until the article's status is one of these. */
  until(articleId: number, statuses: Article['status'][], patience?: number): Promise<Article>;
  /** Waits until none of a project's articles is waiting or being voiced. */
  untilEnded(projectId: number, patience?: number): Promise<Article[]>;
  /** Begins, and waits until it has ended. */
  voice(
    articleId: number,
    change?: Partial<Pick<Article, 'title' | 'text' | 'url' | 'fetchPage'>>,
  ): Promise<Article>;
  /** The chunks of a version, in order. */
  chunks(articleId: number, version: string | null): Promise<Chunk[]>;
  /** What has been charged to a project, and how many sounds. */
  charged(projectId: number): Promise<{ sounds: number; characters: number }>;
  log(
    articleId: number,
    kind?: string,
  ): Promise<{ action: string; text: string | null; diff: string | null }[]>;
}

/** Context of a job's first attempt, for tests that run it directly. */
export const context = { signal: new AbortController().signal, log: createLogger('silent'), attempt: 1 };

/**
 * Starts everything that generates audio, for the tests of a file, with tables that are emptied before each.
 * @param options.worker whether a worker runs the jobs
 */
export function usePipeline({
  worker = true,
  env = {},
}: { worker?: boolean; env?: Record<string, string> | (() => Record<string, string>) } = {}): Pipeline {
  const pipeline = {} as Pipeline;
  let prepared: PreparedConfig;
  let opened: OpenedApp;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    prepared = await prepareConfig(typeof env === 'function' ? env() : env);
    opened = await openApp({
      config: prepared.config,
      log: createLogger(process.env['TEST_LOG'] ?? 'silent'),
      worker,
    });
    const { app } = opened;
    const cutter = openTextCutter();
    closers.push(cutter.close);
    if (worker) closers.unshift((await startWorker(app)).stop);
    Object.assign(
      pipeline,
      { app, make: factories(app.db), tools: { app, cutText: cutter.cut } },
      functions(app),
    );
  });
  beforeEach(() => emptyTables(opened.app.db));
  // Whatever a test does with articles, no character is lost.
  afterEach(() => expectLedgerToAgree(opened.app.db));
  afterAll(async () => {
    for (const close of closers) await close();
    await opened?.close();
    await prepared?.remove();
  });
  return pipeline;
}

function functions(app: App): Omit<Pipeline, 'app' | 'make' | 'tools'> {
  const { db } = app;
  const own: Omit<Pipeline, 'app' | 'make' | 'tools'> = {
    async begin(articleId, change = {}) {
      if (Object.keys(change).length > 0)
        await db.prisma.article.update({ where: { id: articleId }, data: change });
      return (await db.transaction((sql) => beginRun(app, sql, { articleId, why: 'created' })))!;
    },
    async until(articleId, statuses, limit = patience.condition) {
      const deadline = performance.now() + limit;
      for (;;) {
        const article = await db.prisma.article.findUniqueOrThrow({ where: { id: articleId } });
        if (statuses.includes(article.status)) return article;
        if (performance.now() > deadline)
          throw new Error(
            `Article ${articleId} is ${article.status} at ${article.step} (${article.error}), not ${statuses.join(' or ')}.`,
          );
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async untilEnded(projectId, limit = patience.test / 2) {
      const deadline = performance.now() + limit;
      while (
        (await db.prisma.article.count({
          where: { projectId, status: { in: ['waiting', 'processing', 'retry'] } },
        })) > 0
      ) {
        if (performance.now() > deadline) throw new Error('There are articles that have not ended.');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return db.prisma.article.findMany({ where: { projectId }, orderBy: { id: 'asc' } });
    },
    async voice(articleId, change) {
      await own.begin(articleId, change);
      return own.until(articleId, ['ready', 'errored', 'rejected', 'limit_reached']);
    },
    chunks: (articleId, version) =>
      db.prisma.chunk.findMany({
        where: { articleId, version: version ?? '' },
        orderBy: { position: 'asc' },
      }),
    async charged(projectId) {
      const { rows } = await db.pool.query<{ sounds: number; characters: number }>(
        'SELECT count(*)::int AS sounds, coalesce(sum("characters"), 0)::int AS characters FROM "Charge" WHERE "projectId" = $1',
        [projectId],
      );
      return rows[0]!;
    },
    log: (articleId, kind = 'log') =>
      db.prisma.articleLog.findMany({
        where: { articleId, kind },
        orderBy: { id: 'asc' },
        select: { action: true, text: true, diff: true },
      }),
  };
  return own;
}

/**
 * Makes a queue's jobs due that wait for their time, and tells workers, who would look only every two
 * seconds.
 */
export async function hurryJobs({ pool }: Pick<Database, 'pool'>, queue: string): Promise<void> {
  await pool.query(`UPDATE pgboss.job SET start_after = now() WHERE name = $1 AND state < 'active'`, [queue]);
  await pool.query(
    `SELECT pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), $1)::text`,
    [queue],
  );
}

/** A project that the offline engine voices. */
export async function offlineProject(
  { app, make }: Pipeline,
  given: Parameters<Factories['project']>[0] = {},
): Promise<Project> {
  const voice = app.speech.findVoice(`offline:${given.voiceLanguage ?? 'en-US'}-Ada`)!;
  return make.project({
    voiceProvider: voice.provider,
    voiceName: voice.name,
    voiceLanguage: voice.language,
    ...given,
  });
}
