import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/** Sums what players reported, and makes room for what they will: every minute. */
export const listeningJob = declareJob('listening', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 3_600,
  schedule: '* * * * *',
  atStart: true,
});
