import { randomUUID } from 'node:crypto';
import type { Playlist, Prisma } from '../../prisma/generated/client/client.ts';
import type { Database } from '../../server/lib/database/db.ts';

/**
 * Makes playlists that are valid unless a test says otherwise: of articles, chosen by hand, whose file nobody
 * has joined yet.
 */
export const playlistFactory =
  (db: Pick<Database, 'prisma'>) =>
  async (
    projectId: number,
    articleIds: readonly number[] = [],
    given: Partial<Prisma.PlaylistUncheckedCreateInput> = {},
  ): Promise<Playlist> => {
    const items = { create: articleIds.map((articleId, position) => ({ articleId, position })) };
    return db.prisma.playlist.create({
      data: { name: `Playlist ${randomUUID().slice(0, 8)}`, ...given, projectId, items },
    });
  };
