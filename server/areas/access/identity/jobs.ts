import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/**
 * Sends the link for a new password to an address, if it belongs to an account. Enqueued for every address,
 * so that neither the response nor its time reveals whether there is one.
 */
export const passwordResetJob = declareJob('password-reset', z.object({ email: z.string() }), {
  retryLimit: 3,
  expireInSeconds: 60,
});

/**
 * Sends the link that confirms a new email address, unless the address is in use: neither the response nor
 * its time reveals that.
 */
export const emailChangeJob = declareJob(
  'email-change',
  z.object({ userId: z.number(), email: z.string() }),
  { retryLimit: 3, expireInSeconds: 60 },
);

/** What this area has done in the background. */
export const identityJobs = [passwordResetJob, emailChangeJob] as const;
