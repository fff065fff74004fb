import type { AssemblyPart } from '../../audio/assemble.ts';
import { assembleMp3 } from '../../audio/assemble.ts';
import { countFrames } from '../../audio/mpeg-frames.ts';
import type { AudioTags } from '../../audio/tags.ts';
import type { App } from '../../areas/app.ts';
import { readSound } from '../../areas/sounds/read-sound.ts';
import type { Logger } from '../../lib/logger.ts';
import { logoPauseMs } from '../../product.ts';
import { imageFile } from '../files.ts';
import { profileOf, type RecordedDesign } from './design.ts';
import { renderFile } from './render.ts';
import { encodedSegments, type VoicedSegment } from './segments.ts';

/** A sound that the project's rules or settings name is gone. */
export class MissingSoundError extends Error {
  override name = 'MissingSoundError';
}

/** A chunk with sound, and the silence after it in milliseconds. */
export interface SpokenPart {
  segment: VoicedSegment;
  pauseMs: number;
}

/** What a file is made of. Chapters count the parts of the speech. */
export interface Content extends RecordedDesign {
  speech: SpokenPart[];
  /** A chunk, or base name of a sound, that ends the file. */
  suffix: VoicedSegment | string | null;
}

export interface MadeFile {
  /** Milliseconds, exact to the sample. */
  durationMs: number;
  bytes: number;
  /** Where each part of the speech begins, milliseconds. */
  offsetsMs: number[];
}

/** How somebody's work goes on: it ends at once when the signal says so. */
export interface Making {
  app: App;
  signal: AbortSignal;
  log: Logger;
}

/**
 * Makes an article's file (or its teaser's) in storage: encoded chunks are joined; background music is mixed in and all encoded anew.
 * @throws LostSoundError, MissingSoundError, AudioError, and what threads and storage throw
 */
export async function makeFile(making: Making, target: string, content: Content): Promise<MadeFile> {
  const tags = await taggedWithCover(making, content);
  return content.sound.music === null ? joinFile(making, target, content, tags) : renderFile(making, target, content, tags, profileOf(content.sound));
}

async function joinFile({ app, signal }: Making, target: string, { speech, suffix, sound, chapters, tags: { language = '' } }: Content, tags: AudioTags): Promise<MadeFile> {
  const profile = profileOf(sound);
  const spokenSuffix = suffix !== null && typeof suffix !== 'string' ? [suffix] : [];
  const encoded = await encodedSegments(app, [...speech.map(({ segment }) => segment), ...spokenSuffix], sound, language, signal);
  const spoken = ({ key, samples, sampleRate }: VoicedSegment, pauseMs: number): AssemblyPart => {
    const frames = encoded.get(key)!;
    return { segment: { frames, frameCount: countFrames(frames).count, samples, sampleRate }, pauseMs };
  };
  const uploaded = async (file: string, pauseMs: number): Promise<AssemblyPart> =>
    ({ segment: await app.speech.threads.run('sound', { bytes: await soundBytes(app, file), profile, volumeBoost: sound.volumeBoost }, signal), pauseMs });

  const before = sound.logo === null ? [] : [await uploaded(sound.logo, logoPauseMs)];
  const after = suffix === null ? [] : [typeof suffix === 'string' ? await uploaded(suffix, 0) : spoken(suffix, 0)];
  const parts = [...before, ...speech.map(({ segment, pauseMs }) => spoken(segment, pauseMs)), ...after];
  const { bytes, durationMs, offsetsMs } = assembleMp3(parts, profile, tags, shiftedChapters(chapters, before.length));
  await app.storage.put(target, bytes);
  return { durationMs, bytes: bytes.length, offsetsMs: offsetsMs.slice(before.length, before.length + speech.length) };
}

/** The chunks that are heard; one without sound leaves only its pause, where that is longer than the one before. */
export function heardParts<Chunk extends { key: string; pauseMs: number }>(chunks: readonly Chunk[], segments: ReadonlyMap<string, VoicedSegment>): (SpokenPart & { chunk: Chunk })[] {
  const heard: (SpokenPart & { chunk: Chunk })[] = [];
  for (const chunk of chunks) {
    const segment = segments.get(chunk.key)!;
    const before = heard.at(-1);
    if (segment.frames > 0) heard.push({ segment, pauseMs: chunk.pauseMs, chunk });
    else if (before) before.pauseMs = Math.max(before.pauseMs, chunk.pauseMs);
  }
  return heard;
}

/** Chapters in parts of the file; the first begins with the file, whatever stands before its words. */
export function shiftedChapters(chapters: Content['chapters'], before: number): Content['chapters'] {
  return chapters.map(({ title, part }) => ({ title, part: part === 0 ? 0 : part + before }));
}

/** An uploaded or built-in sound's file. @throws MissingSoundError */
export async function soundBytes(app: App, file: string): Promise<Uint8Array> {
  const bytes = await readSound(app, file);
  if (!bytes) throw new MissingSoundError(`The sound ${file} is not there any more. Choose another one in the project's rules or settings.`);
  return bytes;
}

/** The tags with the picture, where the project has one. */
export async function taggedWithCover({ app, log }: Making, { tags, sound }: RecordedDesign): Promise<AudioTags> {
  if (sound.cover === null) return tags;
  const cover = await app.storage.get(imageFile(sound.cover));
  // An article without its picture is better than none.
  if (!cover) log.warn({ cover: sound.cover }, 'a cover is missing from storage');
  return cover ? { ...tags, cover } : tags;
}
