import { z } from 'zod';
import { defineJob } from '../../lib/queue.ts';

const id = z.int().positive();

/** Voices one run of an article, from the step after its last checkpoint on. A job of an older run has nothing to do. */
export const articleJob = defineJob('article', z.object({ articleId: id, run: id }), { retryLimit: 20, expireInSeconds: 3_600 });

/** Reads an article's page again and voices what changed, when `Article.recrawlTime` is due. */
export const recrawlJob = defineJob('article-recrawl', z.object({ articleId: id }));

/** Renders the high-resolution file of an article's version. */
export const highResJob = defineJob('article-high-res', z.object({ articleId: id, version: z.string().min(1), format: z.enum(['mp3', 'wav']).default('mp3') }), { retryLimit: 3 });
