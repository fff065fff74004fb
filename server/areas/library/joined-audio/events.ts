import { z } from 'zod';
import { declareEvent } from '../../../kernel/events.ts';
import { accessProject } from '../../access/project-access/access.ts';
import { policy } from './policy.ts';

/** How far the joining of a file is. */
export const joinedAudioEvent = declareEvent(
  'joinedAudio',
  z.object({
    key: z.string(),
    projectId: z.int().positive(),
    state: z.enum(['waiting', 'joining', 'ready', 'failed']),
    /** Percent. */
    progress: z.int().min(0).max(100),
  }),
  {
    topics: ({ projectId }) => ({ project: projectId }),
    projectOf: { project: async (_, __, projectId) => projectId },
    authorise: (app, actor, projectId) =>
      accessProject(app.db.sql, actor, projectId, policy.watchJoinedAudio),
  },
);
