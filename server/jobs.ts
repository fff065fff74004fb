import { z } from 'zod';
import { articleJobs } from './areas/articles/articles/jobs.ts';
import { dictionaryJobs } from './areas/voice/dictionaries/jobs.ts';
import { identityJobs } from './areas/access/identity/jobs.ts';
import { joinedAudioJobs } from './areas/library/joined-audio/jobs.ts';
import { listeningJob } from './areas/listening/listening/jobs.ts';
import { deploymentJobs } from './areas/channels/deployments/jobs.ts';
import { mailJobs } from './areas/access/mail/jobs.ts';
import { organizationJobs } from './areas/access/organizations/jobs.ts';
import { paywallJobs } from './areas/projects/paywall/jobs.ts';
import { publishingJobs } from './areas/library/publishing/jobs.ts';
import { premiumJobs } from './areas/people/premium/jobs.ts';
import { playlistJobs } from './areas/channels/playlists/jobs.ts';
import { reportMailsJob } from './areas/projects/report-mails/jobs.ts';
import { resealJob } from './areas/projects/sealed-records/jobs.ts';
import { reviewJobs } from './areas/review/review/jobs.ts';
import { sourceJobs } from './areas/articles/sources/jobs.ts';
import { webSubJobs } from './areas/library/websub/jobs.ts';
import { deliverWebhooksJob } from './areas/projects/webhooks/jobs.ts';
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

/** Makes a backup if one is due, and proves that it can be restored: looked at every hour. */
const backupJob = declareJob('backup', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 43_200,
  schedule: '7 * * * *',
});

/** All jobs, for senders; `worker/handlers.ts` defines their handlers. */
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
  deliverWebhooksJob,
  ...mailJobs,
  listeningJob,
  reportMailsJob,
  resealJob,
  sweepJob,
  cleanupJob,
  backupJob,
] as const;
