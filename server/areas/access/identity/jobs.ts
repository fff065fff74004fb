import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/**
 * Sends the link for a new password to an address, if somebody signs in with it. Asked for whatever address
 * was typed, so that neither the answer nor its time tells whether there is one.
 */
export const passwordResetJob = declareJob('password-reset', z.object({ email: z.string() }), {
  retryLimit: 3,
  expireInSeconds: 60,
});

/**
 * Sends the link that confirms another e-mail address, unless somebody has that address already: neither the
 * answer nor its time tells.
 */
export const emailChangeJob = declareJob(
  'email-change',
  z.object({ userId: z.number(), email: z.string() }),
  { retryLimit: 3, expireInSeconds: 60 },
);

/** What this area has done in the background. */
export const identityJobs = [passwordResetJob, emailChangeJob] as const;
