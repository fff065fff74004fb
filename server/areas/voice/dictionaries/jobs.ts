import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/**
 * Goes on with voicing again what entries change: when somebody asks for it, and every minute, for what
 * waited for another day or lost its worker.
 */
export const revoicingJob = declareJob('dictionary-resound', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 3_600,
  schedule: '* * * * *',
});

export const dictionaryJobs = [revoicingJob] as const;
