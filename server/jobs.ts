import { z } from 'zod';
import { articleJobs } from './areas/articles/jobs.ts';
import { dictionaryJobs } from './areas/dictionaries/jobs.ts';
import { identityJobs } from './areas/identity/jobs.ts';
import { joinedAudioJobs } from './areas/joined-audio/jobs.ts';
import { listeningJob } from './areas/listening/jobs.ts';
import { deploymentJobs } from './areas/deployments/jobs.ts';
import { mailJobs } from './areas/mail/jobs.ts';
import { organizationJobs } from './areas/organizations/jobs.ts';
import { paywallJobs } from './areas/paywall/jobs.ts';
import { publishingJobs } from './areas/publishing/jobs.ts';
import { premiumJobs } from './areas/premium/jobs.ts';
import { playlistJobs } from './areas/playlists/jobs.ts';
import { reportMailsJob } from './areas/report-mails/jobs.ts';
import { resealJob } from './areas/sealed-records/jobs.ts';
import { reviewJobs } from './areas/review/jobs.ts';
import { sourceJobs } from './areas/sources/jobs.ts';
import { webSubJobs } from './areas/websub/jobs.ts';
import { declareJob } from './kernel/jobs.ts';

/**
 * Finds what was stranded (articles, polls, reservations) and sets it going again: every minute, and what an
 * earlier process left behind at once.
 */
const sweepJob = declareJob('sweep', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 120,
  schedule: '* * * * *',
  atStart: true,
});

/** Deletes what is no longer needed and tidies the embedded database. Every night. */
const cleanupJob = declareJob('cleanup', z.object({}), {
  retryLimit: 2,
  expireInSeconds: 3_600,
  schedule: '17 3 * * *',
});

/** Every job there is, for whoever sends one; `worker/handlers.ts` says what does it. */
export const jobs = [
  ...articleJobs,
  ...dictionaryJobs,
  ...identityJobs,
  ...joinedAudioJobs,
  ...organizationJobs,
  ...paywallJobs,
  ...publishingJobs,
  ...playlistJobs,
  ...premiumJobs,
  ...reviewJobs,
  ...sourceJobs,
  ...deploymentJobs,
  ...webSubJobs,
  ...mailJobs,
  listeningJob,
  reportMailsJob,
  resealJob,
  sweepJob,
  cleanupJob,
] as const;
