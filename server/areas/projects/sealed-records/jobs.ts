import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/** Seals under the current data key what is sealed under an earlier one. */
export const resealJob = declareJob('reseal', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 3_600,
  schedule: '41 * * * *',
  atStart: true,
});
