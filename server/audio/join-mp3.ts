import { audioMessages } from './messages.ts';
import { closeSync, openSync, writeSync } from 'node:fs';
import { AudioError } from './audio-error.ts';
import { readMp3Layout } from './mp3-decoder.ts';
import {
  DECODER_DELAY,
  ENCODER_DELAY,
  endPadding,
  infoFrame,
  readInfoFrame,
  samplesPerFrame,
  silentFrame,
} from './mpeg-frames.ts';
import { STANDARD_PROFILE, type EncoderProfile } from './bitrates.ts';
import { id3Tag, paddedTag, type AudioTags } from './tags.ts';

/**
 * Properties of an MP3 file that decide whether it can be joined with others: same sample rate and same
 * number of channels, at any bit rate.
 */
export interface JoinableSound extends EncoderProfile {
  /** Bare frames; the first draws on no earlier one. */
  frames: Uint8Array;
  frameCount: number;
  /** Number of audible samples. */
  samples: number;
}

/**
 * The frames of a file that Parlance made; null where they cannot be joined as they are: of another encoder
 * or with another delay, or the first draws on bits before it.
 * @throws AudioError `unreadable`, `truncated`
 */
export function readJoinable(bytes: Uint8Array): JoinableSound | null {
  const { first, runs, truncated } = readMp3Layout(bytes);
  if (truncated) throw new AudioError('truncated', audioMessages.AUDIO_CUT_OFF());
  const [run, ...others] = runs;
  if (!run || others.length > 0) return null;
  const info = readInfoFrame(bytes.subarray(run.from, run.from + first.length));
  if (info?.delay !== ENCODER_DELAY || info.frameCount === 0) return null;
  const frames = bytes.subarray(run.from + first.length, run.to);
  const form = {
    sampleRate: first.sampleRate,
    channels: first.channels,
    bitrate: first.bitrate,
  } as EncoderProfile;
  const samples = info.frameCount * first.samples - info.delay - info.padding;
  return mainDataBegin(frames) === 0 && samples > 0
    ? { ...form, frames, frameCount: info.frameCount, samples }
    : null;
}

/** How many bytes before the first frame its sound begins (ISO/IEC 11172-3, 2.4.1.7; 13818-3, 2.4.1.7). */
function mainDataBegin(frames: Uint8Array): number {
  const side = frames[1]! & 1 ? 4 : 6;
  const mpeg1 = ((frames[1]! >> 3) & 3) === 3;
  return mpeg1 ? (frames[side]! << 1) | (frames[side + 1]! >> 7) : frames[side]!;
}

/** Whether a sound's frames follow those of a form. */
export const hasMatchingFrames = (
  one: Omit<EncoderProfile, 'bitrate'>,
  other: Omit<EncoderProfile, 'bitrate'>,
): boolean => one.sampleRate === other.sampleRate && one.channels === other.channels;

/**
 * Returns whether it has the format of articles, at any bit rate: a single such file makes all others use it.
 */
export const isSpeech = (form: EncoderProfile): boolean => hasMatchingFrames(form, STANDARD_PROFILE);

/** What a joined file has become. */
export interface JoinedSound {
  samples: number;
  /** Milliseconds, not rounded. */
  durationMs: number;
  byteLength: number;
}

export interface JoinedFileOptions {
  path: string;
  profile: EncoderProfile;
  tags: Omit<AudioTags, 'chapters'>;
  /** Of every chapter there will be, in order: room is left for them. */
  chapters: string[];
}

/** Reserved for tags' numbers: no file is longer. */
const longestMs = 2 ** 32 - 1;

/**
 * An MP3 file to which frames of others are added, one file after the other, so that only one is in memory.
 * Nothing is decoded. Silence consists of whole frames, each nearest to where the next sound should begin;
 * the actual positions are reported, and the decoded length is exact to the sample.
 */
export class JoinedMp3File {
  readonly #fd: number;
  readonly #options: JoinedFileOptions;
  readonly #silence: Uint8Array;
  readonly #perFrame: number;
  readonly #tagLength: number;
  readonly #start: number;
  readonly #places: { bytes: number; sample: number }[] = [];
  readonly #chapters: { title: string; startMs: number }[] = [];
  #bitrates = new Set<number>();
  #frames = 0;
  #bytes = 0;
  /** Where the sound that was put last ends with its silence, in samples. */
  #end = 0;

  /** @throws AudioError `bad-cover`, and what the file system throws */
  constructor(options: JoinedFileOptions) {
    this.#options = options;
    const { path, profile, chapters } = options;
    this.#silence = silentFrame(profile);
    this.#perFrame = samplesPerFrame(profile);
    this.#tagLength = this.#tag(
      chapters.map((title) => ({ title, startMs: longestMs })),
      longestMs,
    ).length;
    this.#start = this.#tagLength + this.#silence.length;
    this.#fd = openSync(path, 'w');
  }

  #tag(chapters: { title: string; startMs: number }[], durationMs: number): Uint8Array {
    return id3Tag({ ...this.#options.tags, chapters }, durationMs);
  }

  #put(bytes: Uint8Array): void {
    writeSync(this.#fd, bytes, 0, bytes.length, this.#start + this.#bytes);
    this.#bytes += bytes.length;
  }

  #pause(frames: number): void {
    if (frames <= 0) return;
    this.#put(new Uint8Array(Buffer.concat(Array.from({ length: frames }, () => this.#silence))));
    this.#frames += frames;
  }

  /**
   * Puts a sound at the end, and silence after it.
   * @param gapMs milliseconds until the next one begins, or the file ends
   * @param chapter begins here
   * @returns where it begins, milliseconds
   * @throws AudioError `unsupported` where the sound's form is not the file's
   */
  add(
    { frames, frameCount, samples, ...form }: JoinableSound,
    gapMs: number,
    chapter: string | null = null,
  ): number {
    const { sampleRate } = this.#options.profile;
    if (!hasMatchingFrames(form, this.#options.profile))
      throw new AudioError(
        'unsupported',
        audioMessages.AUDIO_DOES_NOT_FIT_FILE({ sampleRate: form.sampleRate, channels: form.channels }),
      );
    this.#pause(Math.round((this.#end - this.#frames * this.#perFrame) / this.#perFrame));
    const begin = this.#frames * this.#perFrame;
    const startMs = (begin * 1000) / sampleRate;
    this.#places.push({ bytes: this.#bytes, sample: begin });
    if (chapter !== null) this.#chapters.push({ title: chapter, startMs });
    this.#put(frames);
    this.#frames += frameCount;
    this.#bitrates.add(form.bitrate);
    this.#end = begin + samples + Math.round((gapMs * sampleRate) / 1000);
    return startMs;
  }

  /** Completes the file. @throws AudioError `empty` when nothing was put into it */
  finish(): JoinedSound {
    if (this.#places.length === 0) throw new AudioError('empty', audioMessages.AUDIO_NOTHING_TO_JOIN());
    const { profile } = this.#options;
    const samples = this.#end;
    const info = () => ({ frameCount: this.#frames, byteCount: this.#bytes, samples });
    // The decoder needs its own delay's worth of frames after the last audible sample.
    this.#pause(Math.ceil((DECODER_DELAY - endPadding(profile, info())) / this.#perFrame));
    const mixed = this.#bitrates.size > 1 || !this.#bitrates.has(profile.bitrate);
    const header = infoFrame(profile, { ...info(), places: mixed ? this.#places : undefined });
    const durationMs = (samples * 1000) / profile.sampleRate;
    writeSync(
      this.#fd,
      paddedTag(this.#tag(this.#chapters, durationMs), this.#tagLength),
      0,
      this.#tagLength,
      0,
    );
    writeSync(this.#fd, header, 0, header.length, this.#tagLength);
    return { samples, durationMs, byteLength: this.#start + this.#bytes };
  }

  close(): void {
    closeSync(this.#fd);
  }
}
