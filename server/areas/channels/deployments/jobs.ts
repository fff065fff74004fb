import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/**
 * Publishes a channel as an Alexa skill, from where an earlier run stopped. It mostly waits for Amazon, so
 * several run at once.
 */
export const deploymentJob = declareJob('alexa-deployment', z.object({ deploymentId: z.int().positive() }), {
  atOnce: () => 4,
});

export const deploymentJobs = [deploymentJob] as const;
