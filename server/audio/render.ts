import { closeSync, openSync, writeSync } from 'node:fs';
import { audibleRange, fadeEdges } from './edges.ts';
import { AudioError } from './errors.ts';
import type { Mp3Encoder } from './mp3-encoder.ts';
import { countFrames, DECODER_DELAY, endPadding, infoFrame, samplesPerFrame, silentFrame } from './mpeg-frames.ts';
import { BackgroundMusic, LEAD_MS } from './music.ts';
import { inChannels, type Pcm } from './pcm.ts';
import { TARGET_LUFS, type EncoderProfile } from './profile.ts';
import { resample } from './resample.ts';
import { normaliseLoudness, volumeBoostDb } from './segment.ts';
import { id3Tag, type AudioTags } from './tags.ts';
import { int16Interleaved, wavHeader } from './wav.ts';

/** One stretch of a rendition and the silence after it, milliseconds. */
export interface RenderPart {
  /** Speech has music under it; a logo, an intro or an outro sounds alone. */
  kind: 'speech' | 'sound';
  /** Gives the sound when its turn comes, so that only one is in memory. */
  load: () => Promise<Pcm>;
  pauseMs: number;
}

export interface RenderOptions {
  /** How the samples are written; WAV files are 16-bit PCM. */
  output: { kind: 'mp3'; profile: EncoderProfile } | { kind: 'wav'; sampleRate: number; channels: 1 | 2 };
  /** Written from the start; what was there is lost. */
  path: string;
  tags: Omit<AudioTags, 'chapters'>;
  music?: Pcm | undefined;
  volumeBoost?: number | undefined;
}

export interface Rendition {
  samples: number;
  /** Milliseconds, not rounded. */
  durationMs: number;
  byteLength: number;
  /** Where each part begins, milliseconds. */
  offsetsMs: number[];
}

/** Samples that go through mixing and encoding at a time. */
const BLOCK = 1 << 16;

/**
 * Mixes and encodes a whole article anew, for what cannot be made by joining encoded segments: background music, high
 * resolution, WAV. One part is in memory at a time, and the file grows on disk.
 * @throws AudioError, and what the file system throws
 */
export async function renderToFile(parts: RenderPart[], options: RenderOptions, encoder: Mp3Encoder): Promise<Rendition> {
  if (parts.length === 0) throw new AudioError('empty', 'there is nothing to render');
  const { output } = options;
  const { sampleRate, channels } = output.kind === 'mp3' ? output.profile : output;
  const target = TARGET_LUFS + volumeBoostDb(options.volumeBoost ?? 0);
  const music = options.music && new BackgroundMusic(inChannels(options.music, channels), sampleRate);
  const file = output.kind === 'mp3' ? new Mp3File(options.path, output.profile, options.tags, encoder) : new WavFile(options.path, sampleRate, channels);
  const offsets: number[] = [];
  try {
    const write = (sound: Float32Array[], mix?: (block: Float32Array[]) => void) => {
      mix?.(sound);
      for (let at = 0; at < sound[0]!.length; at += BLOCK) file.write(sound.map((channel) => channel.subarray(at, at + BLOCK)));
    };
    const silence = (ms: number) => Array.from({ length: channels }, () => new Float32Array(Math.round((ms * sampleRate) / 1000)));
    const firstSpeech = parts.findIndex(({ kind }) => kind === 'speech');
    const lastSpeech = parts.findLastIndex(({ kind }) => kind === 'speech');
    for (const [index, part] of parts.entries()) {
      if (music && index === firstSpeech) write(silence(LEAD_MS), (block) => music.leadIn(block));
      offsets.push(file.samples);
      const sound = fitted(await part.load(), sampleRate, channels, target);
      write(sound, part.kind === 'speech' ? (block) => music?.underSpeech(block) : undefined);
      if (part.pauseMs > 0) {
        const within = index >= firstSpeech && index < lastSpeech && part.kind === 'speech';
        write(silence(part.pauseMs), within ? (block) => music?.inPause(block) : undefined);
      }
      if (music && index === lastSpeech) write(silence(2 * LEAD_MS), (block) => music.leadOut(block));
    }
    const byteLength = file.finish();
    const { samples } = file;
    const toMs = (count: number) => (count * 1000) / sampleRate;
    return { samples, durationMs: toMs(samples), byteLength, offsetsMs: offsets.map(toMs) };
  } finally {
    file.close();
  }
}

/** Trimmed, at the target loudness, in the file's sample rate and channels; the caller may change the samples. */
function fitted(pcm: Pcm, sampleRate: number, channels: 1 | 2, target: number): Float32Array[] {
  const { from, to } = audibleRange(pcm.channels, pcm.sampleRate);
  if (from === to) throw new AudioError('empty', 'a part of the audio is silent');
  const trimmed = inChannels({ sampleRate: pcm.sampleRate, channels: pcm.channels.map((channel) => channel.slice(from, to)) }, channels);
  fadeEdges(trimmed.channels, trimmed.sampleRate);
  const sound = resample(trimmed, sampleRate);
  normaliseLoudness(sound, target);
  return sound.channels;
}

/** An MP3 file that grows; the header frame and the tags, whose sizes are known, are written over at the end. */
class Mp3File {
  readonly #fd: number;
  readonly #profile: EncoderProfile;
  readonly #encoder: Mp3Encoder;
  readonly #tags: Omit<AudioTags, 'chapters'>;
  readonly #start: number;
  #carry = new Uint8Array();
  #frames = 0;
  #bytes = 0;
  samples = 0;

  constructor(path: string, profile: EncoderProfile, tags: Omit<AudioTags, 'chapters'>, encoder: Mp3Encoder) {
    this.#profile = profile;
    this.#encoder = encoder;
    this.#tags = tags;
    this.#start = this.#tag().length + silentFrame(profile).length;
    this.#fd = openSync(path, 'w');
    encoder.begin(profile);
  }

  /** Its length does not depend on the duration. */
  #tag(): Uint8Array {
    return id3Tag(this.#tags, 0);
  }

  write(channels: Float32Array[]): void {
    this.samples += channels[0]!.length;
    this.#append(this.#encoder.write(channels));
  }

  #append(encoded: Uint8Array): void {
    writeSync(this.#fd, encoded, 0, encoded.length, this.#start + this.#bytes);
    this.#bytes += encoded.length;
    const pending = new Uint8Array(this.#carry.length + encoded.length);
    pending.set(this.#carry);
    pending.set(encoded, this.#carry.length);
    const { count, bytes } = countFrames(pending);
    this.#frames += count;
    this.#carry = pending.slice(bytes);
  }

  finish(): number {
    this.#append(this.#encoder.finish());
    const info = () => ({ frameCount: this.#frames, byteCount: this.#bytes, samples: this.samples });
    const missing = DECODER_DELAY - endPadding(this.#profile, info());
    for (let i = 0; i < Math.ceil(missing / samplesPerFrame(this.#profile)); i++) this.#append(silentFrame(this.#profile));
    const tag = this.#tag();
    writeSync(this.#fd, tag, 0, tag.length, 0);
    const header = infoFrame(this.#profile, info());
    writeSync(this.#fd, header, 0, header.length, tag.length);
    return this.#start + this.#bytes;
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/** A WAV file that grows; its header is written at the end. */
class WavFile {
  readonly #fd: number;
  readonly #sampleRate: number;
  readonly #channels: number;
  #bytes = 44;
  samples = 0;

  constructor(path: string, sampleRate: number, channels: number) {
    this.#sampleRate = sampleRate;
    this.#channels = channels;
    this.#fd = openSync(path, 'w');
  }

  write(channels: Float32Array[]): void {
    this.samples += channels[0]!.length;
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
