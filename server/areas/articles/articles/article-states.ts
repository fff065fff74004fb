import type { RawBuilder } from 'kysely';
import { noticesColumn, type PersistedMessage } from '../../../lib/persisted-message.ts';
import { ExpectedError } from '../../../lib/expected-error.ts';
import { json, now } from '../../../lib/database/sql.ts';
import type {
  ArticleQaStatus,
  ArticleStatus,
  ArticleStep,
} from '../../../../prisma/generated/client/enums.ts';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { releasedColumns, type HoldColumns } from './hold.ts';
import type { ArticleAction } from './article-actions.ts';
import { articleJob } from './jobs.ts';
import { queueDuplicates } from './queue-duplicates.ts';
import { publishArticle } from '../../library/publishing/follow-articles.ts';
import { ruleOutcome, type RuleOutcome } from '../../library/rules/rule-outcome.ts';
import { isSampledForReview } from './review-sampling.ts';
import { articleEvent } from './events.ts';
import { lastVoicing, type LastVoicing } from './last-voicing.ts';
import { runMessages } from './messages.ts';

/**
 * Every way in which an article's status changes: from which it may, to which it leads, and whether a job
 * follows.
 */
export const transitions = {
  /**
   * Starts a new run: the article was added, edited or recrawled, or the limit is over. Any earlier run is
   * stale from now on.
   */
  begin: {
    from: ['waiting', 'processing', 'retry', 'ready', 'errored', 'rejected', 'limit_reached'],
    to: 'waiting',
    enqueues: true,
  },
  /** A worker took it up, or took it up again after another one died; never while a rule holds it. */
  start: { from: ['waiting', 'retry', 'processing'], to: 'processing', enqueues: false },
  /** A step's result is durable. */
  advance: { from: ['processing'], to: 'processing', enqueues: false },
  /** Held by a rule, or because too many arrived at once, until an editor releases it. */
  hold: { from: ['processing'], to: 'waiting', enqueues: false },
  /** An editor releases it. */
  release: { from: ['waiting'], to: 'waiting', enqueues: true },
  /** An editor approves its audio. */
  accept: { from: ['waiting'], to: 'ready', enqueues: false },
  /** It can be played. */
  finish: { from: ['processing'], to: 'ready', enqueues: false },
  /** A temporary problem; another attempt follows at `retryAt`. */
  postpone: { from: ['processing'], to: 'retry', enqueues: true },
  /** Permanent failure without a new run; see `error`. */
  fail: { from: ['waiting', 'processing', 'retry'], to: 'errored', enqueues: false },
  /** The project's rules rejected the article. */
  reject: { from: ['processing'], to: 'rejected', enqueues: false },
  /** The project's daily characters are used up; resumes after midnight UTC. */
  limit: { from: ['processing'], to: 'limit_reached', enqueues: false },
} as const satisfies Record<string, { from: ArticleStatus[]; to: ArticleStatus; enqueues: boolean }>;

export type Transition = keyof typeof transitions;

/**
 * Thrown when the run is no longer the article's current one (edited in the meantime, deleted), or its status
 * has changed.
 */
export class StaleRunError extends ExpectedError {
  override name = 'StaleRunError';
  readonly onVoicing = 'stale';
}

/** Columns that may change together with the status. */
export interface ArticleChanges extends Partial<HoldColumns> {
  step?: ArticleStep;
  version?: string | null;
  audio?: string;
  title?: string;
  text?: string;
  url?: string | null;
  addressKey?: string | null;
  guid?: string;
  labels?: string[];
  author?: string | null | RawBuilder<string>;
  imageUrl?: RawBuilder<string>;
  ruling?: RuleOutcome;
  lastVoicing?: LastVoicing;
  qaStatus?: ArticleQaStatus;
  publishedAt?: Date | RawBuilder<Date>;
  fetchPage?: boolean;
  confidence?: number | null;
  error?: PersistedMessage | null;
  retryAt?: Date | null;
  attempts?: number;
  crashes?: number;
}

/** An entry of the article's log. */
export interface LogEntry {
  action: ArticleAction;
  /** `log` unless given: see ArticleLog.kind. */
  kind?: 'log' | 'update' | 'recrawl';
  /** What it says; `text` where that is the article's own. */
  told?: PersistedMessage | undefined;
  text?: string | undefined;
  diff?: string | null | undefined;
  rule?: unknown;
  /** The version that it is about. */
  version?: string;
  userId?: number | undefined;
}

type Doors = Pick<App, 'queue' | 'pubsub'>;

/**
 * Moves an article's run to the next state: one conditional UPDATE and, in the same transaction, the log
 * entries, the next job and the event for subscribers. Audio that becomes playable is published.
 * @param input.fromStep the checkpoint that must be the current one; unset: any
 * @throws StaleRunError when the run is not the current one or the status does not allow it; roll back then.
 */
export async function transition(
  app: Doors,
  sql: Sql,
  name: Exclude<Transition, 'begin'>,
  {
    articleId,
    run,
    fromStep,
    set = {},
    log = [],
  }: { articleId: number; run: number; fromStep?: ArticleStep; set?: ArticleChanges; log?: LogEntry[] },
): Promise<void> {
  const { from, to, enqueues } = transitions[name];
  const { ruling, lastVoicing: voicing, error, ...columns } = set;
  const article = await sql
    .updateTable('Article')
    .set({
      ...columns,
      ...(error !== undefined && { error: error?.text ?? null, errorNotices: noticesColumn(error) }),
      ...(ruling && { ruling: json(ruleOutcome, ruling) }),
      ...((to === 'ready' || to === 'errored') && { qaStatus: isSampledForReview(to) }),
      ...(voicing && { lastVoicing: json(lastVoicing, voicing) }),
      status: to,
      updatedAt: now(),
    })
    .where('id', '=', articleId)
    .where('run', '=', run)
    .where('status', 'in', from)
    .where('deletedAt', 'is', null)
    .$if(fromStep !== undefined, (update) => update.where('step', '=', fromStep!))
    .$if(name === 'start', (update) => update.where('holdReason', 'is', null))
    .returning('projectId')
    .executeTakeFirst();
  if (!article)
    throw new StaleRunError(runMessages.RUN_STANDS_ELSEWHERE({ run, article: articleId, change: name }));
  await writeLog(sql, articleId, log);
  if (enqueues)
    await app.queue.send(
      sql,
      articleJob,
      { articleId, run },
      { ...(set.retryAt && { startAfter: set.retryAt }) },
    );
  if (to === 'ready') await publishArticle(app, sql, { id: articleId, projectId: article.projectId });
  // Its text is final now, or it has other labels.
  if (set.step === 'parsed' || set.labels)
    await queueDuplicates(app, sql, { ids: [articleId], projectId: article.projectId });
  await app.pubsub.publish(sql, articleEvent, { kind: 'changed', articleId, projectId: article.projectId });
}

/**
 * Starts to regenerate an article's audio, within the caller's transaction: a new run in status waiting, its
 * job, a log entry and the event for subscribers. An earlier run stops on its own; the audio that it
 * generated is kept and reused.
 * @param input.why the log entry's action: `created`, `edited`, `recrawl`, …
 * @param input.fetchPage whether to read the page first; unset: as the article says
 * @returns the run's number, or null when there is no such article
 */
export async function beginRun(
  app: Doors,
  sql: Sql,
  {
    articleId,
    why,
    userId,
    fetchPage,
  }: { articleId: number; why: ArticleAction; userId?: number | undefined; fetchPage?: boolean | undefined },
): Promise<number | null> {
  const begun = await sql
    .updateTable('Article')
    .set((eb) => ({
      status: 'waiting',
      step: 'queued',
      run: eb('run', '+', 1),
      attempts: 0,
      crashes: 0,
      retryAt: null,
      error: null,
      errorNotices: null,
      version: null,
      ruling: null,
      lastVoicing: null,
      fetchPage,
      ...releasedColumns,
      // A person who edits it or tries it again releases it; else it may still be put on hold.
      ...(userId === undefined && { isBurst: undefined, isUnsure: undefined }),
      updatedAt: now(),
    }))
    .where('id', '=', articleId)
    .where('deletedAt', 'is', null)
    .returning(['run', 'projectId'])
    .executeTakeFirst();
  if (!begun) return null;
  await writeLog(sql, articleId, [{ action: why, userId }]);
  await app.queue.send(sql, articleJob, { articleId, run: begun.run });
  await app.pubsub.publish(sql, articleEvent, { kind: 'changed', articleId, projectId: begun.projectId });
  return begun.run;
}

/**
 * Releases a held article, within the caller's transaction: its audio is generated or, if it exists already,
 * published.
 * @throws StaleRunError when the article is not on hold
 */
export async function release(
  app: Doors,
  sql: Sql,
  { articleId, userId }: { articleId: number; userId?: number | undefined },
): Promise<void> {
  const held = await sql
    .selectFrom('Article')
    .select(['run', 'step', 'version'])
    .where('id', '=', articleId)
    .where('heldBy', 'is not', null)
    .where('status', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  if (!held) throw new StaleRunError(runMessages.ARTICLE_NOT_HELD({ article: articleId }));
  const { run, step, version } = held;
  const log: LogEntry[] = [{ action: 'released', userId }];
  if (step === 'assembled')
    await transition(app, sql, 'accept', {
      articleId,
      run,
      set: { ...releasedColumns, audio: version! },
      log: [...log, { action: 'ready' }],
    });
  else await transition(app, sql, 'release', { articleId, run, set: releasedColumns, log });
}

/**
 * Deletes an article for everyone, within the caller's transaction. Generation in progress stops; its
 * duplicates are deleted, too.
 */
export async function removeArticle(
  app: Doors,
  sql: Sql,
  { id, projectId }: { id: number; projectId: number },
  log: LogEntry,
): Promise<void> {
  await sql
    .updateTable('Article')
    .set((eb) => ({ deletedAt: now(), updatedAt: now(), run: eb('run', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await writeLog(sql, id, [log]);
  await publishArticle(app, sql, { id, projectId });
  await queueDuplicates(app, sql, { ids: [id], projectId });
  await app.pubsub.publish(sql, articleEvent, { kind: 'deleted', articleId: id, projectId });
}

/** Adds entries to an article's log. */
export async function writeLog(sql: Sql, articleId: number, entries: LogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql
    .insertInto('ArticleLog')
    .values(
      entries.map(({ rule, told, ...entry }) => ({
        ...entry,
        ...(told && { text: told.text, textNotices: noticesColumn(told) }),
        articleId,
        rule: rule === undefined ? null : JSON.stringify(rule),
      })),
    )
    .execute();
}
