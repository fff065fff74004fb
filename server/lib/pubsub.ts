import { EventEmitter, on } from 'node:events';
import type { Database, Sql } from './db.ts';

const channel = 'parlance_events';

/** What happened to an article, as watchers hear it: after the commit, in every process. */
export interface ArticleChange {
  kind: 'added' | 'changed' | 'deleted';
  articleId: number;
  projectId: number;
}

/** Article events across processes, over LISTEN/NOTIFY. */
export interface PubSub {
  /** Within the transaction that makes the change: watchers hear it when, and only if, that commits. */
  publish(sql: Sql, change: ArticleChange): Promise<void>;
  /** Changes of a project's articles, or of one article, until the iterator is returned or the signal aborts. */
  watch(what: { projectId: number } | { articleId: number }, signal?: AbortSignal): AsyncIterableIterator<ArticleChange>;
  close(): Promise<void>;
}

export async function createPubSub(db: Database): Promise<PubSub> {
  const events = new EventEmitter().setMaxListeners(0);
  const ended = new AbortController();
  const unlisten = await db.listen(channel, (payload) => {
    const [kind, articleId, projectId] = payload.split(' ');
    const change = { kind, articleId: Number(articleId), projectId: Number(projectId) } as ArticleChange;
    events.emit(`article ${articleId}`, change);
    events.emit(`project ${projectId}`, change);
  });
  return {
    async publish(sql, { kind, articleId, projectId }) {
      await sql.query('SELECT pg_notify($1, $2)::text', [channel, `${kind} ${articleId} ${projectId}`]);
    },
    async *watch(what, signal) {
      const name = 'projectId' in what ? `project ${what.projectId}` : `article ${what.articleId}`;
      const until = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
      try {
        for await (const [change] of on(events, name, { signal: until })) yield change as ArticleChange;
      } catch (error) {
        if ((error as Error).name !== 'AbortError') throw error;
      }
    },
    async close() {
      ended.abort();
      await unlisten();
    },
  };
}
