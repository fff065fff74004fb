import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';
import { mailJob } from '../../../kernel/mail-job.ts';

/** Finds mails whose process died, or whose job was lost. */
export const mailRescueJob = declareJob('mail-rescue', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 120,
  schedule: '* * * * *',
  atStart: true,
});

export const mailJobs = [mailJob, mailRescueJob] as const;
