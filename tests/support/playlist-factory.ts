import { randomUUID } from 'node:crypto';
import type { Playlist, Prisma } from '../../prisma/generated/client/client.ts';
import type { Database } from '../../server/lib/database/db.ts';

/**
 * Creates playlists that are valid unless a test overrides it: of manually selected articles, without a
 * joined file yet.
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
