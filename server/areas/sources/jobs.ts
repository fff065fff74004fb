import { z } from 'zod';
import { defineJob } from '../../lib/queue.ts';

/** Polls a feed or website; the next poll is enqueued when it is done. */
export const sourcePollJob = defineJob('source-poll', z.object({ sourceId: z.int().positive() }), { retryLimit: 0 });
