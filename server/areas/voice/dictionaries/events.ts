import { z } from 'zod';
import { declareEvent } from '../../../kernel/events.ts';
import { requireAdmin } from '../../access/identity/policy.ts';
import { accessDictionary } from './dictionary-access.ts';
import { policy } from './policy.ts';

const id = z.int().positive();

/** A dictionary, or some of its entries, have another version. */
export const dictionaryEvent = declareEvent('dictionary', z.object({ dictionaryId: id, version: z.int() }), {
  topics: ({ dictionaryId }) => ({ dictionary: dictionaryId }),
  projectOf: {
    dictionary: async (app, actor, dictionaryId) =>
      (await accessDictionary(app.db.sql, actor, dictionaryId, policy.watchDictionary, { deleted: true }))
        .projectId,
  },
  authorise: (app, actor, _, dictionaryId) =>
    accessDictionary(app.db.sql, actor, dictionaryId, policy.watchDictionary, { deleted: true }),
});

/** A revoice job has made progress, or has ended. */
export const revoicingEvent = declareEvent('revoicing job', z.object({ jobId: id, ended: z.boolean() }), {
  topics: ({ jobId }) => ({ revoicingJob: jobId }),
  projectOf: {
    revoicingJob: async (_, actor) => {
      requireAdmin(actor);
      return null;
    },
  },
  authorise: async (_, actor) => requireAdmin(actor),
});
