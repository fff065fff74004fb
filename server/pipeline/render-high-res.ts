import {
  persistMessages,
  persistError,
  noticesColumn,
  type PersistedMessage,
} from '../lib/persisted-message.ts';
import { fileMessages } from './messages.ts';
import { stat } from 'node:fs/promises';
import { HIGH_RESOLUTION_PROFILE } from '../audio/bitrates.ts';
import type { RenderOptions } from '../audio/render.ts';
import type { App } from '../kernel/app.ts';
import type { JobContext, JobOutcome } from '../lib/database/queue.ts';
import { now } from '../lib/database/sql.ts';
import { failureVerdict } from './retry-policy.ts';
import { highResFile, type HighResFormat } from '../storage/files.ts';
import type { RecordedDesign } from '../audio/sound-design.ts';
import { MissingSoundError, taggedWithCover } from './sound/file-content.ts';
import { NoRecordError, recordedVersion } from './sound/recorded-version.ts';
import { renderFile } from './sound/render-file.ts';
import { LostSoundError } from './sound/voiced-segments.ts';

interface HighRes {
  version: string;
  format: HighResFormat;
}

const reportEvery = 1_000;

/** Uses Kysely, because expiry is checked with the database's clock on a new request. */
const renditionOf = ({ db }: App, { version, format }: HighRes) =>
  db.sql.updateTable('Rendition').where('version', '=', version).where('format', '=', format);

/** Uncompressed speech alone needs no second channel. */
const outputOf = (format: HighResFormat, { sound }: RecordedDesign): RenderOptions['output'] =>
  format === 'mp3'
    ? { kind: 'mp3', profile: HIGH_RESOLUTION_PROFILE }
    : {
        kind: 'wav',
        sampleRate: HIGH_RESOLUTION_PROFILE.sampleRate,
        channels: sound.music === null && sound.logo === null ? 1 : 2,
      };

/**
 * Renders a version at 44.1 kHz, with 320 kbit/s or uncompressed, from the services' responses, or from the
 * offline engine, which speaks again: the same words, voice and music, even if the project has changed since.
 */
export async function renderHighRes(
  app: App,
  file: HighRes,
  { signal, log }: JobContext,
): Promise<JobOutcome> {
  let reporting: NodeJS.Timeout | undefined;
  try {
    const { version, format } = file;
    const { design, durationMs, speech } = await recordedVersion(app, version);
    const making = { app, signal, log };
    const output = outputOf(format, design);
    const expectedBytes =
      durationMs *
      (output.kind === 'mp3' ? output.profile.bitrate / 8 : (output.sampleRate * output.channels * 2) / 1000);
    const watch = (path: string) => {
      reporting = setInterval(() => void report(app, file, path, expectedBytes).catch(() => {}), reportEvery);
    };
    await renderFile(
      making,
      highResFile(version, format),
      { ...design, speech, suffix: null },
      await taggedWithCover(making, design),
      output,
      watch,
    );
    await renditionOf(app, file)
      .set({ progress: 100, error: null, errorNotices: null, updatedAt: now() })
      .execute();
    return 'done';
  } catch (error) {
    if (error instanceof LostSoundError)
      return fail(app, file, persistMessages([fileMessages.FILE_SPEECH_LOST()]));
    if (error instanceof NoRecordError || error instanceof MissingSoundError)
      return fail(app, file, persistError(error));
    if (signal.aborted || failureVerdict(error, 0, 0).kind === 'queue') throw error;
    log.error({ err: error, ...file }, 'high-resolution audio not rendered');
    return fail(app, file, persistMessages([fileMessages.FILE_NOT_MADE()]));
  } finally {
    clearInterval(reporting);
  }
}

async function fail(app: App, file: HighRes, reason: PersistedMessage): Promise<JobOutcome> {
  await renditionOf(app, file)
    .set({ error: reason.text, errorNotices: noticesColumn(reason), updatedAt: now() })
    .execute();
  return 'done';
}

/** The file grows while it is rendered: its length tells how far that is. */
async function report(app: App, file: HighRes, path: string, expectedBytes: number): Promise<void> {
  const { size } = await stat(path);
  const progress = Math.min(99, Math.floor((100 * size) / Math.max(expectedBytes, 1)));
  await renditionOf(app, file)
    .set(({ fn, ref, val }) => ({
      progress: fn<number>('greatest', [ref('progress'), val(progress)]),
      updatedAt: now(),
    }))
    .execute();
}
