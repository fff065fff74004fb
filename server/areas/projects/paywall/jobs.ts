import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/**
 * Makes the teasers that a project's articles lack, some at a time, so that other projects have their turn.
 */
export const teasersJob = declareJob('project-teasers', z.object({ projectId: z.int().positive() }));

export const paywallJobs = [teasersJob] as const;
