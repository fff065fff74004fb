import { z } from 'zod';
import { declareJob } from './jobs.ts';

/**
 * Sends a mail, once. Attempts that fail are followed by others for a day, each later than the one before.
 */
export const mailJob = declareJob('mail', z.object({ mailId: z.int().positive() }), {
  retryLimit: 0,
  expireInSeconds: 240,
  atOnce: () => 4,
});
