import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/** Sends due email reports. */
export const reportMailsJob = declareJob('report-mails', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 1_800,
  schedule: '*/10 * * * *',
  atStart: true,
});
