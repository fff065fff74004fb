import type { App } from '../../../../kernel/app.ts';
import { tenantOf } from '../../../../kernel/tenant.ts';
import { ExpectedError } from '../../../../lib/expected-error.ts';
import type { Sql } from '../../../../lib/database/db.ts';
import type { JobContext, JobOutcome } from '../../../../lib/database/queue.ts';
import { json, now } from '../../../../lib/database/sql.ts';
import { recordedDesign } from '../../../../audio/sound-design.ts';
import { ProviderError, ProviderWaitError, isOutage } from '../../../../speech/provider-errors.ts';
import type { Recogniser } from '../../../../speech/recogniser.ts';
import { defaultReadings } from '../../../../text/normalise/readings.ts';
import { wordTimings } from '../../../../text/words.ts';
import { beginRun } from '../../../articles/articles/article-states.ts';
import { findIn, speechMismatchKinds } from '../findings/finders.ts';
import type { ReviewedArticle, ReviewedChunk } from '../findings/finding.ts';
import { addSpeechFindings, weighFindings } from '../store-findings.ts';
import { reviewMessages } from '../messages.ts';
import { respellingsBetween, isMatchingSpelling } from './respellings.ts';
import { compareSpeech, uncertainWords, type Divergence } from './compare-speech.ts';
import { recogniseSegment, NoRecognitionBudgetError, AudioMissingError } from './recognise-segment.ts';
import { isFailed, speechMismatches, rankMismatches } from './sentence-mismatches.ts';
import { speechCheckJob } from '../jobs.ts';
import { skipSpeechCheck } from './queue-speech-check.ts';
import { recordSecondTakes } from './duplicate-takes.ts';

/** Sounds that are recognised at once for one article. */
const parallel = 4;

/**
 * Recognizes the speech of a version, compares it with the text, and records the differences. Regenerates
 * failed chunks once, where the project allows it. A run after a crash resumes: recognized speech is neither
 * recognized nor paid for again. What cannot be recognized is recorded as not checked.
 */
export async function checkSpeech(
  app: App,
  { version }: { version: string },
  { signal, log, attempt }: Pick<JobContext, 'signal' | 'log' | 'attempt'>,
): Promise<JobOutcome> {
  const checked = await readCheck(app.db.sql, version);
  if (!checked) return 'skipped';
  const leave = async (why: Parameters<typeof skipSpeechCheck>[2]): Promise<JobOutcome> => {
    await skipSpeechCheck(app.db.sql, version, why);
    return 'done';
  };
  const { recogniser } = app;
  if (!recogniser) return leave(reviewMessages.NOT_CHECKED_NO_RECOGNISER());
  const unknown = checked.chunks.find(({ language }) => !recogniser.knows(language));
  if (unknown) return leave(reviewMessages.NOT_CHECKED_LANGUAGE({ language: unknown.language || '–' }));
  try {
    const heard = await hearAll(app, recogniser, checked, signal);
    await record(app, checked, await compareAll(app, checked, heard, signal));
    return 'done';
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof NoRecognitionBudgetError) return leave(reviewMessages.NOT_CHECKED_NO_BUDGET());
    if (error instanceof AudioMissingError) return leave(reviewMessages.NOT_CHECKED_NO_SOUND());
    if (!(error instanceof ExpectedError)) throw error;
    const passes = error instanceof ProviderWaitError || (error instanceof ProviderError && isOutage(error));
    if (passes && attempt <= speechCheckJob.retryLimit) throw error;
    log.warn({ err: error, version }, 'speech not checked');
    return leave(reviewMessages.NOT_CHECKED_FAILED({ reason: error.told }));
  }
}

type Checked = NonNullable<Awaited<ReturnType<typeof readCheck>>>;

/** A version that is still to be checked, with its sounds. */
async function readCheck(sql: Sql, version: string) {
  const row = await sql
    .selectFrom('SpeechCheck as s')
    .innerJoin('Audio as v', 'v.version', 's.version')
    .innerJoin('Article as a', 'a.id', 'v.articleId')
    .innerJoin('Project as p', 'p.id', 'a.projectId')
    .select(['v.version', 'v.text', 'v.timings', 'v.design', 'a.id as articleId', 'a.run', 'a.projectId'])
    .select(['p.organizationId', 'p.ownerId', 'p.qaVoicesAgain', 'p.failoverVoice'])
    .where('s.version', '=', version)
    .where('s.state', '=', 'waiting')
    .where('a.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const chunks = await sql
    .selectFrom('Chunk as c')
    .innerJoin('Segment as g', 'g.key', 'c.segmentKey')
    .select([
      'g.key',
      'c.text',
      'c.written',
      'c.start',
      'g.samples',
      'g.sampleRate',
      'g.provider',
      'g.language',
    ])
    .where('c.articleId', '=', row.articleId)
    .where('c.version', '=', version)
    .where('g.state', '=', 'voiced')
    .where('g.samples', '>', 0)
    .orderBy('c.position')
    .execute();
  const own = recordedDesign.nullable().parse(row.design)?.tags.language ?? '';
  return {
    ...row,
    timings: wordTimings.parse(row.timings),
    language: own,
    chunks: chunks.map((chunk) => ({ ...chunk, language: chunk.language ?? own })),
  };
}

/** Recognizes the speech of each of the version's sounds. */
async function hearAll(
  app: App,
  recogniser: Recogniser,
  checked: Checked,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const heard = new Map<string, string>();
  const queue = [...new Map(checked.chunks.map((chunk) => [chunk.key, chunk])).values()];
  const failures: unknown[] = [];
  const work = async () => {
    for (let chunk = queue.shift(); chunk && failures.length === 0; chunk = queue.shift())
      try {
        const how = { hints: hintsOf(chunk), tenant: tenantOf(checked), signal };
        heard.set(chunk.key, await recogniseSegment(app, recogniser, chunk, how));
      } catch (error) {
        failures.push(error);
      }
  };
  // Those under way still end after a failure: they are being paid for.
  await Promise.all(Array.from({ length: Math.min(parallel, queue.length) }, work));
  if (failures.length > 0) throw failures[0];
  return heard;
}

/**
 * Returns words that no recognizer can know: names and acronyms in their spelling, which are capitalized
 * within a sentence, and words that dictionaries respell.
 */
function hintsOf({ text, written }: { text: string; written: string | null }): string[] {
  const names = (written ?? text).matchAll(/(?<=[\p{L}\p{Nd},;:–-] )\p{Lu}[\p{L}\p{M}\p{Nd}’'-]+/gu);
  const replaced = written === null ? [] : respellingsBetween(written, text).map(({ before }) => before);
  return [...new Set([...replaced, ...[...names].map(([name]) => name)])].filter((hint) =>
    /\p{L}/u.test(hint),
  );
}

/** The chunks with what differs in each, by its sound where the offline engine knows the language. */
async function compareAll(
  app: App,
  checked: Checked,
  heard: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<(ReviewedChunk & { key: string; provider: string })[]> {
  const sounds = new Map<string, Map<string, string[]>>();
  for (const language of new Set(checked.chunks.map((chunk) => chunk.language))) {
    const words = checked.chunks
      .filter((chunk) => chunk.language === language)
      .flatMap(({ key, text }) => uncertainWords(text, heard.get(key)!, language));
    sounds.set(language, await soundsOf(app, [...new Set(words)], language, signal));
  }
  return checked.chunks.map(({ key, provider, text, written, start, language }) => {
    const known = sounds.get(language)!;
    const divergences = compareSpeech(text, heard.get(key)!, language, (word) => known.get(word) ?? [...word])
      // Recognizers write a name as hinted, whatever its pronunciation.
      .filter((divergence) => written === null || !isMatchingSpelling(divergence, written, text));
    const place = {
      text,
      written: written ?? text,
      start,
      language,
      startMs: 0,
      lengthMs: 0,
      measures: null,
    };
    return { ...place, key, provider, heard: divergences };
  });
}

async function soundsOf(
  { speech }: App,
  words: string[],
  language: string,
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  if (words.length === 0) return new Map();
  const sounds = await speech.threads.run('sounds', { words, language }, signal);
  // A word without sounds, of another script say, is compared by its letters.
  return new Map((sounds ?? []).flatMap((one, index) => (one.length > 0 ? [[words[index]!, one]] : [])));
}

/** Records it, once: the check that is waiting is the one that ends. */
async function record(
  app: App,
  checked: Checked,
  chunks: readonly (ReviewedChunk & { key: string; provider: string; heard?: readonly Divergence[] })[],
): Promise<void> {
  const { version, articleId, text, language, timings } = checked;
  const article: ReviewedArticle = {
    language,
    written: text,
    timings,
    isNormalized: false,
    readings: defaultReadings,
    known: new Set(),
    chunks,
  };
  const findings = await findIn(article, speechMismatchKinds);
  await app.db.transaction(async (tx) => {
    const ended = await tx
      .updateTable('SpeechCheck')
      .set({ state: 'checked', sentences: json(speechMismatches, rankMismatches(chunks)), updatedAt: now() })
      .where('version', '=', version)
      .where('state', '=', 'waiting')
      .returning('version')
      .executeTakeFirst();
    if (!ended) return;
    await addSpeechFindings(tx, version, findings);
    await weighFindings(tx, articleId, version);
    const failed = chunks.filter((chunk) => isFailed(chunk.heard ?? []));
    if (checked.qaVoicesAgain && (await recordSecondTakes(app, tx, checked, failed)))
      await beginRun(app, tx, { articleId, why: 'voiced anew' });
  });
}
