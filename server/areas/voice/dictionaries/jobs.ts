import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/**
 * Continues to regenerate what entries change: on request, and every minute, for work that waited for another
 * day or lost its worker.
 */
export const revoicingJob = declareJob('dictionary-resound', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 3_600,
  schedule: '* * * * *',
});

export const dictionaryJobs = [revoicingJob] as const;
