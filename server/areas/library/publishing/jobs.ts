import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/**
 * Makes what a project's channels publish: episodes of its podcasts, and the sound of its briefings. Some at
 * a time, so that others have their turn.
 */
export const publishJob = declareJob('project-publish', z.object({ projectId: z.int().positive() }), {
  retryLimit: 5,
  expireInSeconds: 1_800,
  atOnce: () => 2,
});

/**
 * Finds projects whose day or week is over, and publishing work that has no job. In every time zone, midnight
 * falls on a quarter of an hour UTC.
 */
export const publishDueJob = declareJob('publish-due', z.object({}), {
  retryLimit: 2,
  expireInSeconds: 600,
  schedule: '*/15 * * * *',
  atStart: true,
});

export const publishingJobs = [publishJob, publishDueJob] as const;
