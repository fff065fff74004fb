import { z } from 'zod';
import { declareEvent } from '../../../kernel/events.ts';
import { accessProject, accessProjectOf } from '../../access/project-access/access.ts';
import { policy } from './policy.ts';
import { playlistMessages } from './messages.ts';

const id = z.int().positive();

/** A playlist was added, changed (what it holds, too) or deleted. */
export const playlistEvent = declareEvent(
  'playlist',
  z.object({ kind: z.enum(['created', 'changed', 'deleted']), playlistId: id, projectId: id }),
  {
    topics: ({ playlistId, projectId }) => ({ playlist: playlistId, project: projectId }),
    projectOf: {
      playlist: async (app, actor, playlistId) =>
        (
          await accessProjectOf(
            app.db.sql,
            actor,
            'Playlist',
            playlistId,
            policy.watchPlaylist,
            playlistMessages.PLAYLIST_NOT_FOUND(),
          )
        ).id,
      project: async (_, __, projectId) => projectId,
    },
    authorise: (app, actor, projectId) => accessProject(app.db.sql, actor, projectId, policy.watchPlaylist),
  },
);
