import { setTimeout as delay } from 'node:timers/promises';
import { sql as raw } from 'kysely';
import type { App } from '../../../../kernel/app.ts';
import { retryOnDatabaseOutage } from '../../../../lib/database/database-errors.ts';
import type { Sql } from '../../../../lib/database/db.ts';
import { fromNow, now, today } from '../../../../lib/database/sql.ts';
import { mayBeBilled } from '../../../../speech/recognition.ts';
import { type Recogniser } from '../../../../speech/recogniser.ts';
import { segmentFile } from '../../../../storage/files.ts';
import { reserveRecognition, returnRecognition } from './recognition-budget.ts';

/** Milliseconds between two polls of a recognition that another process runs. */
const lookEvery = 250;

/** The day's budget is spent; nothing was recognised, or charged. */
export class NoRecognitionBudgetError extends Error {
  override name = 'NoRecognitionBudgetError';
}

/** The audio is no longer in storage. It is regenerated together with its article. */
export class AudioMissingError extends Error {
  override name = 'AudioMissingError';
}

/** A voiced sound. */
export interface RecognisedSegment {
  key: string;
  language: string;
  samples: number;
  sampleRate: number;
}

/**
 * Returns the speech of a sound, recognized and paid for once, however many callers and calls there are.
 * Waits for a recognition that another process runs, and takes over that of a crashed process with its
 * reservation.
 * @throws NoRecognitionBudgetError, AudioMissingError, errors of `recognise`, and the signal's reason
 */
export async function recogniseSegment(
  app: App,
  recogniser: Recogniser,
  segment: RecognisedSegment,
  { hints, tenant, signal }: Recognition,
): Promise<string> {
  for (;;) {
    signal.throwIfAborted();
    const taken = await app.db.transaction((tx) => take(tx, recogniser, segment));
    if (taken === 'no budget') throw new NoRecognitionBudgetError();
    if (taken === 'elsewhere') {
      await delay(lookEvery, undefined, { signal });
      continue;
    }
    if ('text' in taken) return taken.text;
    return recogniseReserved(app, recogniser, segment, { ...taken, hints, tenant, signal });
  }
}

interface Recognition {
  hints: readonly string[];
  tenant: string;
  signal: AbortSignal;
}

/** A reservation of a transcript: who made it is known by when it ends. */
interface Reservation {
  leaseUntil: Date;
  /** Reserved in the day's budget, millionths of a euro. */
  microEuros: number;
}

async function recogniseReserved(
  app: App,
  recogniser: Recogniser,
  segment: RecognisedSegment,
  { hints, tenant, signal, ...reservation }: Recognition & Reservation,
): Promise<string> {
  try {
    const audio = await app.storage.get(segmentFile(segment.key));
    if (!audio) throw new AudioMissingError();
    const text = await recogniser.recognise({ audio, language: segment.language, hints, tenant }, signal);
    // It has been paid for: it is not given up because the database restarts just now.
    await retryOnDatabaseOutage(() => keepText(app, segment.key, reservation, text));
    return text;
  } catch (error) {
    // If the database is unavailable, the lease expires.
    await giveUp(app, segment.key, reservation, !mayBeBilled(error)).catch((problem: unknown) =>
      app.log.warn({ err: problem }, 'speech recognition budget not released'),
    );
    throw error;
  }
}

/** What recognising a sound costs, millionths of a euro: services count seconds that have begun. */
const costOf = ({ microsPerMinute }: Recogniser, { samples, sampleRate }: RecognisedSegment): number =>
  sampleRate > 0 ? Math.ceil((Math.ceil(samples / sampleRate) * microsPerMinute) / 60) : 0;

async function take(
  tx: Sql,
  recogniser: Recogniser,
  segment: RecognisedSegment,
): Promise<Reservation | 'elsewhere' | 'no budget' | { text: string }> {
  const known = await tx
    .selectFrom('Transcript')
    .select(['text', 'microEuros', raw<string>`"day"::text`.as('day')])
    .select(({ eb }) => eb('leaseUntil', '<', now()).as('isOver'))
    .where('segmentKey', '=', segment.key)
    .forUpdate()
    .executeTakeFirst();
  if (known?.text !== null && known?.text !== undefined) return { text: known.text };
  if (known && !known.isOver) return 'elsewhere';
  if (known) {
    await returnRecognition(tx, known.day, known.microEuros);
    await tx.deleteFrom('Transcript').where('segmentKey', '=', segment.key).execute();
  }
  const microEuros = costOf(recogniser, segment);
  const begun = await tx
    .insertInto('Transcript')
    .values({
      segmentKey: segment.key,
      model: recogniser.model,
      microEuros: String(microEuros),
      day: today(),
      leaseUntil: fromNow(recogniser.longestMs / 1_000),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('leaseUntil')
    .executeTakeFirst();
  if (!begun) return 'elsewhere';
  if ((await reserveRecognition(tx, microEuros, recogniser.microsPerDay)) !== null)
    return { leaseUntil: begun.leaseUntil, microEuros };
  await tx.deleteFrom('Transcript').where('segmentKey', '=', segment.key).execute();
  return 'no budget';
}

/**
 * Stores recognized text. If the reservation ended and its cost was refunded in the meantime, the cost is
 * charged again: the service was paid.
 */
async function keepText(
  app: App,
  key: string,
  { leaseUntil, microEuros }: Reservation,
  text: string,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const isMine = await tx
      .updateTable('Transcript')
      .set({ text })
      .where('segmentKey', '=', key)
      .where('leaseUntil', '=', leaseUntil)
      .returning('segmentKey')
      .executeTakeFirst();
    if (!isMine) await reserveRecognition(tx, microEuros, Number.MAX_SAFE_INTEGER);
  });
}

/** Releases a reservation, unless it has ended and is another's now. */
async function giveUp(app: App, key: string, { leaseUntil }: Reservation, returns: boolean): Promise<void> {
  await app.db.transaction(async (tx) => {
    const mine = await tx
      .deleteFrom('Transcript')
      .where('segmentKey', '=', key)
      .where('leaseUntil', '=', leaseUntil)
      .where('text', 'is', null)
      .returning(['microEuros', raw<string>`"day"::text`.as('day')])
      .executeTakeFirst();
    if (mine && returns) await returnRecognition(tx, mine.day, mine.microEuros);
  });
}
