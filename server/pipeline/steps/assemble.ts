import { assembleMp3 } from '../../audio/assemble.ts';
import type { AssemblyPart } from '../../audio/assemble.ts';
import { STANDARD_PROFILE } from '../../audio/profile.ts';
import type { WordTiming } from '../../speech/provider.ts';
import { checkpoint } from '../article-run.ts';
import type { ArticleRun, Step } from '../article-run.ts';
import { audioFile, segmentFile } from '../files.ts';
import { forgetSound } from '../ledger.ts';
import type { Plan, PlannedChunk } from '../plan.ts';
import { transition } from '../states.ts';
import { chunkAgain, recordedPlan } from './chunk.ts';

/** Files read at once. */
const parallel = 8;

interface VoicedSegment {
  samples: number;
  sampleRate: number;
  frames: number;
  timings: WordTiming[];
}

/** Joins the voiced chunks into the version's file and records its length and word timings. */
export const assemble: Step = async (run, article) => {
  const plan = await recordedPlan(run, article);
  if (!plan) return chunkAgain(run, article, 'The voice or its settings have changed.');
  const { app, articleId } = run;
  const segments = await readSegments(run, plan);
  const sounds = await readSounds(run, segments);
  const lost = plan.chunks.filter(({ key }) => !segments.has(key) || ((segments.get(key)?.frames ?? 0) > 0 && !sounds.has(key)));
  if (lost.length > 0) {
    run.log.warn({ articleId, segments: lost.length }, 'sound is missing from storage; it is voiced again');
    await forgetSound(app.db, lost.map(({ key }) => key));
    return checkpoint(run, ['voiced', 'chunked'], {}, [{ action: 'voiced again', text: `The sound of ${lost.length} chunks was missing from storage.` }]);
  }

  const { parts, chunks, pieceOf } = soundingParts(plan, segments, sounds);
  const chapters = plan.chapters.map(({ title, part }) => ({ title, part: pieceOf[part]! })).filter(({ part }) => part < parts.length);
  const { bytes, durationMs, offsetsMs } = assembleMp3(parts, STANDARD_PROFILE, plan.tags, chapters);
  await app.storage.put(audioFile(plan.version), bytes);

  const timings = chunks.flatMap(({ key, start }, index) =>
    segments.get(key)!.timings.map((word) => ({
      start: start + word.start,
      length: word.length,
      startMs: rounded(offsetsMs[index]! + word.startMs),
      endMs: rounded(offsetsMs[index]! + word.endMs),
    })),
  );
  await app.db.transaction(async (sql) => {
    await transition(app, sql, 'advance', { articleId, run: run.run, fromStep: 'voiced', set: { step: 'assembled' } });
    await sql.query(
      `INSERT INTO "Audio" ("version", "articleId", "durationMs", "bytes", "text", "timings") VALUES ($1, $2, $3, $4, $5, $6::jsonb)
       ON CONFLICT ("version") DO UPDATE SET "durationMs" = excluded."durationMs", "bytes" = excluded."bytes", "timings" = excluded."timings"`,
      [plan.version, articleId, durationMs, bytes.length, plan.spoken, JSON.stringify(timings)],
    );
  });
};

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

async function readSegments({ app }: ArticleRun, plan: Plan): Promise<Map<string, VoicedSegment>> {
  const { rows } = await app.db.query<VoicedSegment & { key: string }>(
    `SELECT "key", "samples", "sampleRate", "frames", coalesce("timings", '[]'::jsonb) AS "timings" FROM "Segment" WHERE "key" = ANY($1) AND "state" = 'voiced'`,
    [[...new Set(plan.chunks.map(({ key }) => key))]],
  );
  return new Map(rows.map((row) => [row.key, row]));
}

async function readSounds({ app }: ArticleRun, segments: Map<string, VoicedSegment>): Promise<Map<string, Uint8Array>> {
  const sounds = new Map<string, Uint8Array>();
  const keys = [...segments].filter(([, { frames }]) => frames > 0).map(([key]) => key);
  const read = async () => {
    for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
      const bytes = await app.storage.get(segmentFile(key));
      if (bytes) sounds.set(key, bytes);
    }
  };
  await Promise.all(Array.from({ length: parallel }, read));
  return sounds;
}

/** The parts of the file; a chunk without sound leaves only its pause, where that is longer than the one before. */
function soundingParts(plan: Plan, segments: Map<string, VoicedSegment>, sounds: Map<string, Uint8Array>): { parts: AssemblyPart[]; chunks: PlannedChunk[]; pieceOf: number[] } {
  const parts: AssemblyPart[] = [];
  const chunks: PlannedChunk[] = [];
  /** For each chunk of the plan the part that it is or comes before. */
  const pieceOf: number[] = [];
  for (const chunk of plan.chunks) {
    pieceOf.push(parts.length);
    const { samples, sampleRate, frames } = segments.get(chunk.key)!;
    const before = parts.at(-1);
    if (frames > 0) {
      parts.push({ segment: { frames: sounds.get(chunk.key)!, frameCount: frames, samples, sampleRate }, pauseMs: chunk.pauseMs });
      chunks.push(chunk);
    } else if (before) {
      before.pauseMs = Math.max(before.pauseMs, chunk.pauseMs);
    }
  }
  return { parts, chunks, pieceOf };
}
