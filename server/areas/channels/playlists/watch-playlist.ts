import type { Playlist, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { ActorNow } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError } from '../../../kernel/errors.ts';
import { watchEvents } from '../../../kernel/events.ts';
import { joinedAudioEvent } from '../../library/joined-audio/events.ts';
import { playlistEvent } from './events.ts';
import { readPlaylist } from './playlists.ts';

/**
 * Emits the state of a playlist's file: the current one first, then each change, until the iterator is
 * returned or the playlist is deleted.
 * @param actorNow called before each event, so that each follows the rights at that time
 * @throws NotSignedInError, NotFoundError — at first and, when the right is revoked later, at that time
 */
export async function watchPlaylist(
  app: App,
  actorNow: ActorNow,
  id: number,
  query: Prisma.PlaylistDefaultArgs = {},
): Promise<AsyncIterableIterator<Playlist>> {
  const { projectId } = await readPlaylist(app, await actorNow(), id);
  const read = async (): Promise<Playlist> => readPlaylist(app, await actorNow(), id, query);
  const changes = await watchEvents(app, actorNow, playlistEvent, ['playlist', id], {
    present: async () => [await read()],
    tell: async (_, { kind }) => (kind === 'deleted' ? null : unlessGone(read)),
    isLast: ({ kind }) => kind === 'deleted',
    missed: async () => {
      const playlist = await unlessGone(read);
      return [{ kind: playlist ? 'changed' : 'deleted', playlistId: id, projectId }];
    },
  });
  const joining = await watchEvents(app, actorNow, joinedAudioEvent, ['project', projectId], {
    present: async () => [],
    tell: async (_, { key }) =>
      unlessGone(async () => {
        const { joined } = await readPlaylist(app, await actorNow(), id, { select: { joined: true } });
        return joined === key ? read() : null;
      }),
    // The other one tells how the file is, too.
    missed: async () => [],
  });
  return merged(changes, joining);
}

/**
 * Returns null if the playlist is deleted between an event and its reading: the event that ends the
 * subscription follows. A revoked right is reported separately.
 */
async function unlessGone<T>(reading: () => Promise<T>): Promise<T | null> {
  try {
    return await reading();
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/** What either tells, until the first has nothing more to tell. */
function merged<Told>(
  first: AsyncIterableIterator<Told>,
  second: AsyncIterableIterator<Told>,
): AsyncIterableIterator<Told> {
  const ends = async () => {
    await Promise.all([first.return?.(), second.return?.()]);
    return { done: true as const, value: undefined };
  };
  const ask = (of: AsyncIterableIterator<Told>) => {
    const next = of.next().then((result) => ({ of, result }));
    // Awaited below, by the next call.
    next.catch(() => {});
    return next;
  };
  let [a, b]: (ReturnType<typeof ask> | null)[] = [null, null];
  const iterator: AsyncIterableIterator<Told> = {
    async next() {
      a ??= ask(first);
      b ??= ask(second);
      const { of, result } = await Promise.race([a, b]);
      if (result.done) return ends();
      if (of === first) a = null;
      else b = null;
      return result;
    },
    return: ends,
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
