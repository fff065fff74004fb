import { persistMessages } from '../../lib/persisted-message.ts';
import { articleLogMessages } from '../messages.ts';
import type { AssemblyChapter } from '../../audio/assemble-mp3.ts';
import { json } from '../../lib/database/sql.ts';
import { writtenTimings } from '../../text/normalise/written-positions.ts';
import { wordTimings, type WordTiming } from '../../text/words.ts';
import { checkpoint } from '../article-run.ts';
import type { ArticleRun, RunningArticle, Step } from '../article-run.ts';
import { audioFile } from '../../storage/files.ts';
import { forgetSound } from '../../areas/access/accounts/ledger.ts';
import { invitationOf, type Plan, type PlannedChunk } from '../../areas/voice/voicing/voicing-plan.ts';
import { recordedDesign, type RecordedDesign } from '../../audio/sound-design.ts';
import { findIn } from '../../areas/review/review/findings/finders.ts';
import { storeFindings, weighFindings } from '../../areas/review/review/store-findings.ts';
import { reviewableArticle } from '../sound/reviewable-article.ts';
import { makeFile } from '../sound/make-file.ts';
import { audibleParts, type SpokenPart } from '../sound/file-content.ts';
import { makeTeaser } from '../sound/make-teaser.ts';
import { LostSoundError, readSegments, type VoicedSegment } from '../sound/voiced-segments.ts';
import { paywall } from '../../areas/projects/paywall/paywall.ts';
import { transition } from '../../areas/articles/articles/article-states.ts';
import { rechunk, recordedPlan } from './chunk.ts';

type Segments = ReadonlyMap<string, VoicedSegment>;

/**
 * Makes the version's file, and its teaser's, of the voiced chunks, and records their lengths and the word
 * timings.
 */
export const assemble: Step = async (run, article) => {
  const plan = await recordedPlan(run, article);
  if (!plan) return rechunk(run, article, persistMessages([articleLogMessages.ARTICLE_SOUND_CHANGED()]));
  try {
    await make(run, article, plan);
  } catch (error) {
    if (!(error instanceof LostSoundError)) throw error;
    run.log.warn(
      { articleId: run.articleId, segments: error.keys.length },
      'audio missing from storage; generating it again',
    );
    await forgetSound(run.app.db.sql, error.keys);
    await checkpoint(run, ['voiced', 'chunked'], {}, [
      {
        action: 'voiced again',
        told: persistMessages([articleLogMessages.ARTICLE_SOUND_LOST({ chunks: error.keys.length })]),
      },
    ]);
  }
};

async function make(
  run: ArticleRun,
  { title, text }: Pick<RunningArticle, 'title' | 'text'>,
  plan: Plan,
): Promise<void> {
  const { app, articleId } = run;
  const segments = await voicedSegments(run, plan);
  const { speech, chunks, chapters } = soundingParts(plan, segments);
  const design: RecordedDesign = { sound: plan.sound, tags: plan.tags, chapters };
  const { durationMs, bytes, offsetsMs } = await makeFile(run, audioFile(plan.version), {
    ...design,
    speech,
    suffix: null,
  });
  const teaser =
    plan.teaser && (await makeTeaser(run, plan.teaser, beginningOf(plan, segments), plan, segments));
  const timings = chunks.flatMap((chunk, index) => timingsFrom(offsetsMs[index]!, chunk, segments));
  const findings = await findIn(reviewableArticle(plan, chunks, segments, offsetsMs, timings));
  await app.db.transaction(async (sql) => {
    await transition(app, sql, 'advance', {
      articleId,
      run: run.run,
      fromStep: 'voiced',
      set: { step: 'assembled' },
    });
    await sql
      .insertInto('Audio')
      .values({
        version: plan.version,
        articleId,
        durationMs,
        bytes,
        text: plan.spoken,
        madeOfTitle: title,
        madeOfText: text,
        timings: json(wordTimings, timings),
        design: json(recordedDesign, design),
        teaser: teaser && plan.teaser!.version,
        teaserMs: teaser && teaser.durationMs,
        invitation: teaser && (invitationOf(plan.teaser)?.key ?? null),
        paywall: plan.paywall && json(paywall, plan.paywall),
      })
      .onConflict((conflict) =>
        conflict
          .column('version')
          .doUpdateSet(({ ref, fn }) => ({
            durationMs: ref('excluded.durationMs'),
            bytes: ref('excluded.bytes'),
            timings: ref('excluded.timings'),
            invitation: fn.coalesce('excluded.invitation', 'Audio.invitation'),
            paywall: ref('excluded.paywall'),
            madeOfTitle: ref('excluded.madeOfTitle'),
            madeOfText: ref('excluded.madeOfText'),
            waveform: null,
          })),
      )
      .execute();
    await storeFindings(sql, plan.version, findings);
    await weighFindings(sql, articleId, plan.version);
  });
}

const beginningOf = ({ chunks, teaser }: Plan, segments: Segments): SpokenPart[] =>
  soundingParts({ chunks: chunks.slice(0, teaser!.chunks), chapters: [] }, segments).speech;

/** @throws LostSoundError for those that are no longer recorded */
async function voicedSegments({ app }: ArticleRun, { chunks, teaser }: Plan): Promise<Segments> {
  const keys = chunks.map(({ key }) => key);
  const invitation = invitationOf(teaser);
  if (invitation) keys.push(invitation.key);
  const segments = await readSegments(app.db.sql, keys);
  const lost = keys.filter((key) => !segments.has(key));
  if (lost.length > 0) throw new LostSoundError(lost);
  return segments;
}

/** The parts of the file, the chunks that they are, and the chapters counted in them. */
function soundingParts(
  { chunks: planned, chapters }: Pick<Plan, 'chunks' | 'chapters'>,
  segments: Segments,
): { speech: SpokenPart[]; chunks: PlannedChunk[]; chapters: AssemblyChapter[] } {
  const heard = audibleParts(planned, segments);
  const places = new Map(heard.map(({ chunk }, part) => [chunk, part]));
  // A chapter whose heading is silent begins with what follows it.
  const partFrom = (index: number) =>
    planned
      .slice(index)
      .map((chunk) => places.get(chunk))
      .find((part) => part !== undefined);
  return {
    // What was voiced before requests were kept is known from the plan.
    speech: heard.map(({ segment, pauseMs, chunk }) => ({
      segment: { ...segment, request: segment.masterFormat ? null : chunk.request },
      pauseMs,
    })),
    chunks: heard.map(({ chunk }) => chunk),
    chapters: chapters.flatMap(({ title, part }) => {
      const place = partFrom(part);
      return place === undefined ? [] : [{ title, part: place }];
    }),
  };
}

/** Returns timings of the words as written in the article, whatever is spoken for them. */
const timingsFrom = (
  offsetMs: number,
  { key, start, changes }: PlannedChunk,
  segments: Segments,
): WordTiming[] =>
  writtenTimings(segments.get(key)!.timings, changes).map((word) => ({
    start: start + word.start,
    length: word.length,
    startMs: rounded(offsetMs + word.startMs),
    endMs: rounded(offsetMs + word.endMs),
  }));

const rounded = (ms: number): number => Math.round(ms * 10) / 10;
