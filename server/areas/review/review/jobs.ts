import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/** Recognises what a version of an article says, and compares it with what it is to say. */
export const speechCheckJob = declareJob('speech-check', z.object({ version: z.string().min(1) }), {
  retryLimit: 6,
  expireInSeconds: 3_600,
  atOnce: () => 2,
});

export const reviewJobs = [speechCheckJob] as const;
