import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/** Joins a file of others. */
export const joinJob = declareJob('join-audio', z.object({ key: z.string().min(1) }), {
  retryLimit: 20,
  expireInSeconds: 3_600,
});

export const joinedAudioJobs = [joinJob] as const;
