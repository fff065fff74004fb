import { waitUntilUnmarked } from '../../kernel/file-deletions.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AssemblyPart } from '../../audio/assemble-mp3.ts';
import { assembleMp3 } from '../../audio/assemble-mp3.ts';
import { countFrames } from '../../audio/mpeg-frames.ts';
import type { AudioTags } from '../../audio/tags.ts';
import { logoPauseMs } from '../../product.ts';
import {
  shiftedChapters,
  soundBytes,
  taggedWithCover,
  type FileContent,
  type RenderedFile,
  type RenderContext,
} from './file-content.ts';
import { profileOf } from '../../audio/sound-design.ts';
import { renderFile } from './render-file.ts';
import { encodedSegments, type VoicedSegment } from './voiced-segments.ts';

/**
 * Generates an article's file (or its teaser's) in storage: joins encoded chunks, or mixes in background
 * music and encodes everything again.
 * @throws LostSoundError, MissingSoundError, AudioError, and what threads and storage throw
 */
export async function makeFile(
  making: RenderContext,
  target: string,
  content: FileContent,
): Promise<RenderedFile> {
  const tags = await taggedWithCover(making, content);
  return content.sound.music === null
    ? joinFile(making, target, content, tags)
    : renderFile(making, target, content, tags, { kind: 'mp3', profile: profileOf(content.sound) });
}

async function joinFile(
  { app, signal }: RenderContext,
  target: string,
  { speech, suffix, sound, chapters, tags: { language = '' } }: FileContent,
  tags: AudioTags,
): Promise<RenderedFile> {
  const profile = profileOf(sound);
  const spokenSuffix = suffix !== null && typeof suffix !== 'string' ? [suffix] : [];
  const encoded = await encodedSegments(
    app,
    [...speech.map(({ segment }) => segment), ...spokenSuffix],
    sound,
    language,
    signal,
  );
  const frameCounts = await countedFrames(encoded);
  const spoken = ({ key, samples, sampleRate }: VoicedSegment, pauseMs: number): AssemblyPart => ({
    segment: { frames: encoded.get(key)!, frameCount: frameCounts.get(key)!, samples, sampleRate },
    pauseMs,
  });
  const uploaded = async (file: string, pauseMs: number): Promise<AssemblyPart> => ({
    segment: await app.speech.threads.run(
      'sound',
      { bytes: await soundBytes(app, file), profile, volumeBoost: sound.volumeBoost },
      signal,
    ),
    pauseMs,
  });

  const before = sound.logo === null ? [] : [await uploaded(sound.logo, logoPauseMs)];
  const after =
    suffix === null ? [] : [typeof suffix === 'string' ? await uploaded(suffix, 0) : spoken(suffix, 0)];
  const parts = [...before, ...speech.map(({ segment, pauseMs }) => spoken(segment, pauseMs)), ...after];
  const { bytes, durationMs, offsetsMs } = await assembleMp3(
    parts,
    profile,
    tags,
    shiftedChapters(chapters, before.length),
  );
  await waitUntilUnmarked(app, target, signal);
  await app.storage.put(target, bytes, { signal });
  return {
    durationMs,
    bytes: bytes.length,
    offsetsMs: offsetsMs.slice(before.length, before.length + speech.length),
  };
}

/** Milliseconds of counting after which others get their turn. */
const countingMs = 8;

/** Counts the frames of each segment by its key; a repeated segment is counted once. */
async function countedFrames(encoded: ReadonlyMap<string, Uint8Array>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let turnEnds = performance.now() + countingMs;
  for (const [key, frames] of encoded) {
    counts.set(key, countFrames(frames).count);
    if (performance.now() < turnEnds) continue;
    await nextTurn();
    turnEnds = performance.now() + countingMs;
  }
  return counts;
}
