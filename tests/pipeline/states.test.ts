import { articleEvent } from '../../server/areas/articles/articles/events.ts';
import { describe, expect, test } from 'vitest';
import type { ArticleStatus } from '../../prisma/generated/client/enums.ts';
import {
  beginRun,
  StaleRunError,
  transition,
  transitions,
} from '../../server/areas/articles/articles/article-states.ts';
import { articleJob } from '../../server/areas/articles/articles/jobs.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { voiceArticle } from '../../server/pipeline/voice-article.ts';
import { offlineProject, usePipeline } from './pipeline.ts';

const pipeline = usePipeline({ worker: false });
const statuses = transitions.begin.from as readonly ArticleStatus[];
const names = (Object.keys(transitions) as (keyof typeof transitions)[]).filter((name) => name !== 'begin');

async function articleIn(status: ArticleStatus) {
  const project = await pipeline.make.project();
  return pipeline.make.article(project.id, { status, run: 3 });
}
const read = (id: number) => pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id } });
const jobs = async () =>
  (
    await pipeline.app.db.pool.query<{ data: unknown }>(`SELECT data FROM pgboss.job WHERE name = 'article'`)
  ).rows.map(({ data }) => data);
const move = (name: (typeof names)[number], articleId: number, run = 3) =>
  pipeline.app.db.transaction((sql) =>
    transition(pipeline.app, sql, name, { articleId, run, log: [{ action: 'released' }] }),
  );

describe('the table of transitions', () => {
  test.each(names.flatMap((name) => statuses.map((status) => [name, status] as const)))(
    '%s from %s',
    async (name, status) => {
      const { id } = await articleIn(status);
      const allowed = (transitions[name].from as readonly ArticleStatus[]).includes(status);
      if (!allowed) {
        await expect(move(name, id)).rejects.toThrow(StaleRunError);
        expect(await read(id)).toMatchObject({ status });
        expect(await pipeline.log(id)).toEqual([]);
        expect(await jobs()).toEqual([]);
        return;
      }
      await move(name, id);
      expect(await read(id)).toMatchObject({ status: transitions[name].to });
      expect(await pipeline.log(id)).toMatchObject([{ action: 'released' }]);
      expect(await jobs()).toEqual(transitions[name].enqueues ? [{ articleId: id, run: 3 }] : []);
    },
  );

  test.each(statuses)('starting a run from %s', async (status) => {
    const { id } = await articleIn(status);
    const run = await pipeline.app.db.transaction((sql) =>
      beginRun(pipeline.app, sql, { articleId: id, why: 'edited', fetchPage: true }),
    );
    expect(run).toBe(4);
    expect(await read(id)).toMatchObject({
      status: 'waiting',
      step: 'queued',
      run: 4,
      attempts: 0,
      error: null,
      version: null,
      fetchPage: true,
    });
    expect(await jobs()).toEqual([{ articleId: id, run: 4 }]);
    await expect(move('start', id, 3)).rejects.toThrow(StaleRunError);
  });
});

test('a rolled-back transition has no effect, and sends no event', async () => {
  const { id } = await articleIn('processing');
  const heard: unknown[] = [];
  const watching = new AbortController();
  const watch = (async () => {
    for await (const change of pipeline.app.pubsub.watch(articleEvent, ['article', id], watching.signal))
      heard.push(change);
  })();
  await expect(
    pipeline.app.db.transaction(async (sql) => {
      await transition(pipeline.app, sql, 'postpone', {
        articleId: id,
        run: 3,
        set: { retryAt: new Date() },
        log: [{ action: 'retry' }],
      });
      throw new Error('something else');
    }),
  ).rejects.toThrow('something else');
  expect(await read(id)).toMatchObject({ status: 'processing', retryAt: null });
  expect(await jobs()).toEqual([]);
  expect(await pipeline.log(id)).toEqual([]);
  await move('finish', id);
  await expect.poll(() => heard).toHaveLength(1);
  watching.abort();
  await watch;
});

test('each attempt of the job processes the article, and the last one reports it', async () => {
  const project = await offlineProject(pipeline);
  const take = async (attempt: number) => {
    const { id } = await pipeline.make.article(project.id, { text: 'One sentence.' });
    const run = await pipeline.begin(id);
    const context = { signal: new AbortController().signal, log: createLogger('silent'), attempt };
    await voiceArticle(pipeline.tools, { articleId: id, run }, context);
    return read(id);
  };
  expect(await take(articleJob.retryLimit)).toMatchObject({ status: 'ready', error: null });
  expect(await take(articleJob.retryLimit + 1)).toMatchObject({
    status: 'errored',
    error: 'Audio generation for this article was interrupted repeatedly. See the server log for details.',
  });
});

test('of two processes that take the same step one does it', async () => {
  const { id } = await articleIn('processing');
  const step = () =>
    pipeline.app.db.transaction((sql) =>
      transition(pipeline.app, sql, 'advance', {
        articleId: id,
        run: 3,
        fromStep: 'queued',
        set: { step: 'extracted' },
      }),
    );
  const outcomes = await Promise.allSettled([step(), step(), step(), step()]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a deleted article takes no step and starts no run', async () => {
  const { id } = await articleIn('processing');
  await pipeline.app.db.prisma.article.update({ where: { id }, data: { deletedAt: new Date() } });
  await expect(move('finish', id)).rejects.toThrow(StaleRunError);
  expect(
    await pipeline.app.db.transaction((sql) => beginRun(pipeline.app, sql, { articleId: id, why: 'edited' })),
  ).toBeNull();
  expect(await jobs()).toEqual([]);
});
