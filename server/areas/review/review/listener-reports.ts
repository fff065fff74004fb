/**
 * What listeners report from the player: sentences with a wrong pronunciation. A sentence is one finding,
 * with the number of listeners. Nothing is stored of the listeners.
 */
import { sql as raw } from 'kysely';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { now } from '../../../lib/database/sql.ts';
import { noticeOf } from '../../../lib/declare-messages.ts';
import { articleEvent } from '../../articles/articles/events.ts';
import { listenerReport, type FindingKind } from './findings/finders.ts';
import { weights } from './findings/finding.ts';
import { reviewMessages } from './messages.ts';
import { readReviewAudio } from './review-audio.ts';
import { weighFindings } from './store-findings.ts';

const kind = 'LISTENER_REPORT' satisfies FindingKind;
/** First position of reports, after those of all findings of the finders. */
const firstPosition = 1_000;
/** Sentences of a version that can be reported; more say no more. */
const sentencesMax = 100;
/** Listeners notice and press within about this time, in milliseconds. */
const reactionMs = 1_000;

/** A sentence of a version, and when it sounds. */
interface ReportedSentence {
  start: number;
  length: number;
  startMs: number;
  endMs: number;
}

/** Returns the sentence that a listener means who reports at a position; null: the version has none. */
export async function reportedSentence(
  app: App,
  version: string,
  positionMs: number,
): Promise<ReportedSentence | null> {
  const audio = await readReviewAudio(app, { audio: version, version, holdReason: null });
  if (!audio) return null;
  const heardAt = Math.max(0, positionMs - reactionMs);
  const at = Math.max(
    0,
    audio.sentences.findLastIndex(({ startMs }) => startMs <= heardAt),
  );
  const sentence = audio.sentences[at];
  if (!sentence) return null;
  const { start, length, startMs } = sentence;
  return { start, length, startMs, endMs: audio.sentences[at + 1]?.startMs ?? audio.durationMs };
}

/**
 * Counts a listener's report of a sentence. The first one of a sentence has the article reviewed again; after
 * a reviewer has marked it as right, more reports change nothing but the count. The caller has checked that
 * the version is public.
 */
export async function addListenerReport(
  app: App,
  { articleId, projectId, version }: { articleId: number; projectId: number; version: string },
  sentence: ReportedSentence,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    // Reports of the same version wait for each other; a version that is gone takes none.
    const audio = await tx
      .selectFrom('Audio')
      .select('version')
      .where('version', '=', version)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!audio || (await countAgain(tx, version, sentence.start))) return;
    if (!(await addFinding(tx, version, sentence))) return;
    await weighFindings(tx, articleId, version);
    await tx
      .updateTable('Article')
      .set({ qaStatus: 'sampled', updatedAt: now() })
      .where('id', '=', articleId)
      .where('status', '=', 'ready')
      .where((eb) => eb.or([eb('qaStatus', 'is', null), eb('qaStatus', '=', 'reviewed')]))
      .execute();
    await app.pubsub.publish(tx, articleEvent, { kind: 'changed', articleId, projectId });
  });
}

const reasonOf = (listeners: number): string =>
  JSON.stringify(noticeOf(reviewMessages.FOUND_LISTENER_REPORT({ listeners })));

/** @returns whether the sentence had been reported before */
async function countAgain(sql: Sql, version: string, start: number): Promise<boolean> {
  const before = await sql
    .selectFrom('Finding')
    .select(['position', raw<number>`("reason"->'parameters'->>'listeners')::int`.as('listeners')])
    .where('version', '=', version)
    .where('kind', '=', kind)
    .where('start', '=', start)
    .executeTakeFirst();
  if (!before) return false;
  await sql
    .updateTable('Finding')
    .set({ reason: reasonOf(before.listeners + 1) })
    .where('version', '=', version)
    .where('position', '=', before.position)
    .execute();
  return true;
}

/** @returns false: there are enough */
async function addFinding(
  sql: Sql,
  version: string,
  { start, length, startMs, endMs }: ReportedSentence,
): Promise<boolean> {
  const { count, next } = await sql
    .selectFrom('Finding')
    .select([
      raw<number>`(count(*) FILTER (WHERE "kind" = ${kind}))::int`.as('count'),
      raw<number>`greatest(coalesce(max("position") + 1, 0), ${firstPosition})::int`.as('next'),
    ])
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (count >= sentencesMax) return false;
  await sql
    .insertInto('Finding')
    .values({
      version,
      position: next,
      kind,
      weight: weights[listenerReport.severity],
      word: null,
      start,
      length,
      sentenceStart: start,
      sentenceLength: length,
      startMs,
      endMs,
      reason: reasonOf(1),
    })
    .execute();
  return true;
}
