import { stat } from 'node:fs/promises';
import { HIGH_RESOLUTION_PROFILE } from '../audio/profile.ts';
import type { RenderOptions } from '../audio/render.ts';
import type { App } from '../kernel/app.ts';
import type { JobContext, JobOutcome } from '../lib/queue.ts';
import { judge } from './failure.ts';
import { highResFile, type HighResFormat } from '../storage/files.ts';
import type { RecordedDesign } from '../audio/sound-design.ts';
import { heardParts, MissingSoundError, taggedWithCover, type SpokenPart } from './sound/file-content.ts';
import { renderFile } from './sound/render-file.ts';
import { LostSoundError, readSegments } from './sound/voiced-segments.ts';

/** What a person is told when the file cannot be made of this version. */
class HighResError extends Error {
  override name = 'HighResError';
}

interface HighRes {
  version: string;
  format: HighResFormat;
}

const reportEvery = 1_000;
const whichOne = `"version" = $1 AND "format" = $2::"RenditionFormat"`;

/** Uncompressed speech alone needs no second channel. */
const outputOf = (format: HighResFormat, { sound }: RecordedDesign): RenderOptions['output'] =>
  format === 'mp3'
    ? { kind: 'mp3', profile: HIGH_RESOLUTION_PROFILE }
    : { kind: 'wav', sampleRate: HIGH_RESOLUTION_PROFILE.sampleRate, channels: sound.music === null && sound.logo === null ? 1 : 2 };

/**
 * Renders a version at 44.1 kHz, with 320 kbit/s or uncompressed, from what the services sent, or the offline engine says again: the same words, voice
 * and music, whatever the project has become since.
 */
export async function renderHighRes(app: App, file: HighRes, { signal, log }: JobContext): Promise<JobOutcome> {
  let reporting: NodeJS.Timeout | undefined;
  try {
    const { version, format } = file;
    const { design, durationMs, speech } = await recorded(app, version);
    const making = { app, signal, log };
    const output = outputOf(format, design);
    const expectedBytes = durationMs * (output.kind === 'mp3' ? output.profile.bitrate / 8 : (output.sampleRate * output.channels * 2) / 1000);
    const watch = (path: string) => {
      reporting = setInterval(() => void report(app, file, path, expectedBytes).catch(() => {}), reportEvery);
    };
    await renderFile(making, highResFile(version, format), { ...design, speech, suffix: null }, await taggedWithCover(making, design), output, watch);
    await app.db.query(`UPDATE "Rendition" SET "progress" = 100, "error" = NULL, "updatedAt" = now() WHERE ${whichOne}`, [version, format]);
    return 'done';
  } catch (error) {
    if (error instanceof LostSoundError) return fail(app, file, 'What the speech service sent is no longer in storage. Choose “Voice again” in the article’s menu first.');
    if (error instanceof HighResError || error instanceof MissingSoundError) return fail(app, file, error.message);
    if (signal.aborted || judge(error, 0, 0).kind === 'queue') throw error;
    log.error({ err: error, ...file }, 'high resolution not rendered');
    return fail(app, file, 'The file could not be made; the log of the server says more.');
  } finally {
    clearInterval(reporting);
  }
}

async function fail({ db }: App, { version, format }: HighRes, reason: string): Promise<JobOutcome> {
  await db.query(`UPDATE "Rendition" SET "error" = $3, "updatedAt" = now() WHERE ${whichOne}`, [version, format, reason]);
  return 'done';
}

/** What a version is made of. @throws HighResError, LostSoundError */
async function recorded({ db }: App, version: string): Promise<{ design: RecordedDesign; durationMs: number; speech: SpokenPart[] }> {
  const { rows } = await db.query<{ articleId: number; design: RecordedDesign | null; durationMs: number }>(
    `SELECT u."articleId", u."design", u."durationMs" FROM "Audio" u JOIN "Article" a ON a."id" = u."articleId" AND a."deletedAt" IS NULL WHERE u."version" = $1`,
    [version],
  );
  const { articleId, design, durationMs } = rows[0] ?? {};
  if (articleId === undefined || !durationMs) throw new HighResError('The article is gone.');
  if (!design) throw new HighResError('This version was made before high resolution could be had of it. Choose “Voice again” in the article’s menu first.');
  const { rows: chunks } = await db.query<{ key: string; pauseMs: number }>(
    'SELECT "segmentKey" AS "key", "pauseMs" FROM "Chunk" WHERE "articleId" = $1 AND "version" = $2 ORDER BY "position"',
    [articleId, version],
  );
  const segments = await readSegments(db.sql, chunks.map(({ key }) => key));
  const lost = chunks.filter(({ key }) => !segments.has(key)).map(({ key }) => key);
  if (lost.length > 0 || chunks.length === 0) throw new LostSoundError(lost);
  return { design, durationMs, speech: heardParts(chunks, segments) };
}

/** The file grows while it is rendered: its length tells how far that is. */
async function report({ db }: App, { version, format }: HighRes, path: string, expectedBytes: number): Promise<void> {
  const { size } = await stat(path);
  const progress = Math.min(99, Math.floor((100 * size) / Math.max(expectedBytes, 1)));
  await db.query(`UPDATE "Rendition" SET "progress" = greatest("progress", $3), "updatedAt" = now() WHERE ${whichOne}`, [version, format, progress]);
}
