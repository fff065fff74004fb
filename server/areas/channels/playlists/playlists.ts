import type { Selectable } from 'kysely';
import type { Playlist as PlaylistModel, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import { requireFeature } from '../../../kernel/features.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { now } from '../../../lib/database/sql.ts';
import {
  accessProject,
  accessProjectOf,
  readableBy as readableProject,
  type Project,
} from '../../access/project-access/access.ts';
import { changesOf, writeProjectLog } from '../../access/project-log/log.ts';
import type { Right } from '../../access/project-access/policy.ts';
import {
  checkedColumns,
  checkedItems,
  ownSounds,
  spokenFields,
  type CheckedItem,
  type Columns,
  type PlaylistInput,
} from './playlist-input.ts';
import { playlistEvent } from './events.ts';
import { policy } from './policy.ts';
import { refreshPlaylist } from './refresh-playlist.ts';
import { speakWords } from './spoken-words-audio.ts';
import { playlistMessages } from './messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

type Playlist = Selectable<Tables['Playlist']>;

/** Which playlists the actor may read: those of projects that he may read. @throws NotSignedInError */
export const readableBy = (actor: Actor): Prisma.PlaylistWhereInput => ({
  deletedAt: null,
  project: readableProject(actor),
});

/**
 * @param query selection of the row
 * @throws NotSignedInError, NotFoundError
 */
export async function readPlaylist(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.PlaylistDefaultArgs = {},
): Promise<PlaylistModel> {
  const playlist = await app.db.prisma.playlist.findFirst({
    ...query,
    where: { AND: [{ id }, readableBy(actor)] },
  });
  if (!playlist) throw new NotFoundError(playlistMessages.PLAYLIST_NOT_FOUND());
  return playlist;
}

/**
 * Returns the playlists that the actor may read.
 * @param query selection of the rows
 * @throws NotSignedInError
 */
export async function readPlaylists(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.PlaylistDefaultArgs = {},
): Promise<PlaylistModel[]> {
  return app.db.prisma.playlist.findMany({
    ...query,
    where: { AND: [{ id: { in: [...ids] } }, readableBy(actor)] },
  });
}

/**
 * A page of a project's playlists, newest first. For callers who may read it. @param offset to skip, beside
 * the page's own
 */
export async function listPlaylists(
  { db }: App,
  projectId: number,
  query: Prisma.PlaylistFindManyArgs,
  offset: number | null | undefined,
): Promise<PlaylistModel[]> {
  const beyond = offset ?? 0;
  if (beyond < 0) throw new ValidationError([{ field: 'offset', ...kernelMessages.NEGATIVE() }]);
  return db.prisma.playlist.findMany({
    ...query,
    where: { projectId, deletedAt: null },
    orderBy: { id: 'desc' },
    skip: (query.skip ?? 0) + beyond,
  });
}

/** How many playlists a project has. For callers who may read it. */
export const countPlaylists = ({ db }: App, projectId: number): Promise<number> =>
  db.prisma.playlist.count({ where: { projectId, deletedAt: null } });

/**
 * Adds a playlist, and has its file joined.
 * @throws NotSignedInError, NotFoundError, NotAllowedError (without the feature, too), ValidationError on the
 * fields that are wrong,
 *   LimitReachedError when the voice cannot speak now
 */
export async function createPlaylist(
  app: App,
  actor: Actor,
  { projectId, ...given }: PlaylistInput & { projectId: number },
): Promise<{ playlistId: number; project: Project }> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.createPlaylist);
  requireFeature(project, 'playlist');
  const columns = await checkedColumns(app, projectId, given, null);
  const sounds = await ownSounds(app, projectId, given.items ?? []);
  const spoken = await speakAll(app, actor, project, columns);
  return app.db.transaction(async (tx) => {
    await accessProject(tx, actor, projectId, policy.createPlaylist, true);
    const items =
      columns.type === 'auto'
        ? []
        : await checkedItems(tx, projectId, given.items ?? [], { sounds, before: [] });
    const { id: playlistId } = await tx
      .insertInto('Playlist')
      .values({ ...columns, name: columns.name!, ...spoken, projectId, modifiedBy: userOf(actor) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await putItems(tx, playlistId, items);
    await refreshPlaylist(app, tx, playlistId, { arrange: true });
    await app.pubsub.publish(tx, playlistEvent, { kind: 'created', playlistId, projectId });
    await writeProjectLog(tx, actor, projectId, 'playlist created', {
      playlist: playlistId,
      name: columns.name,
      items: items.length,
    });
    return { playlistId, project };
  });
}

/**
 * Changes a playlist, and has its file joined again. Sending back the stored values changes nothing.
 * @param input.revision that the changes are based on; absent: the current one
 * @throws as `createPlaylist`; ConflictError when another user has changed it since
 */
export async function updatePlaylist(
  app: App,
  actor: Actor,
  { id, revision, ...given }: PlaylistInput & { id: number; revision?: number | null | undefined },
): Promise<Project> {
  const project = await accessProjectOf(
    app.db.sql,
    actor,
    'Playlist',
    id,
    policy.updatePlaylist,
    playlistMessages.PLAYLIST_NOT_FOUND(),
  );
  requireFeature(project, 'playlist');
  refuseOther(await storedPlaylist(app.db.sql, id), revision);
  const sounds = await ownSounds(app, project.id, given.items ?? []);
  const columns = await checkedColumns(app, project.id, given, await storedPlaylist(app.db.sql, id));
  const spoken = await speakAll(app, actor, project, columns);
  return app.db.transaction(async (tx) => {
    const { playlist, project: locked } = await accessPlaylist(tx, actor, id, policy.updatePlaylist);
    refuseOther(playlist, revision);
    const before = await storedItems(tx, id);
    const isAutomatic = (columns.type ?? playlist.type) === 'auto';
    if (isAutomatic && playlist.type === 'manual' && before.length > 0)
      throw new ValidationError([{ field: 'type', ...playlistMessages.PLAYLIST_HAS_ITEMS() }]);
    const items =
      isAutomatic || !given.items
        ? before
        : await checkedItems(tx, locked.id, given.items, { sounds, before });
    const changes = changesOf(shown(playlist, before), shown({ ...playlist, ...columns }, items));
    const respoken = spokenFields.some(
      ([, kept]) => spoken[kept] !== undefined && spoken[kept] !== playlist[kept],
    );
    if (Object.keys(changes).length === 0 && !respoken) return project;
    await tx
      .updateTable('Playlist')
      .set((eb) => ({
        ...columns,
        ...spoken,
        revision: eb('revision', '+', 1),
        modifiedAt: now(),
        modifiedBy: userOf(actor),
      }))
      .where('id', '=', id)
      .execute();
    if (changes['items']) await putItems(tx, id, items);
    await refreshPlaylist(app, tx, id, { arrange: true });
    await app.pubsub.publish(tx, playlistEvent, { kind: 'changed', playlistId: id, projectId: locked.id });
    await writeProjectLog(tx, actor, locked.id, 'playlist updated', {
      playlist: id,
      name: playlist.name,
      changes,
    });
    return project;
  });
}

/**
 * Takes a playlist away; it can be restored for some days. @throws NotSignedInError, NotFoundError,
 * NotAllowedError
 */
export async function deletePlaylist(app: App, actor: Actor, id: number): Promise<Project> {
  return app.db.transaction(async (tx) => {
    const { playlist, project } = await accessPlaylist(tx, actor, id, policy.deletePlaylist);
    await tx
      .updateTable('Playlist')
      .set({ deletedAt: now(), deletedById: userOf(actor) })
      .where('id', '=', id)
      .execute();
    await app.pubsub.publish(tx, playlistEvent, { kind: 'deleted', playlistId: id, projectId: project.id });
    await writeProjectLog(tx, actor, project.id, 'playlist deleted', { playlist: id, name: playlist.name });
    return project;
  });
}

/** Playlists that hold articles, oldest first. For callers who may read the articles. */
export async function playlistsOfArticles(
  { db }: App,
  articleIds: readonly number[],
): Promise<{ articleId: number; id: number; name: string }[]> {
  const items = await db.prisma.playlistItem.findMany({
    where: { articleId: { in: [...articleIds] }, playlist: { deletedAt: null } },
    distinct: ['articleId', 'playlistId'],
    orderBy: { playlistId: 'asc' },
    select: { articleId: true, playlist: { select: { id: true, name: true } } },
  });
  return items.map(({ articleId, playlist }) => ({ articleId: articleId!, ...playlist }));
}

/** Locks the project before a playlist is changed, so that changes are serialized. */
async function accessPlaylist(
  tx: Sql,
  actor: Actor,
  id: number,
  right: Right,
): Promise<{ playlist: Playlist; project: Project }> {
  const project = await accessProjectOf(
    tx,
    actor,
    'Playlist',
    id,
    right,
    playlistMessages.PLAYLIST_NOT_FOUND(),
    true,
  );
  return { playlist: await storedPlaylist(tx, id), project };
}

async function storedPlaylist(db: Sql, id: number): Promise<Playlist> {
  const playlist = await db
    .selectFrom('Playlist')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!playlist) throw new NotFoundError(playlistMessages.PLAYLIST_NOT_FOUND());
  return playlist;
}

const storedItems = (db: Sql, playlistId: number): Promise<CheckedItem[]> =>
  db
    .selectFrom('PlaylistItem')
    .select(['articleId', 'customTitle', 'customText', 'customFile', 'customMs'])
    .where('playlistId', '=', playlistId)
    .orderBy('position')
    .orderBy('id')
    .execute();

async function putItems(tx: Sql, playlistId: number, items: readonly CheckedItem[]): Promise<void> {
  await tx.deleteFrom('PlaylistItem').where('playlistId', '=', playlistId).execute();
  if (items.length === 0) return;
  await tx
    .insertInto('PlaylistItem')
    .values(items.map((item, position) => ({ ...item, playlistId, position })))
    .execute();
}

function refuseOther(playlist: Playlist, revision: number | null | undefined): void {
  if (revision != null && revision !== playlist.revision)
    throw new ConflictError(playlistMessages.PLAYLIST_CHANGED());
}

type Spoken = Partial<Record<(typeof spokenFields)[number][1], string | null>>;

/** Speaks the words that are sent, before anything is locked: a voice takes its time. */
async function speakAll(app: App, actor: Actor, project: Project, columns: Columns): Promise<Spoken> {
  const spoken: Spoken = {};
  for (const [field, kept] of spokenFields) {
    const { [field]: words } = columns;
    if (words === undefined) continue;
    spoken[kept] = words === '' ? null : (await speakWords(app, actor, project, field, words)).file;
  }
  return spoken;
}

const userOf = (actor: Actor): number | null => (actor.kind === 'user' ? actor.userId : null);

const contentFields = [
  ...([
    'name',
    'type',
    'limitCount',
    'limitInterval',
    'limitSortBy',
    'limitTimeFrom',
    'limitTimeTo',
  ] as const),
  ...(['queryText', 'queryDate', 'querySortBy'] as const),
  ...([
    'introFile',
    'introText',
    'outroFile',
    'outroText',
    'nextArticleAudioFile',
    'nextArticleText',
  ] as const),
];

/** Returns a playlist in the form of log entries, in which changes are shown. */
const shown = (columns: Columns, items: readonly CheckedItem[]): Record<string, unknown> => ({
  ...Object.fromEntries(contentFields.map((field) => [field, columns[field]])),
  items: items.map(({ articleId, customTitle, customText, customFile }) => ({
    articleId,
    customTitle,
    customText,
    customFile,
  })),
});
