import { EventEmitter, on } from 'node:events';
import type { Database, Sql } from './db.ts';

const channel = 'parlance_events';

/** What happened to an article, as watchers hear it: after the commit, in every process. */
export interface ArticleChange {
  kind: 'added' | 'changed' | 'deleted';
  articleId: number;
  projectId: number;
}

/**
 * Somebody may have lost a right: a session or key has ended, a user's or partner's rights are others, a project is another's or gone.
 * `all` where it is not known whose, because events may have been missed. Sent by triggers (migration 0005), however it came about.
 */
export interface RightsChange {
  kind: 'rights';
  of: 'session' | 'user' | 'partner' | 'key' | 'project' | 'all';
  /** A session's is a UUID, the others' are numbers. */
  id: string;
}

type Watched = { projectId: number } | { articleId: number };

/** Events across processes, over LISTEN/NOTIFY. */
export interface PubSub {
  /** Within the transaction that makes the change: watchers hear it when, and only if, that commits. */
  publish(sql: Sql, change: ArticleChange): Promise<void>;
  /** Changes of a project's articles, or of one article, until the iterator is returned or the signal aborts. */
  watch(what: Watched, signal?: AbortSignal): AsyncIterableIterator<ArticleChange>;
  /** The same, and in their order among them those changes of rights that the watcher wants to hear of. */
  watchWithRights(what: Watched, wanted: (change: RightsChange) => boolean, signal?: AbortSignal): AsyncIterableIterator<ArticleChange | RightsChange>;
  /** Calls for every change of rights. @returns what ends that */
  onRightsChange(listener: (change: RightsChange) => void): () => void;
  close(): Promise<void>;
}

export async function createPubSub(db: Database): Promise<PubSub> {
  const events = new EventEmitter().setMaxListeners(0);
  const ended = new AbortController();
  const unlisten = await db.listen(
    channel,
    (payload) => {
      const [kind, first, second] = payload.split(' ');
      if (kind === 'rights') return void events.emit('rights', { kind, of: first, id: second } as RightsChange);
      const change = { kind, articleId: Number(first), projectId: Number(second) } as ArticleChange;
      events.emit(`article ${change.articleId}`, change);
      events.emit(`project ${change.projectId}`, change);
    },
    () => void events.emit('rights', { kind: 'rights', of: 'all', id: '' } satisfies RightsChange),
  );
  async function* watch(what: Watched, wanted: (change: RightsChange) => boolean, signal?: AbortSignal): AsyncGenerator<ArticleChange | RightsChange, void, undefined> {
    const name = 'projectId' in what ? `project ${what.projectId}` : `article ${what.articleId}`;
    const own = new EventEmitter();
    const hear = (change: ArticleChange): void => void own.emit('change', change);
    const hearRights = (change: RightsChange): void => void (wanted(change) && own.emit('change', change));
    events.on(name, hear).on('rights', hearRights);
    try {
      for await (const [change] of on(own, 'change', { signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal })) yield change as ArticleChange | RightsChange;
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
    } finally {
      events.off(name, hear).off('rights', hearRights);
    }
  }

  return {
    async publish(sql, { kind, articleId, projectId }) {
      await sql.query('SELECT pg_notify($1, $2)::text', [channel, `${kind} ${articleId} ${projectId}`]);
    },
    watch: (what, signal) => watch(what, () => false, signal) as AsyncGenerator<ArticleChange, void, undefined>,
    watchWithRights: watch,
    onRightsChange(listener) {
      events.on('rights', listener);
      return () => void events.off('rights', listener);
    },
    async close() {
      ended.abort();
      await unlisten();
    },
  };
}
