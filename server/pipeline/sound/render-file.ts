import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderOptions } from '../../audio/render.ts';
import type { AudioTags } from '../../audio/tags.ts';
import type { App } from '../../kernel/app.ts';
import { waitUntilUnmarked } from '../../kernel/file-deletions.ts';
import { withTemporaryFolder } from '../../lib/temporary-folder.ts';
import { logoPauseMs } from '../../product.ts';
import { OFFLINE_PROVIDER } from '../../speech/offline-voices.ts';
import type { RenderSource } from '../../speech/threads-worker.ts';
import { masterFile, segmentFile } from '../../storage/files.ts';
import {
  shiftedChapters,
  soundBytes,
  type FileContent,
  type RenderedFile,
  type RenderContext,
} from './file-content.ts';
import { eachOf, LostSoundError, type VoicedSegment } from './voiced-segments.ts';

/** Longest that a file may take, milliseconds: a day's worth of sound takes less. */
const longest = 1_800_000;
const parallel = 8;

/**
 * Mixes and encodes a whole file again, from the services' responses or the offline engine, which speaks
 * again; for versions from before requests were stored, from their encoded audio.
 * @param watch receives the location of the growing file
 * @throws LostSoundError, MissingSoundError, AudioError, and what threads and storage throw
 */
export async function renderFile(
  { app, signal }: RenderContext,
  target: string,
  { speech, suffix, sound, chapters }: FileContent,
  tags: AudioTags,
  output: RenderOptions['output'],
  watch?: (path: string) => void,
): Promise<RenderedFile> {
  return withTemporaryFolder('render', async (folder) => {
    const spokenSuffix = suffix !== null && typeof suffix !== 'string' ? [suffix] : [];
    const sourceOf = await sources(app, [...speech.map(({ segment }) => segment), ...spokenSuffix], folder);
    const soundPath = async (file: string) => {
      const path = join(folder, `sound-${file}`);
      await writeFile(path, await soundBytes(app, file));
      return path;
    };
    const uploaded = async (file: string, pauseMs: number): Promise<RenderSource> => ({
      kind: 'sound',
      pauseMs,
      path: await soundPath(file),
    });

    const before = sound.logo === null ? [] : [await uploaded(sound.logo, logoPauseMs)];
    const after =
      suffix === null
        ? []
        : [typeof suffix === 'string' ? await uploaded(suffix, 0) : { ...sourceOf(suffix), pauseMs: 0 }];
    const parts = [
      ...before,
      ...speech.map(({ segment, pauseMs }) => ({ ...sourceOf(segment), pauseMs })),
      ...after,
    ];
    const music = sound.music === null ? undefined : { path: await soundPath(sound.music) };
    const path = join(folder, `${randomUUID()}.${output.kind}`);
    watch?.(path);
    const options = {
      output,
      path,
      tags,
      chapters: shiftedChapters(chapters, before.length),
      volumeBoost: sound.volumeBoost,
    };
    const { durationMs, byteLength, offsetsMs } = await app.speech.threads.run(
      'render',
      { parts, music, ...options },
      signal,
      longest,
    );
    await waitUntilUnmarked(app, target, signal);
    await app.storage.putFile(target, path, { signal });
    return {
      durationMs,
      bytes: byteLength,
      offsetsMs: offsetsMs.slice(before.length, before.length + speech.length),
    };
  });
}

/**
 * Where each segment's sound comes from; what lies in storage is brought into the folder, for the thread to
 * read when its turn comes.
 */
async function sources(
  { storage }: App,
  segments: VoicedSegment[],
  folder: string,
): Promise<(segment: VoicedSegment) => RenderSource> {
  const paths = new Map<string, string>();
  const lost: string[] = [];
  const stored = segments.filter(({ provider, request }) => provider !== OFFLINE_PROVIDER || !request);
  await eachOf([...new Set(stored)], parallel, async ({ key, masterFormat }) => {
    const bytes = await storage.get(masterFormat ? masterFile(key) : segmentFile(key));
    if (!bytes) return void lost.push(key);
    const path = join(folder, key);
    await writeFile(path, bytes);
    paths.set(key, path);
  });
  if (lost.length > 0) throw new LostSoundError(lost);
  return ({ key, request, masterFormat }) => {
    const path = paths.get(key);
    return path === undefined
      ? { kind: 'speech', pauseMs: 0, request: request! }
      : { kind: 'speech', pauseMs: 0, path, format: masterFormat ?? undefined };
  };
}
