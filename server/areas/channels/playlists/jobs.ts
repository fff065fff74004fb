import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/** Brings playlists up to date with their articles and with what is heard: every minute. */
const playlistsJob = declareJob('playlists', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 300,
  schedule: '* * * * *',
  atStart: true,
});

export const playlistJobs = [playlistsJob] as const;
