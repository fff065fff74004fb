import type { z } from 'zod';
import type { EventDefinition, WatchMessage, RightsChange } from '../lib/database/pubsub.ts';
import type { Actor, ActorNow } from './actor.ts';
import type { App } from './app.ts';
import { concernsActor } from './rights-change.ts';

/** A kind of event as the area that it belongs to declares it. */
export interface Event<
  Payload,
  Topic extends string,
  ProjectId extends number | null = any,
> extends EventDefinition<Payload, Topic> {
  /**
   * Returns, for each kind of thing that it is about, its project for an actor who may watch it; null: no
   * project.
   * @throws NotSignedInError, NotFoundError, NotAllowedError for others
   */
  projectOf: Record<Topic, (app: App, actor: Actor, id: number) => Promise<ProjectId>>;
  /**
   * Requires that the actor may watch things of a project.
   * @param id of the watched thing
   * @throws NotSignedInError, NotFoundError, NotAllowedError otherwise
   */
  authorise(app: App, actor: Actor, projectId: ProjectId, id: number): Promise<unknown>;
}

/** Declares an event; `app.pubsub.publish` tells of one within the transaction that makes it happen. */
export function declareEvent<Payload, Topic extends string, ProjectId extends number | null>(
  name: string,
  payload: z.ZodType<Payload>,
  options: Pick<Event<Payload, Topic, ProjectId>, 'topics' | 'projectOf' | 'authorise'>,
): Event<Payload, Topic, ProjectId> {
  return { name, payload, ...options };
}

/** Values that a watcher gets. */
interface Telling<Payload, Told> {
  /** First, so that nothing is missed between reading and watching. */
  present(actor: Actor): Promise<Told[]>;
  /** Of an event; null: nothing new. */
  tell(actor: Actor, payload: Payload): Promise<Told | null>;
  /** Whether nothing follows an event. */
  isLast?(payload: Payload): boolean;
  /**
   * Returns events that represent what may have happened in the last `missedMs` milliseconds without a
   * connection: each is handled like any other.
   */
  missed(actor: Actor, missedMs: number): Promise<Payload[]>;
}

/**
 * Emits events about a thing until the iterator is returned, or nothing follows.
 * @param actorNow called before each event, so that each is checked against the current rights
 * @throws errors of the event's `projectOf` and `authorise`: at first, and later if the right is removed
 */
export async function watchEvents<Payload, Topic extends string, Told>(
  app: App,
  actorNow: ActorNow,
  event: Event<Payload, Topic>,
  [topic, id]: [NoInfer<Topic>, number],
  telling: Telling<Payload, Told>,
): Promise<AsyncIterableIterator<Told>> {
  const actor = await actorNow();
  const projectId: number | null = await event.projectOf[topic](app, actor, id);
  const authorise = async (now: Actor): Promise<void> =>
    void (await event.authorise(app, now, projectId, id));
  await authorise(actor);
  const stop = new AbortController();
  const told = follow((wanted) => app.pubsub.watch(event, [topic, id], stop.signal, wanted), {
    projectId,
    actorNow,
    authorise,
    stop,
    telling,
  });
  const iterator: AsyncIterableIterator<Told> = {
    next: () => told.next(),
    // A generator that waits for an event hears of `return` only after that; the signal wakes it.
    return: () => {
      stop.abort();
      return told.return();
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

interface Following<Payload, Told> {
  projectId: number | null;
  actorNow: ActorNow;
  authorise(actor: Actor): Promise<void>;
  stop: AbortController;
  telling: Telling<Payload, Told>;
}

async function* follow<Payload, Told>(
  watch: (wanted: (change: RightsChange) => boolean) => AsyncIterableIterator<WatchMessage<Payload>>,
  { projectId, actorNow, authorise, stop, telling }: Following<Payload, Told>,
): AsyncGenerator<Told, void, undefined> {
  let actor = await actorNow();
  let doubtful = false;
  const heard = watch((change) => {
    const mayEnd =
      concernsActor(change, actor) || (change.of === 'project' && Number(change.id) === projectId);
    doubtful ||= mayEnd;
    return mayEnd;
  });
  try {
    // Listening begins with the first call of `next`, hence before the present state is read.
    let next = heard.next();
    // Awaited below; this prevents an unhandled rejection until then.
    next.catch(() => {});
    for (const told of await telling.present((actor = await actorNow()))) {
      // A slow consumer must not keep a right that it has lost in the meantime.
      if (doubtful) await authorise((actor = await actorNow()));
      doubtful = false;
      yield told;
    }
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = heard.next();
      next.catch(() => {});
      actor = await actorNow();
      if ('rights' in value) {
        await authorise(actor);
        continue;
      }
      if ('missedMs' in value) await authorise(actor);
      const events = 'event' in value ? [value.event] : await telling.missed(actor, value.missedMs);
      for (const event of events) {
        const told = await telling.tell(actor, event);
        if (told !== null) yield told;
        if (telling.isLast?.(event)) return;
      }
    }
  } finally {
    stop.abort();
  }
}
