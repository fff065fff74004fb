import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/** Updates playlists with their articles and plays, every minute. */
const playlistsJob = declareJob('playlists', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 300,
  schedule: '* * * * *',
  atStart: true,
});

export const playlistJobs = [playlistsJob] as const;
