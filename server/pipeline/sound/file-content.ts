import { voicingMessages } from '../messages.ts';
import { ExpectedError } from '../../lib/expected-error.ts';
import type { AudioTags } from '../../audio/tags.ts';
import type { App } from '../../kernel/app.ts';
import { readSound } from '../../areas/library/sounds/read-sound.ts';
import type { Logger } from '../../lib/logger.ts';
import { imageFile } from '../../storage/files.ts';
import type { RecordedDesign } from '../../audio/sound-design.ts';
import type { VoicedSegment } from './voiced-segments.ts';

/** A sound that the project's rules or settings name is gone. */
export class MissingSoundError extends ExpectedError {
  override name = 'MissingSoundError';
  readonly onVoicing = 'fail';
}

/** A chunk with sound, and the silence after it in milliseconds. */
export interface SpokenPart {
  segment: VoicedSegment;
  pauseMs: number;
}

/** What a file is made of. Chapters count the parts of the speech. */
export interface FileContent extends RecordedDesign {
  speech: SpokenPart[];
  /** A chunk, or base name of a sound, that ends the file. */
  suffix: VoicedSegment | string | null;
}

export interface RenderedFile {
  /** Milliseconds, exact to the sample. */
  durationMs: number;
  bytes: number;
  /** Where each part of the speech begins, milliseconds. */
  offsetsMs: number[];
}

/** Context of a rendering: its signal aborts the work at once. */
export interface RenderContext {
  app: App;
  signal: AbortSignal;
  log: Logger;
}

/**
 * Returns the audible chunks. A chunk without audio leaves only its pause, if that is longer than the
 * previous one.
 */
export function audibleParts<Chunk extends { key: string; pauseMs: number }>(
  chunks: readonly Chunk[],
  segments: ReadonlyMap<string, VoicedSegment>,
): (SpokenPart & { chunk: Chunk })[] {
  const heard: (SpokenPart & { chunk: Chunk })[] = [];
  for (const chunk of chunks) {
    const segment = segments.get(chunk.key)!;
    const before = heard.at(-1);
    if (segment.frames > 0) heard.push({ segment, pauseMs: chunk.pauseMs, chunk });
    else if (before) before.pauseMs = Math.max(before.pauseMs, chunk.pauseMs);
  }
  return heard;
}

/**
 * Converts chapters to parts of the file; the first begins with the file, even if something precedes its
 * words.
 */
export function shiftedChapters(chapters: FileContent['chapters'], before: number): FileContent['chapters'] {
  return chapters.map(({ title, part }) => ({ title, part: part === 0 ? 0 : part + before }));
}

/** An uploaded or built-in sound's file. @throws MissingSoundError */
export async function soundBytes(app: App, file: string): Promise<Uint8Array> {
  const bytes = await readSound(app, file);
  if (!bytes) throw new MissingSoundError(voicingMessages.VOICING_SOUND_GONE({ sound: file }));
  return bytes;
}

/** The tags with the picture, where the project has one. */
export async function taggedWithCover(
  { app, log }: RenderContext,
  { tags, sound }: RecordedDesign,
): Promise<AudioTags> {
  if (sound.cover === null) return tags;
  const cover = await app.storage.get(imageFile(sound.cover));
  // An article without its picture is better than none.
  if (!cover) log.warn({ cover: sound.cover }, 'cover image missing from storage');
  return cover ? { ...tags, cover } : tags;
}
