import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/**
 * Notifies a podcast's hub that its feed has changed. Hubs that are down are retried for a quarter of an
 * hour, and then every minute.
 */
export const pingHubJob = declareJob('ping-hub', z.object({ channelId: z.int().positive() }), {
  retryLimit: 12,
  expireInSeconds: 120,
});

/** Finds podcasts whose hub has not been notified of the current feed, for whatever reason. */
export const retryPendingPingsJob = declareJob('find-untold-hubs', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 120,
  schedule: '* * * * *',
  atStart: true,
});

/** The same for the podcasts of one project, as soon as something of it changed. */
export const retryProjectPingsJob = declareJob(
  'find-untold-hubs-of-project',
  z.object({ projectId: z.int().positive() }),
  { retryLimit: 0, expireInSeconds: 120 },
);

export const webSubJobs = [pingHubJob, retryPendingPingsJob, retryProjectPingsJob] as const;
