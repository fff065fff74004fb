import { persistMessages, noticesColumn, type PersistedMessage } from '../../../lib/persisted-message.ts';
import { sql as raw } from 'kysely';
import type { App } from '../../../kernel/app.ts';
import { eachItem } from '../../../kernel/each-item.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { ensureJoined } from '../../library/joined-audio/joined-audio.ts';
import { playlistEvent } from './events.ts';
import { itemsOf } from './playlist-items.ts';
import { partsOf } from './playlist-parts.ts';
import { rankedArticles } from './ranking.ts';

/** Seconds after which an automatic playlist is looked at again. */
const automaticEvery = 300;
/**
 * How long the same articles keep their order, seconds: joining the file again for every swap would be
 * wasteful.
 */
const orderStays = 3_600;
/** Interval after which every playlist is refreshed, so that its file doesn't count as abandoned, seconds. */
const anyEvery = 86_400;
/** By the clock of its transaction an article may have changed earlier than it was to be seen. */
const commitTakes = 60;
const batch = 200;
/** Maximum playlists per run; the next run continues with the others. */
const playlistsMax = 2_000;

type Doors = Pick<App, 'queue' | 'pubsub'>;

/**
 * Updates a playlist's items and its joined file within the caller's transaction. Unchanged parts stay.
 * @param input.arrange whether an automatic playlist is sorted again even though it has the same articles
 */
export async function refreshPlaylist(
  app: Doors,
  tx: Sql,
  id: number,
  { arrange = false } = {},
): Promise<void> {
  const known = await tx.selectFrom('Playlist').select('projectId').where('id', '=', id).executeTakeFirst();
  if (!known) return;
  // Locks the project first, in the same order as every change of a playlist.
  await tx.selectFrom('Project').select('id').where('id', '=', known.projectId).forKeyShare().execute();
  const playlist = await tx
    .selectFrom('Playlist')
    .selectAll()
    .select((eb) => [eb('arrangedAt', '<', fromNow(-orderStays)).as('mayRearrange')])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!playlist) return;
  const rearranged =
    playlist.type === 'auto' && (await arrangeAnew(tx, playlist, arrange || Boolean(playlist.mayRearrange)));
  const parts = partsOf(playlist, await itemsOf(tx, [id]));
  const { joined, joinedError } = await join(app, tx, playlist, parts);
  await tx
    .updateTable('Playlist')
    .set({
      joined,
      joinedError: joinedError?.text ?? null,
      joinedErrorNotices: noticesColumn(joinedError),
      refreshedAt: now(),
      ...(rearranged && { arrangedAt: now() }),
    })
    .where('id', '=', id)
    .execute();
  if (rearranged || joined !== playlist.joined || (joinedError?.text ?? null) !== playlist.joinedError)
    await app.pubsub.publish(tx, playlistEvent, {
      kind: 'changed',
      playlistId: id,
      projectId: playlist.projectId,
    });
}

async function join(
  app: Doors,
  tx: Sql,
  { projectId, name }: { projectId: number; name: string },
  parts: ReturnType<typeof partsOf>,
): Promise<{ joined: string | null; joinedError: PersistedMessage | null }> {
  if (parts.length === 0) return { joined: null, joinedError: null };
  try {
    const { key } = await ensureJoined(app, tx, { projectId, title: name, parts });
    return { joined: key, joinedError: null };
  } catch (error) {
    // Too much for one file, say: the playlist is kept all the same.
    if (!(error instanceof ValidationError)) throw error;
    return { joined: null, joinedError: persistMessages(error.fieldErrors) };
  }
}

type Automatic = Parameters<typeof rankedArticles>[2] & { id: number; projectId: number };

/**
 * Puts the articles into an automatic playlist that belong there now. @returns whether it has others, or
 * another order
 */
async function arrangeAnew(tx: Sql, playlist: Automatic, mayReorder: boolean): Promise<boolean> {
  const after = (await rankedArticles(tx, playlist.projectId, playlist)).map(({ articleId }) => articleId);
  const rows = await tx
    .selectFrom('PlaylistItem')
    .select('articleId')
    .where('playlistId', '=', playlist.id)
    .orderBy('position')
    .execute();
  const before = rows.map(({ articleId }) => articleId);
  if (after.length === before.length && after.every((articleId, index) => articleId === before[index]))
    return false;
  const sameArticles =
    after.length === before.length && after.every((articleId) => before.includes(articleId));
  if (sameArticles && !mayReorder) return false;
  await tx.deleteFrom('PlaylistItem').where('playlistId', '=', playlist.id).execute();
  if (after.length > 0)
    await tx
      .insertInto('PlaylistItem')
      .values(after.map((articleId, position) => ({ playlistId: playlist.id, articleId, position })))
      .execute();
  return true;
}

/**
 * Refreshes the playlists whose articles have changed (regenerated, deleted), automatic ones every few
 * minutes, each on its own.
 */
export async function refreshDuePlaylists(
  app: App,
  signal?: AbortSignal,
): Promise<{ refreshed: number; failed: number }> {
  const { done, failed } = await eachItem(app, {
    job: 'playlists',
    items: duePlaylists(app),
    key: (id) => `playlist ${id}`,
    work: (id) => app.db.transaction((tx) => refreshPlaylist(app, tx, id)),
    signal,
  });
  return { refreshed: done, failed };
}

/** Some of them, the longest not refreshed first. */
async function* duePlaylists({ db }: App): AsyncGenerator<number> {
  let after: { id: number; refreshedAt: Date } | undefined;
  for (let count = 0; count < playlistsMax;) {
    const last = after;
    const due = await db.sql
      .selectFrom('Playlist as p')
      .innerJoin('Project as project', 'project.id', 'p.projectId')
      .select(['p.id', 'p.refreshedAt'])
      .where('p.deletedAt', 'is', null)
      .where('project.deletedAt', 'is', null)
      .$if(last !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('p.refreshedAt', 'p.id'), '>', tuple(last!.refreshedAt, last!.id)),
        ),
      )
      .where((eb) =>
        eb.or([
          eb.and([eb('p.type', '=', 'auto'), eb('p.refreshedAt', '<', fromNow(-automaticEvery))]),
          eb('p.refreshedAt', '<', fromNow(-anyEvery)),
          eb.exists(
            eb
              .selectFrom('PlaylistItem as i')
              .innerJoin('Article as a', 'a.id', 'i.articleId')
              .select('i.id')
              .whereRef('i.playlistId', '=', 'p.id')
              .where((of) =>
                of(
                  'a.updatedAt',
                  '>',
                  raw<Date>`${of.ref('p.refreshedAt')} - make_interval(secs => ${commitTakes})`,
                ),
              ),
          ),
        ]),
      )
      .orderBy('p.refreshedAt')
      .orderBy('p.id')
      .limit(batch)
      .execute();
    for (const { id } of due) yield id;
    if (due.length < batch) return;
    count += due.length;
    after = due.at(-1)!;
  }
}
