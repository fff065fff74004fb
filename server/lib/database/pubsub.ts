import { EventEmitter, on } from 'node:events';
import { z } from 'zod';
import { execute, type Database, type Sql } from './db.ts';
import type { Logger } from '../logger.ts';

const channel = 'parlance_events';

/** Kind of event: its payload is parsed on publication and again on receipt. */
export interface EventDefinition<Payload, Topic extends string> {
  name: string;
  payload: z.ZodType<Payload>;
  /** What it is about, and so whose watchers hear it: an id for each kind of thing. */
  topics(payload: Payload): Record<Topic, number>;
}

/**
 * Signals that a user or client may have lost a right: a session or key has ended, the rights of a user or
 * partner have changed, a project was moved or deleted. `all` if events may have been missed and the affected
 * ones are unknown. Sent by triggers (migration 0005) for any cause.
 */
export interface RightsChange {
  of: 'session' | 'user' | 'partner' | 'key' | 'project' | 'all';
  /** A session's is a UUID, the others' are numbers. */
  id: string;
}

/**
 * Of what is watched, and in their order among it: an event, a change of rights that the watcher wants to
 * hear of, or that for so long (milliseconds) events may have been missed.
 */
export type WatchMessage<Payload> = { event: Payload } | { rights: RightsChange } | { missedMs: number };

/** What happens, across processes, over LISTEN/NOTIFY. */
export interface PubSub {
  /** Within the transaction that makes the change: watchers hear it when, and only if, that commits. */
  publish<Payload, Topic extends string>(
    sql: Sql,
    event: EventDefinition<Payload, Topic>,
    payload: NoInfer<Payload>,
  ): Promise<void>;
  /**
   * Yields events about one thing until the iterator is returned or the signal aborts.
   * @param wanted changes of rights to yield too
   */
  watch<Payload, Topic extends string>(
    event: EventDefinition<Payload, Topic>,
    about: [topic: NoInfer<Topic>, id: number],
    signal?: AbortSignal,
    wanted?: (change: RightsChange) => boolean,
  ): AsyncIterableIterator<WatchMessage<Payload>>;
  /** Calls for every change of rights. @returns what ends that */
  onRightsChange(listener: (change: RightsChange) => void): () => void;
  /**
   * Calls when the feeds of a project may say something else now; null: of any project, because events may
   * have been missed. Sent by triggers (migration 0014), however it came about. @returns what ends that
   */
  onFeedsChange(listener: (projectId: number | null) => void): () => void;
  /**
   * Calls when webhook messages may be due, also because events may have been missed. Sent by triggers
   * (migration 0108). @returns what ends that
   */
  onWebhooks(listener: () => void): () => void;
  /**
   * Calls when a migration was applied, by whichever process, and when that may have been missed. @returns
   * what ends that
   */
  onSchemaChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Parameters of `pg_notify` that announce an applied migration. */
export const schemaNews = (migration: string): [channel: string, payload: string] => [
  channel,
  `schema ${migration}`,
];

const notification = z.object({
  event: z.string(),
  topics: z.record(z.string(), z.int()),
  payload: z.unknown(),
});

const nameOf = (event: string, topic: string, id: number): string => `${event} ${topic} ${id}`;

/**
 * Emits what other processes announce: the event's name, or one of the names below. After a disconnection it
 * emits that all of them may have been missed.
 * @returns what ends it
 */
const announce = (db: Database, log: Logger, events: EventEmitter): Promise<() => Promise<void>> =>
  db.listen(
    channel,
    (text) => {
      const [, of, id] = /^rights (\w+) (\S+)$/.exec(text) ?? [];
      if (of && id) return void events.emit('rights', { of, id } as RightsChange);
      const project = /^feeds (\d+)$/.exec(text)?.[1];
      if (project) return void events.emit('feeds', Number(project));
      if (text.startsWith('schema ')) return void events.emit('schema');
      if (text === 'webhooks') return void events.emit('webhooks');
      const { data } = notification.safeParse(parsed(text));
      // Of a process of another release, say. Watchers read the present state first, and again when they come
      // back.
      if (!data) return log.warn({ text }, 'malformed notification ignored');
      for (const [topic, about] of Object.entries(data.topics))
        events.emit(nameOf(data.event, topic, about), data.payload);
    },
    (missedMs) => {
      events.emit('rights', { of: 'all', id: '' } satisfies RightsChange);
      events.emit('feeds', null);
      events.emit('schema');
      events.emit('webhooks');
      events.emit('missed', missedMs);
    },
  );

export async function createPubSub(db: Database, log: Logger): Promise<PubSub> {
  const events = new EventEmitter().setMaxListeners(0);
  const ended = new AbortController();
  const unlisten = await announce(db, log, events);
  return {
    async publish(sql, { name, payload: shape, topics }, given) {
      const payload = shape.parse(given);
      await execute(sql, 'SELECT pg_notify($1, $2)::text', [
        channel,
        JSON.stringify({ event: name, topics: topics(payload), payload }),
      ]);
    },
    async *watch<Payload, Topic extends string>(
      event: EventDefinition<Payload, Topic>,
      [topic, id]: [Topic, number],
      signal?: AbortSignal,
      wanted: (change: RightsChange) => boolean = () => false,
    ) {
      const name = nameOf(event.name, topic, id);
      const own = new EventEmitter();
      const hear = (payload: unknown): void => void own.emit('heard', { event: payload });
      const hearRights = (rights: RightsChange): void =>
        void (wanted(rights) && own.emit('heard', { rights }));
      const hearMissed = (missedMs: number): void => void own.emit('heard', { missedMs });
      events.on(name, hear).on('rights', hearRights).on('missed', hearMissed);
      try {
        for await (const [heard] of on(own, 'heard', {
          signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal,
        })) {
          yield (
            'event' in heard ? { event: event.payload.parse(heard.event) } : heard
          ) as WatchMessage<Payload>;
        }
      } catch (error) {
        if ((error as Error).name !== 'AbortError') throw error;
      } finally {
        events.off(name, hear).off('rights', hearRights).off('missed', hearMissed);
      }
    },
    onRightsChange(listener) {
      events.on('rights', listener);
      return () => void events.off('rights', listener);
    },
    onFeedsChange(listener) {
      events.on('feeds', listener);
      return () => void events.off('feeds', listener);
    },
    onWebhooks(listener) {
      events.on('webhooks', listener);
      return () => void events.off('webhooks', listener);
    },
    onSchemaChange(listener) {
      events.on('schema', listener);
      return () => void events.off('schema', listener);
    },
    async close() {
      ended.abort();
      await unlisten();
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
