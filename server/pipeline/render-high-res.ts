import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AudioFormat } from '../audio/format.ts';
import { HIGH_RESOLUTION_PROFILE } from '../audio/profile.ts';
import type { JobContext, JobOutcome } from '../lib/queue.ts';
import { OFFLINE_PROVIDER } from '../speech/offline-voices.ts';
import type { RenderSource } from '../speech/threads-worker.ts';
import { readArticle } from './article-run.ts';
import type { ArticleRun, Tools } from './article-run.ts';
import { judge } from './failure.ts';
import { highResFile, masterFile } from './files.ts';
import type { Plan } from './plan.ts';
import { StaleRunError } from './states.ts';
import { recordedPlan } from './steps/chunk.ts';

/** What a person is told when the file cannot be made of this version. */
class HighResError extends Error {
  override name = 'HighResError';
}

const reportEvery = 1_000;

/** Renders a version from what the services sent, or the offline engine says again, with 320 kbit/s at 44.1 kHz. */
export async function renderHighRes(tools: Tools, { articleId, version }: { articleId: number; version: string }, { signal, log }: JobContext): Promise<JobOutcome> {
  const { app } = tools;
  const folder = await mkdtemp(join(tmpdir(), 'parlance-render-'));
  try {
    const run: ArticleRun = { ...tools, articleId, run: await presentRun(tools, articleId, version), signal, log, voice: 'own' };
    const plan = await recordedPlan(run, { ...(await readArticle(run)), version });
    if (!plan) throw new HighResError('The voice or its settings have changed since. Save the article to voice it anew.');
    const parts = await sourcesOf(tools, plan);
    const path = join(folder, `${randomUUID()}.mp3`);
    const expectedBytes = await expectedLength(tools, version);
    const reporting = setInterval(() => void report(tools, version, path, expectedBytes).catch(() => {}), reportEvery);
    try {
      await app.speech.threads.run('render', { parts, output: { kind: 'mp3', profile: HIGH_RESOLUTION_PROFILE }, path, tags: plan.tags }, signal, 1_800_000);
    } finally {
      clearInterval(reporting);
    }
    await app.storage.put(highResFile(version), await readFile(path));
    await app.db.query(`UPDATE "Rendition" SET "progress" = 100, "error" = NULL, "updatedAt" = now() WHERE "version" = $1`, [version]);
    return 'done';
  } catch (error) {
    if (error instanceof StaleRunError) return fail(tools, version, 'The article is being voiced anew; ask again when it is ready.');
    if (error instanceof HighResError) return fail(tools, version, error.message);
    if (signal.aborted || judge(error, 0).kind === 'queue') throw error;
    log.error({ err: error, articleId, version }, 'high resolution not rendered');
    return fail(tools, version, 'The file could not be made; the log of the server says more.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fail({ app }: Tools, version: string, reason: string): Promise<JobOutcome> {
  await app.db.query(`UPDATE "Rendition" SET "error" = $2, "updatedAt" = now() WHERE "version" = $1`, [version, reason]);
  return 'done';
}

/** @throws StaleRunError when the article plays another version by now, or is being changed */
async function presentRun({ app }: Tools, articleId: number, version: string): Promise<number> {
  const { rows } = await app.db.query<{ run: number }>(`SELECT "run" FROM "Article" WHERE "id" = $1 AND "audio" = $2 AND "version" = $2 AND "deletedAt" IS NULL`, [articleId, version]);
  if (!rows[0]) throw new StaleRunError(`Article ${articleId} does not play ${version}.`);
  return rows[0].run;
}

async function sourcesOf({ app }: Tools, plan: Plan): Promise<RenderSource[]> {
  const { rows } = await app.db.query<{ key: string; masterFormat: AudioFormat | null }>(
    `SELECT "key", "masterFormat" FROM "Segment" WHERE "key" = ANY($1) AND "state" = 'voiced' AND "frames" > 0`,
    [plan.chunks.map(({ key }) => key)],
  );
  const formats = new Map(rows.map(({ key, masterFormat }) => [key, masterFormat]));
  const sources: RenderSource[] = [];
  for (const { key, provider, pauseMs, request } of plan.chunks) {
    if (!formats.has(key)) continue;
    if (provider === OFFLINE_PROVIDER) {
      sources.push({ kind: 'speech', pauseMs, request });
      continue;
    }
    const audio = await app.storage.get(masterFile(key));
    if (!audio) throw new HighResError('What the speech service sent is no longer in storage. Save the article to voice it anew.');
    sources.push({ kind: 'speech', pauseMs, audio, format: formats.get(key) ?? undefined });
  }
  return sources;
}

async function expectedLength({ app }: Tools, version: string): Promise<number> {
  const { rows } = await app.db.query<{ durationMs: number }>('SELECT "durationMs" FROM "Audio" WHERE "version" = $1', [version]);
  return ((rows[0]?.durationMs ?? 0) * HIGH_RESOLUTION_PROFILE.bitrate) / 8;
}

/** The file grows while it is rendered: its length tells how far that is. */
async function report({ app }: Tools, version: string, path: string, expectedBytes: number): Promise<void> {
  const { size } = await stat(path);
  const progress = Math.min(99, Math.floor((100 * size) / Math.max(expectedBytes, 1)));
  await app.db.query(`UPDATE "Rendition" SET "progress" = greatest("progress", $2), "updatedAt" = now() WHERE "version" = $1`, [version, progress]);
}
