import { z } from 'zod';
import { articleJob, highResJob, recrawlJob } from '../areas/articles/jobs.ts';
import { sourcePollJob } from '../areas/sources/jobs.ts';
import { defineJob } from '../lib/queue.ts';

const nothing = z.object({});

/** Finds what was stranded (articles, polls, reservations) and sets it going again. Every minute. */
export const sweepJob = defineJob('sweep', nothing, { retryLimit: 0, expireInSeconds: 120 });

/** Deletes what is no longer needed and tidies the embedded database. Every night. */
export const cleanupJob = defineJob('cleanup', nothing, { retryLimit: 2, expireInSeconds: 3_600 });

/** What `openQueue` is to know. */
export const jobs = [articleJob, recrawlJob, highResJob, sourcePollJob, sweepJob, cleanupJob];
