import { setImmediate as nextTurn } from 'node:timers/promises';
import { audioMessages } from './messages.ts';
import { AudioError } from './audio-error.ts';
import {
  DECODER_DELAY,
  endPadding,
  infoFrame,
  readFrameHeader,
  samplesPerFrame,
  silentFrame,
} from './mpeg-frames.ts';
import type { EncoderProfile } from './bitrates.ts';
import type { Segment } from './segment.ts';
import { id3Tag, type AudioTags } from './tags.ts';

/** A voiced chunk and the silence after it (milliseconds); the last one's pause ends the file. */
export interface AssemblyPart {
  segment: Pick<Segment, 'frames' | 'frameCount' | 'samples' | 'sampleRate'>;
  pauseMs: number;
}

export interface Assembly {
  /** The finished MP3 file. */
  bytes: Uint8Array;
  /** Length that a decoder gives, in samples and in milliseconds (not rounded). */
  samples: number;
  durationMs: number;
  /**
   * Where each part's speech begins, milliseconds from the start of the file. Add these to its word timings.
   */
  offsetsMs: number[];
}

/** Where a chapter of the file begins: at this part. */
export interface AssemblyChapter {
  title: string;
  part: number;
}

/** Bytes that are copied before others get their turn: about 2 ms. */
const bytesATurn = 4_000_000;

/**
 * Joins encoded segments into an MP3 file without decoding: frames, silent frames for the pauses (rounded to
 * a frame, 26 ms; not under what a segment's own last frame leaves silent, 50 to 76 ms), a header frame, ID3
 * tags. Yields while copying hours of audio, so that other requests of this process do not wait.
 * @throws AudioError `empty` without parts, `unsupported` when a segment has another profile, `bad-cover`
 */
export async function assembleMp3(
  parts: AssemblyPart[],
  profile: EncoderProfile,
  tags: Omit<AudioTags, 'chapters'>,
  chapters: AssemblyChapter[] = [],
): Promise<Assembly> {
  if (parts.length === 0) throw new AudioError('empty', audioMessages.AUDIO_NOTHING_TO_JOIN());
  const perFrame = samplesPerFrame(profile);
  const silence = silentFrame(profile);
  const body: { bytes: Uint8Array; times: number }[] = [];
  const starts: number[] = [];
  let [frameCount, byteCount, samples] = [0, 0, 0];
  const pause = (frames: number) => {
    body.push({ bytes: silence, times: frames });
    frameCount += frames;
    byteCount += frames * silence.length;
  };
  parts.forEach(({ segment, pauseMs }, index) => {
    checkProfile(segment.frames, profile);
    starts.push(frameCount * perFrame);
    body.push({ bytes: segment.frames, times: 1 });
    frameCount += segment.frameCount;
    byteCount += segment.frames.length;
    const pauseSamples = Math.max(0, (pauseMs * profile.sampleRate) / 1000);
    const within = segment.frameCount * perFrame - segment.samples;
    if (index < parts.length - 1) pause(Math.max(0, Math.round((pauseSamples - within) / perFrame)));
    else samples = starts[index]! + segment.samples + Math.round(pauseSamples);
  });
  // The decoder needs its own delay's worth of frames after the last audible sample.
  const missing = DECODER_DELAY - endPadding(profile, { frameCount, byteCount, samples });
  if (missing > 0) pause(Math.ceil(missing / perFrame));
  const durationMs = (samples * 1000) / profile.sampleRate;
  const offsetsMs = starts.map((start) => (start * 1000) / profile.sampleRate);
  const tag = id3Tag(
    { ...tags, chapters: chapters.map(({ title, part }) => ({ title, startMs: offsetsMs[part] ?? 0 })) },
    durationMs,
  );
  const header = infoFrame(profile, { frameCount, byteCount, samples });
  const bytes = new Uint8Array(tag.length + header.length + byteCount);
  bytes.set(tag);
  bytes.set(header, tag.length);
  let [at, turnEnds] = [tag.length + header.length, bytesATurn];
  for (const piece of body) {
    for (let i = 0; i < piece.times; i++, at += piece.bytes.length) bytes.set(piece.bytes, at);
    if (at < turnEnds) continue;
    turnEnds = at + bytesATurn;
    await nextTurn();
  }
  return { bytes, samples, durationMs, offsetsMs };
}

/** @throws AudioError `unsupported` */
export function checkProfile(frames: Uint8Array, { sampleRate, channels, bitrate }: EncoderProfile): void {
  const frame = readFrameHeader(frames, 0);
  if (frame?.sampleRate === sampleRate && frame.channels === channels && frame.bitrate === bitrate) return;
  const found = frame
    ? `${frame.sampleRate} Hz, ${frame.channels} channel(s) and ${frame.bitrate} kbit/s`
    : 'another kind';
  throw new AudioError(
    'unsupported',
    audioMessages.AUDIO_DOES_NOT_FIT({ found, sampleRate, channels, bitrate }),
  );
}
