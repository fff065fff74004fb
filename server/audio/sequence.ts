/** Finished files one after the other in one: intro, article, next-article sound, article, outro. */
import { assembleMp3, checkProfile, type Assembly, type AssemblyChapter, type AssemblyPart } from './assemble.ts';
import { AudioError } from './errors.ts';
import { id3Length } from './mp3-decoder.ts';
import { countFrames, ENCODER_DELAY, readFrameHeader, readInfoFrame, samplesPerFrame } from './mpeg-frames.ts';
import type { EncoderProfile } from './profile.ts';
import type { AudioTags } from './tags.ts';

/** A finished MP3 file of ours (an article, a rendition) or a segment (a sound, a spoken intro), and the silence after it, milliseconds. */
export type SequencePart = ({ file: Uint8Array } | { segment: AssemblyPart['segment'] }) & { pauseMs: number };

/**
 * Joins files and segments of one profile into an MP3 file without decoding anything. What the files have before and after
 * their sound is cut off, their tags are left out. Between parts lies the pause asked for, rounded to a frame (26 ms), and
 * not under the 50 to 76 ms that encoded sound needs to begin and to end. Takes a few milliseconds for an hour of sound.
 * @param chapters where they begin, by part
 * @throws AudioError `empty`, `unsupported` for a file of another profile or of other software, `truncated`, `bad-cover`
 */
export function joinFiles(parts: SequencePart[], profile: EncoderProfile, tags: Omit<AudioTags, 'chapters'>, chapters: AssemblyChapter[] = []): Assembly {
  const joined = parts.map((part) => ({ segment: 'file' in part ? framesOf(part.file, profile) : part.segment, pauseMs: part.pauseMs }));
  return assembleMp3(joined, profile, tags, chapters);
}

/** The frames of a file of ours, as if they were one segment: like a segment's, its first frame draws on no earlier one. */
function framesOf(file: Uint8Array, profile: EncoderProfile): AssemblyPart['segment'] {
  const start = id3Length(file, 0);
  const first = readFrameHeader(file, start);
  const info = first && readInfoFrame(file.subarray(start, start + first.length));
  if (!info || info.delay !== ENCODER_DELAY) throw new AudioError('unsupported', 'only files that Parlance made can be joined');
  const from = start + first.length;
  checkProfile(file.subarray(from), profile);
  const { count: frameCount, bytes } = countFrames(file.subarray(from));
  if (from + bytes !== file.length) throw new AudioError('truncated', 'the file to be joined is damaged');
  if (frameCount !== info.frameCount) throw new AudioError('truncated', 'the file to be joined is cut off');
  return { frames: file.subarray(from), frameCount, sampleRate: profile.sampleRate, samples: frameCount * samplesPerFrame(profile) - info.delay - info.padding };
}
