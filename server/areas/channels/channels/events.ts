import { z } from 'zod';
import { declareEvent } from '../../../kernel/events.ts';
import { accessProject, accessProjectOf } from '../../access/project-access/access.ts';
import { policy } from './policy.ts';
import { channelMessages } from './messages.ts';

const id = z.int().positive();

/** A channel was created, changed or deleted, or there is something new in it. */
export const channelEvent = declareEvent(
  'channel',
  z.object({ kind: z.enum(['created', 'changed', 'published', 'deleted']), channelId: id, projectId: id }),
  {
    topics: ({ channelId, projectId }) => ({ channel: channelId, project: projectId }),
    projectOf: {
      channel: async (app, actor, channelId) =>
        (
          await accessProjectOf(
            app.db.sql,
            actor,
            'Channel',
            channelId,
            policy.watchChannels,
            channelMessages.CHANNEL_NOT_FOUND(),
          )
        ).id,
      project: async (_, __, projectId) => projectId,
    },
    authorise: (app, actor, projectId) => accessProject(app.db.sql, actor, projectId, policy.watchChannels),
  },
);

export type ChannelChange = z.output<typeof channelEvent.payload>;
