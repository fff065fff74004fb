import type { PlaylistType } from '../../../../prisma/generated/client/enums.ts';
import type { App } from '../../../kernel/app.ts';

/** A playlist that a channel's settings name. */
export interface ChannelPlaylist {
  id: number;
  name: string;
  type: PlaylistType;
}

/** Those of these that are still there. For callers who have read the channels that name them. */
export const playlistsNamed = (app: App, ids: readonly number[]): Promise<ChannelPlaylist[]> =>
  app.db.sql
    .selectFrom('Playlist')
    .select(['id', 'name', 'type'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute();
