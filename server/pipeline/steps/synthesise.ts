import { voicingMessages, articleLogMessages } from '../messages.ts';
import { ExpectedError } from '../../lib/expected-error.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { isOutage, ProviderError, ProviderWaitError } from '../../speech/provider-errors.ts';
import { checkpoint, isPresent } from '../article-run.ts';
import type { ArticleRun, RunningArticle, Step } from '../article-run.ts';
import { retryOnDatabaseOutage } from '../../lib/database/database-errors.ts';
import { anyOf, now } from '../../lib/database/sql.ts';
import {
  giveBack,
  markSilent,
  recordSavings,
  renew,
  renewEvery,
  reserve,
  settle,
} from '../../areas/access/accounts/ledger.ts';
import { countBookings } from '../../areas/access/accounts/count-bookings.ts';
import { tenantOf } from '../../kernel/tenant.ts';
import type { Payer } from '../../areas/access/accounts/ledger.ts';
import { invitationOf, NothingToVoiceError } from '../../areas/voice/voicing/voicing-plan.ts';
import type { Plan, PlannedChunk } from '../../areas/voice/voicing/voicing-plan.ts';
import { StaleRunError, type LogEntry } from '../../areas/articles/articles/article-states.ts';
import { persistMessages } from '../../lib/persisted-message.ts';
import { speakChunk, segmentColumns } from '../../areas/voice/voicing/speak-chunk.ts';
import { estimateDurationMs, durationMsOf } from '../../areas/access/allowance/audio-duration.ts';
import { articleEvent } from '../../areas/articles/articles/events.ts';
import type { App } from '../../kernel/app.ts';
import type { Sql } from '../../lib/database/db.ts';
import type { SpokenSegment } from '../../speech/speak.ts';
import { rechunk, recordedPlan, savingsMessage } from './chunk.ts';
import { runMessages } from '../../areas/articles/articles/messages.ts';

/**
 * Requests under way at once for one article, where the provider allows that many; the rest is for other
 * articles.
 */
const parallel = 8;
/** Milliseconds between two checks for segments that another run is generating. */
const lookEvery = 200;
/** Milliseconds after which an article gives up its slot while another run is generating what it needs. */
const longestWait = 30_000;

/** Another article is voicing the same text, and takes long; asked again later. */
export class SegmentsBusyError extends ExpectedError {
  override name = 'SegmentsBusyError';
  readonly onVoicing = { waitMs: 5_000 };
}

/** Generates the chunks that have no audio yet. Reserves and pays for each first, and only once. */
export const synthesise: Step = async (run, article) => {
  const plan = await recordedPlan(run, article);
  if (!plan) return rechunk(run, article, persistMessages([articleLogMessages.ARTICLE_VOICE_CHANGED()]));
  const suffix = invitationOf(plan.teaser);
  let voicedNow: ReadonlySet<string>;
  try {
    voicedNow = await voiceMissing(run, article, plan.version, [...plan.chunks, ...(suffix ? [suffix] : [])]);
  } catch (error) {
    if (!canStepIn(run, article, error)) throw error;
    run.voice = 'failover';
    const stepsIn = articleLogMessages.ARTICLE_VOICE_STEPS_IN({ voice: article.failoverVoice! });
    const why = persistMessages([error.told, stepsIn], `${error.message}. ${stepsIn.message}`);
    return rechunk(run, article, why);
  }
  const { sentences, voiced, saved, silent } = await summary(run, plan);
  if (silent) throw new NothingToVoiceError(voicingMessages.VOICING_VOICE_SAYS_NOTHING());
  const [more, less] =
    suffix && voicedNow.has(suffix.key) ? [suffix.characters, 0] : [0, suffix?.characters ?? 0];
  const isEdit = article.audio !== null && article.audio !== plan.version;
  const last = { sentences: sentences + (more > 0 ? 1 : 0), characters: voiced + more, saved: saved + less };
  const log: LogEntry[] = [
    { action: 'voiced', told: savingsMessage(last.characters, last.saved), version: plan.version },
  ];
  await checkpoint(run, ['chunked', 'voiced'], { lastVoicing: last }, log, async (tx) => {
    if (isEdit) await recordSavings(tx, payerOf(article), run.articleId, saved);
  });
};

/**
 * Whether the project names another voice for the case that this one's provider is down, or has no such model
 * any more.
 */
function canStepIn(run: ArticleRun, article: RunningArticle, error: unknown): error is ExpectedError {
  const isDown =
    error instanceof ProviderWaitError ||
    (error instanceof ProviderError && (isOutage(error) || error.kind === 'gone'));
  return (
    isDown &&
    run.voice === 'own' &&
    article.failoverVoice !== null &&
    !article.failoverVoice.startsWith(`${error.provider}:`)
  );
}

const payerOf = ({
  projectId,
  organizationId,
  ownerId,
  studio,
  limitEnabled,
  limitPerDay,
}: RunningArticle): Payer => ({
  projectId,
  organizationId,
  ownerId,
  studioUserId: studio?.userId ?? null,
  limitPerDay: limitEnabled ? limitPerDay : null,
});

/** What a studio is charged until it is known how long it sounds. */
const inMilliseconds = (chunk: PlannedChunk): PlannedChunk => ({
  ...chunk,
  charged: estimateDurationMs(chunk.text),
});

/**
 * Generates the chunks that have no audio yet, once they are paid for.
 * @param version of the article that they are generated for
 * @returns keys of the chunks generated just now, rather than present before or generated elsewhere
 * @throws DailyLimitError, OutOfCharactersError, SegmentsBusyError, StaleRunError, ProviderError, and what
 * threads and storage throw
 */
export async function voiceMissing(
  run: ArticleRun,
  article: RunningArticle,
  version: string,
  chunks: readonly PlannedChunk[],
): Promise<ReadonlySet<string>> {
  const { app, articleId } = run;
  const payer = payerOf(article);
  const missing = new Map(chunks.map((chunk) => [chunk.key, chunk]));
  const voicedNow = new Set<string>();
  const patience = AbortSignal.timeout(longestWait);
  for (;;) {
    run.signal.throwIfAborted();
    const { reserved, voiced, elsewhere } = await reserve(
      app.db,
      payer,
      articleId,
      article.studio === null ? [...missing.values()] : [...missing.values()].map(inMilliseconds),
    );
    for (const key of voiced) missing.delete(key);
    if (reserved.length > 0) {
      await voiceReserved(
        run,
        article,
        version,
        reserved.map((key) => missing.get(key)!),
      );
      for (const key of reserved) {
        missing.delete(key);
        voicedNow.add(key);
      }
    }
    if (elsewhere.length === 0) return voicedNow;
    if (patience.aborted) throw new SegmentsBusyError(voicingMessages.VOICING_ELSEWHERE());
    await leftAlone(run, elsewhere, patience);
  }
}

/**
 * Waits until none of these segments is being voiced any more: they are there, given back, or their owner
 * died.
 */
async function leftAlone({ app, signal }: ArticleRun, keys: string[], patience: AbortSignal): Promise<void> {
  for (;;) {
    const busy = await app.db.sql
      .selectFrom('Segment')
      .select('key')
      .where('key', '=', anyOf(keys, 'text'))
      .where('state', '=', 'reserved')
      .where('leaseUntil', '>=', now())
      .limit(1)
      .executeTakeFirst();
    if (!busy || patience.aborted) return;
    await delay(lookEvery, undefined, { signal });
  }
}

/**
 * Voices reserved chunks, several at once. After a failure those under way still end (they are being paid
 * for); the others are given back.
 */
async function voiceReserved(
  run: ArticleRun,
  article: RunningArticle,
  version: string,
  chunks: PlannedChunk[],
): Promise<void> {
  const { app, articleId, signal } = run;
  const left = new Map(chunks.map((chunk) => [chunk.key, chunk]));
  const queue = [...chunks];
  const failures: unknown[] = [];
  const renewing = setInterval(() => {
    const keep = async () => {
      await renew(app.db.sql, articleId, [...left.keys()]);
      if (!(await isPresent(run)))
        failures.push(new StaleRunError(runMessages.RUN_IS_OVER({ run: run.run, article: articleId })));
    };
    // A renewal that fails is tried again in time for the lease; if the database stays away, the lease ends
    // as it should.
    keep().catch((error: unknown) => run.log.warn({ err: error }, 'character reservations not renewed'));
  }, renewEvery);
  const work = async () => {
    for (
      let chunk = queue.shift();
      chunk && failures.length === 0 && !signal.aborted;
      chunk = queue.shift()
    ) {
      try {
        await voiceChunk(run, version, article, chunk);
        left.delete(chunk.key);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  try {
    const concurrency = Math.min(
      parallel,
      app.speech.provider(chunks[0]!.provider)?.limits.concurrency ?? 1,
      chunks.length,
    );
    await Promise.all(Array.from({ length: concurrency }, work));
  } finally {
    clearInterval(renewing);
    // If the database is unavailable, the leases expire.
    await giveBack(app.db, articleId, [...left.keys()]).catch((error: unknown) =>
      run.log.warn({ err: error }, 'character reservations not released'),
    );
  }
  signal.throwIfAborted();
  if (failures.length > 0) throw worst(failures);
}

/**
 * What decides the article's fate when several chunks failed: that it is stale, else what will not pass, else
 * the first.
 */
function worst(failures: unknown[]): unknown {
  return (
    failures.find((error) => error instanceof StaleRunError) ??
    failures.find((error) => error instanceof ProviderError && !isOutage(error)) ??
    failures[0]
  );
}

async function voiceChunk(
  { app, articleId, signal }: ArticleRun,
  version: string,
  article: RunningArticle,
  chunk: PlannedChunk,
): Promise<void> {
  const { key } = chunk;
  const isStudio = article.studio !== null;
  // In the studio a person is already listening, so it is urgent.
  const who = { tenant: tenantOf(article), urgent: isStudio };
  const segment = await speakChunk(app, chunk, who, signal);
  if (!segment) return markSilent(app.db, key);
  const voiced = (sql: Sql) => markVoiced(sql, articleId, version, chunk, segment);
  // The sound has been paid for: it is not given up because the database restarts just now.
  const settled = await retryOnDatabaseOutage(() =>
    isStudio
      ? app.db.transaction(async (tx) => {
          await voiced(tx);
          const bookings = await settle(tx, key, durationMsOf(segment));
          await tellSentence(app, tx, article);
          return bookings;
        })
      : voiced(app.db.sql).then(() => []),
  );
  countBookings(settled);
}

/** One statement: the segment is voiced, and its first chunk counts what that cost, or neither. */
async function markVoiced(
  sql: Sql,
  articleId: number,
  version: string,
  chunk: PlannedChunk,
  segment: SpokenSegment,
): Promise<void> {
  const { key, characters } = chunk;
  await sql
    .with('voiced', (db) =>
      db
        .updateTable('Segment')
        .set(segmentColumns(segment, chunk))
        .where('key', '=', key)
        .where('state', '=', 'reserved')
        .returning('key'),
    )
    .updateTable('Chunk')
    .set({ charactersVoiced: characters })
    .where('articleId', '=', articleId)
    .where('version', '=', version)
    .where('position', '=', (eb) =>
      eb
        .selectFrom('Chunk as c')
        .innerJoin('voiced', 'voiced.key', 'c.segmentKey')
        .select(({ fn }) => fn.min('c.position').as('position'))
        .where('c.articleId', '=', articleId)
        .where('c.version', '=', version),
    )
    .execute();
}

/** Notifies studio subscribers that a sentence can be played while the others are generated. */
const tellSentence = ({ pubsub }: App, tx: Sql, { id, projectId }: RunningArticle): Promise<void> =>
  pubsub.publish(tx, articleEvent, { kind: 'changed', articleId: id, projectId });

/**
 * What of the version was voiced for it and what was there already, in characters; also marks the chunks that
 * were.
 */
async function summary(
  { app, articleId }: ArticleRun,
  { version }: Plan,
): Promise<{ sentences: number; voiced: number; saved: number; silent: boolean }> {
  const marked = await app.db.sql
    .updateTable('Chunk as c')
    .from('Segment as s')
    .set((eb) => ({ isCached: eb('c.charactersVoiced', '=', 0).$castTo<boolean>() }))
    .where('c.articleId', '=', articleId)
    .where('c.version', '=', version)
    .whereRef('s.key', '=', 'c.segmentKey')
    .returning(({ fn }) => [
      'c.charactersVoiced',
      fn<number>('char_length', ['c.text']).as('characters'),
      's.samples',
    ])
    .execute();
  const voiced = marked.reduce((sum, { charactersVoiced }) => sum + charactersVoiced, 0);
  const all = marked.reduce((sum, { characters }) => sum + characters, 0);
  const sentences = marked.filter(({ charactersVoiced }) => charactersVoiced > 0).length;
  return { sentences, voiced, saved: all - voiced, silent: marked.every(({ samples }) => samples === 0) };
}
