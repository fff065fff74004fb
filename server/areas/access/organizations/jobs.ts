import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/** Announces the end of partner tokens a week before. Every hour. */
export const tokenExpiryJob = declareJob('token-expiry', z.object({}), {
  retryLimit: 2,
  expireInSeconds: 120,
  schedule: '23 * * * *',
});

/** What this area has done in the background. */
export const organizationJobs = [tokenExpiryJob] as const;
