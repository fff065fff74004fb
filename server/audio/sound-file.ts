/** Files that are written block by block, so that their sound is never in memory as a whole. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { AssemblyChapter } from './assemble-mp3.ts';
import type { Mp3Encoder } from './mp3-encoder.ts';
import { Mp3Stream } from './mp3-stream.ts';
import { silentFrame } from './mpeg-frames.ts';
import { PeakWatch, type DecodedPeakWatch } from './peak-watch.ts';
import type { EncoderProfile } from './bitrates.ts';
import { id3Tag, paddedTag, type AudioTags } from './tags.ts';
import { int16Interleaved, wavHeader } from './wav.ts';

/** A sound file that grows. What is given to it is written at once. */
export interface SoundFile {
  /** Samples written, per channel. */
  readonly samples: number;
  /** By how much the true peak of what a listener hears exceeds its limit, decibels; 0 where it keeps it. */
  readonly excessDb: number;
  write(channels: Float32Array[]): void;
  /** Completes the file; answers its length in bytes. `offsetsMs`: where each part began. */
  finish(offsetsMs: number[]): number;
  close(): void;
}

export interface Mp3FileTags {
  tags: Omit<AudioTags, 'chapters'>;
  /** A chapter of the first part begins at the start of the file, even if something precedes the part. */
  chapters?: AssemblyChapter[] | undefined;
}

/** No file is longer: what is reserved for its tags' length is this number's. */
const MAX_DURATION_MS = 2 ** 32 - 1;

/**
 * An MP3 file that grows; the header frame and the tags, for which room is left, are written over at the end.
 */
export class Mp3File implements SoundFile {
  readonly #fd: number;
  readonly #profile: EncoderProfile;
  readonly #tags: Mp3FileTags['tags'];
  readonly #chapters: AssemblyChapter[];
  readonly #tagLength: number;
  readonly #stream: Mp3Stream;

  constructor(
    path: string,
    profile: EncoderProfile,
    { tags, chapters }: Mp3FileTags,
    encoder: Mp3Encoder,
    watch: DecodedPeakWatch,
  ) {
    this.#profile = profile;
    this.#tags = tags;
    this.#chapters = chapters ?? [];
    this.#tagLength = this.#tag([], MAX_DURATION_MS).length;
    const start = this.#tagLength + silentFrame(profile).length;
    this.#fd = openSync(path, 'w');
    this.#stream = new Mp3Stream(profile, encoder, watch, (frames, at) => this.#put(frames, start + at));
  }

  #tag(offsetsMs: number[], durationMs: number): Uint8Array {
    const chapters = this.#chapters.map(({ title, part }) => ({
      title,
      startMs: part === 0 ? 0 : (offsetsMs[part] ?? 0),
    }));
    return id3Tag({ ...this.#tags, chapters }, durationMs);
  }

  get samples(): number {
    return this.#stream.samples;
  }

  get excessDb(): number {
    return this.#stream.excessDb;
  }

  #put(bytes: Uint8Array, at: number): void {
    writeSync(this.#fd, bytes, 0, bytes.length, at);
  }

  write(channels: Float32Array[]): void {
    this.#stream.write(channels);
  }

  finish(offsetsMs: number[]): number {
    const header = this.#stream.finish();
    const tag = paddedTag(
      this.#tag(offsetsMs, (this.samples * 1000) / this.#profile.sampleRate),
      this.#tagLength,
    );
    this.#put(tag, 0);
    this.#put(header, tag.length);
    return tag.length + header.length + this.#stream.bytes;
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/** A WAV file that grows; its header is written at the end. */
export class WavFile implements SoundFile {
  readonly #fd: number;
  readonly #sampleRate: number;
  readonly #channels: number;
  readonly #watch = new PeakWatch();
  #bytes = 44;
  samples = 0;

  constructor(path: string, sampleRate: number, channels: number) {
    this.#sampleRate = sampleRate;
    this.#channels = channels;
    this.#fd = openSync(path, 'w');
  }

  get excessDb(): number {
    return this.#watch.excessDb;
  }

  write(channels: Float32Array[]): void {
    this.samples += channels[0]!.length;
    this.#watch.write(channels);
    const bytes = int16Interleaved(channels);
    writeSync(this.#fd, bytes, 0, bytes.length, this.#bytes);
    this.#bytes += bytes.length;
  }

  finish(): number {
    writeSync(this.#fd, wavHeader(this.#sampleRate, this.#channels, this.samples), 0, 44, 0);
    return this.#bytes;
  }

  close(): void {
    closeSync(this.#fd);
  }
}
