import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ConflictError, NotFoundError } from '../../../kernel/errors.ts';
import {
  lastDeletedFirst,
  requireRestorable,
  type DeletedItem,
  type DeletedPage,
} from '../../access/deleted-items/deleted-items.ts';
import { accessProjectOf, type Project } from '../../access/project-access/access.ts';
import { writeProjectLog } from '../../access/project-log/log.ts';
import { playlistEvent } from './events.ts';
import { playlistMessages } from './messages.ts';
import { policy } from './policy.ts';

/**
 * Returns a page of a project's deleted playlists that can be restored, most recently deleted first; null for
 * callers who may not restore them. @throws NotSignedInError, NotFoundError
 */
export async function listDeletedPlaylists(
  app: App,
  actor: Actor,
  projectId: number,
  page: DeletedPage,
): Promise<DeletedItem[] | null> {
  const asked = await lastDeletedFirst(app, actor, { projectId, right: policy.restorePlaylist }, page);
  if (!asked) return null;
  const playlists = await app.db.prisma.playlist.findMany({
    ...asked,
    select: { id: true, name: true, deletedAt: true, deletedBy: { select: { id: true } } },
  });
  return playlists.map(({ deletedAt, ...playlist }) => ({
    type: 'Playlist',
    deletedAt: deletedAt!,
    ...playlist,
  }));
}

/**
 * Restores a deleted playlist with its items, also in the players that use it. Needs no feature: it takes
 * back what was there.
 * @throws NotSignedInError, NotFoundError (also when it is too late), NotAllowedError, ConflictError where it
 * is not deleted
 */
export async function restorePlaylist(
  app: App,
  actor: Actor,
  id: number,
): Promise<{ playlistId: number; project: Project }> {
  return app.db.transaction(async (tx) => {
    const unknown = playlistMessages.PLAYLIST_NOT_FOUND();
    const project = await accessProjectOf(tx, actor, 'Playlist', id, policy.restorePlaylist, unknown, true);
    const deleted = await tx
      .selectFrom('Playlist')
      .select(['name', 'deletedAt'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!deleted) throw new NotFoundError(unknown);
    if (deleted.deletedAt === null) throw new ConflictError(playlistMessages.PLAYLIST_NOT_DELETED());
    requireRestorable(app, deleted.deletedAt, unknown);
    // Its file still exists; changes of its articles since then are applied within a minute.
    await tx
      .updateTable('Playlist')
      .set({ deletedAt: null, deletedById: null, refreshedAt: new Date(0) })
      .where('id', '=', id)
      .execute();
    await app.pubsub.publish(tx, playlistEvent, { kind: 'created', playlistId: id, projectId: project.id });
    await writeProjectLog(tx, actor, project.id, 'playlist restored', { playlist: id, name: deleted.name });
    return { playlistId: id, project };
  });
}
