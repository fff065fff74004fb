import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/** Sends the e-mail reports whose time has come. */
export const reportMailsJob = declareJob('report-mails', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 1_800,
  schedule: '*/10 * * * *',
  atStart: true,
});
