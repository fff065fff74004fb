import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Prisma, StudioAudio } from '../../../../prisma/generated/client/client.ts';
import type { Actor, ActorNow } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError } from '../../../kernel/errors.ts';
import { watchEvents, type Event } from '../../../kernel/events.ts';
import { articleEvent, type ArticleChange } from '../../articles/articles/events.ts';
import { requireUser } from '../../access/identity/policy.ts';
import { readAudio } from './audios.ts';
import { ownStudio } from './open-studio.ts';

/** What happened to an audio: the audio as it is now, its id once it is deleted, at first neither. */
export interface StudioAudioEvent {
  audio: StudioAudio | null;
  audioId: number | null;
}

/** The changes of articles, as those hear of them whose studio they are in. */
const studioEvent: Event<ArticleChange, 'article' | 'project', null> = {
  ...articleEvent,
  projectOf: { article: async () => null, project: async () => null },
  authorise: async (_, actor) => void requireUser(actor),
};

/**
 * Emits an audio's changes, and each sentence that becomes playable, until the iterator is returned or the
 * audio is deleted. Emits the present state first.
 * @throws NotSignedInError, NotAllowedError for a program, NotFoundError
 */
export async function watchAudio(
  app: App,
  actorNow: ActorNow,
  slug: string,
  query: Prisma.StudioAudioDefaultArgs,
): Promise<AsyncIterableIterator<StudioAudioEvent>> {
  const { id, articleId } = await readAudio(app, await actorNow(), { slug });
  return watchEvents(app, actorNow, studioEvent, ['article', articleId], {
    present: async (actor) => [await told(app, actor, id, query)],
    tell: (actor) => told(app, actor, id, query),
    isLast: ({ kind }) => kind === 'deleted',
    missed: async () => [{ kind: 'changed', articleId, projectId: 0 }],
  });
}

/**
 * Tells of every audio of the caller that is added, changed or deleted. @throws NotSignedInError,
 * NotAllowedError for a program
 */
export async function watchAudios(
  app: App,
  actorNow: ActorNow,
  query: Prisma.StudioAudioDefaultArgs,
): Promise<AsyncIterableIterator<StudioAudioEvent>> {
  const { projectId } = await ownStudio(app, await actorNow());
  return watchEvents(app, actorNow, studioEvent, ['project', projectId], {
    // Clients that read the list after this miss nothing.
    present: async () => [{ audio: null, audioId: null }],
    tell: async (actor, { articleId }) => {
      const row = await app.db.prisma.studioAudio.findUnique({ where: { articleId }, select: { id: true } });
      return row && told(app, actor, row.id, query);
    },
    missed: async () => {
      const rows = await app.db.prisma.studioAudio.findMany({
        where: { article: { projectId } },
        orderBy: { id: 'desc' },
        take: 20,
        select: { articleId: true },
      });
      return rows.map(({ articleId }) => ({ kind: 'changed', articleId, projectId }));
    },
  });
}

const reads = new WeakMap<App, Map<string, Promise<StudioAudio>>>();

/**
 * Shares one read of a row among all watchers that receive the same event in the same turn; reads after all
 * have received it.
 */
function together(app: App, key: string, read: () => Promise<StudioAudio>): Promise<StudioAudio> {
  const known = reads.get(app) ?? new Map<string, Promise<StudioAudio>>();
  reads.set(app, known);
  const begun = known.get(key);
  if (begun) return begun;
  const reading = nextTurn().then(() => {
    known.delete(key);
    return read();
  });
  known.set(key, reading);
  return reading;
}

async function told(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.StudioAudioDefaultArgs,
): Promise<StudioAudioEvent> {
  const { userId } = requireUser(actor);
  try {
    const audio = await together(app, JSON.stringify([userId, id, query]), () =>
      readAudio(app, actor, { id }, query),
    );
    return { audioId: id, audio };
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return { audioId: id, audio: null };
  }
}
