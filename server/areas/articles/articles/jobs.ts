import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

const id = z.int().positive();

/**
 * Voices one run of an article, from the step after its last checkpoint on. A job of an older run has nothing
 * to do.
 */
export const articleJob = declareJob('article', z.object({ articleId: id, run: id }), {
  retryLimit: 20,
  expireInSeconds: 3_600,
  // While one waits for storage or a service, the thread has another.
  atOnce: (threads) => Math.max(4, threads * 2),
});

/** Reads an article's page again and voices what changed, when `Article.recrawlTime` is due. */
export const recrawlJob = declareJob('article-recrawl', z.object({ articleId: id }));

/** Renders the high-resolution file of an article's version. */
export const highResJob = declareJob(
  'article-high-res',
  z.object({ articleId: id, version: z.string().min(1), format: z.enum(['mp3', 'wav']).default('mp3') }),
  { retryLimit: 3 },
);

/**
 * Updates the duplicates of an article in other projects, one after another, each in its own transaction.
 * Retried often, because nothing else would notice a missing one.
 */
export const duplicateJob = declareJob('article-duplicates', z.object({ articleId: id }), {
  retryLimit: 20,
  atOnce: () => 2,
});

/** Ends the embargo of an article, and of all others that are due: see `releaseDue`. */
export const openJob = declareJob('article-open', z.object({ articleId: id }), { retryLimit: 5 });

/** Fills missing address keys every minute; most runs find nothing to do. */
export const addressKeysJob = declareJob('article-addresses', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 3_600,
  schedule: '* * * * *',
  atStart: true,
});

export const articleJobs = [
  articleJob,
  recrawlJob,
  highResJob,
  duplicateJob,
  openJob,
  addressKeysJob,
] as const;
