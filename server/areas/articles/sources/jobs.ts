import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/** Polls a feed or website; the next poll is enqueued when it is done. */
export const sourcePollJob = declareJob('source-poll', z.object({ sourceId: z.int().positive() }), {
  retryLimit: 0,
  // Polls wait for other people's servers most of the time.
  atOnce: () => 4,
});

export const sourceJobs = [sourcePollJob] as const;
