import { closeSync, openSync, writeSync } from 'node:fs';
import type { AssemblyChapter } from './assemble.ts';
import { audibleRange, fadeEdges } from './edges.ts';
import { AudioError } from './errors.ts';
import type { Mp3Encoder } from './mp3-encoder.ts';
import { countFrames, DECODER_DELAY, endPadding, infoFrame, samplesPerFrame, silentFrame } from './mpeg-frames.ts';
import { BackgroundMusic, LEAD_MS } from './music.ts';
import { inChannels, type Pcm } from './pcm.ts';
import { TARGET_LUFS, type EncoderProfile } from './profile.ts';
import { resample } from './resample.ts';
import { normaliseLoudness, volumeBoostDb } from './segment.ts';
import { id3Tag, paddedTag, type AudioTags } from './tags.ts';
import { int16Interleaved, wavHeader } from './wav.ts';

/** One stretch of a rendition and the silence after it, milliseconds. */
export interface RenderPart {
  /** Music runs from the first speech to the last; sounds before and after (a logo, a suffix) are heard alone. */
  kind: 'speech' | 'sound';
  /** Gives the sound when its turn comes, so that only one is in memory. */
  load: () => Promise<Pcm>;
  pauseMs: number;
}

export interface RenderOptions {
  /** How the samples are written; WAV files are 16-bit PCM, and carry no tags. */
  output: { kind: 'mp3'; profile: EncoderProfile } | { kind: 'wav'; sampleRate: number; channels: 1 | 2 };
  /** Written from the start; what was there is lost. */
  path: string;
  tags: Omit<AudioTags, 'chapters'>;
  /** A chapter of the first part begins with the file, music before it included. */
  chapters?: AssemblyChapter[] | undefined;
  music?: Pcm | undefined;
  /** As `volumeBoostDb` has it. */
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
/** Up to this length the loudness of the whole is made right; in anything longer, music alone weighs too little to matter. */
const HELD_SECONDS = 120;

/**
 * Mixes and encodes a whole article anew, for what cannot be made by joining encoded segments: background music, high
 * resolution, WAV. One part is in memory at a time, and the file grows on disk.
 * @throws AudioError, and what the file system throws
 */
export async function renderToFile(parts: RenderPart[], options: RenderOptions, encoder: Mp3Encoder): Promise<Rendition> {
  if (parts.length === 0) throw new AudioError('empty', 'there is nothing to render');
  const { output } = options;
  const { sampleRate } = output.kind === 'mp3' ? output.profile : output;
  const toMs = (samples: number) => (samples * 1000) / sampleRate;
  const offsets: number[] = [];
  const file = output.kind === 'mp3' ? new Mp3File(options, output.profile, encoder) : new WavFile(options.path, sampleRate, output.channels);
  try {
    const held: Float32Array[][] = [];
    let heldSamples = 0;
    const write = (sound: Float32Array[]) => {
      for (let at = 0; at < sound[0]!.length; at += BLOCK) file.write(sound.map((channel) => channel.subarray(at, at + BLOCK)));
    };
    for await (const sound of mixed(parts, options, offsets)) {
      heldSamples += sound[0]!.length;
      held.push(sound);
      if (heldSamples > HELD_SECONDS * sampleRate) for (const stretch of held.splice(0)) write(stretch);
    }
    if (held.length > 0) {
      const whole = joined(held);
      if (file.samples === 0) normaliseLoudness({ sampleRate, channels: whole }, TARGET_LUFS + volumeBoostDb(options.volumeBoost ?? 0), 0);
      write(whole);
    }
    const offsetsMs = offsets.map(toMs);
    const byteLength = file.finish(offsetsMs);
    return { samples: file.samples, durationMs: toMs(file.samples), byteLength, offsetsMs };
  } finally {
    file.close();
  }
}

/** The rendition's sound, stretch by stretch; `offsets` receives where each part begins, in samples. */
async function* mixed(parts: RenderPart[], { output, music, volumeBoost }: RenderOptions, offsets: number[]): AsyncGenerator<Float32Array[]> {
  const { sampleRate, channels } = output.kind === 'mp3' ? output.profile : output;
  const boost = volumeBoostDb(volumeBoost ?? 0);
  const bed = music && new BackgroundMusic(inChannels(music, channels), sampleRate, boost);
  const silence = (ms: number) => Array.from({ length: channels }, () => new Float32Array(Math.round((ms * sampleRate) / 1000)));
  const firstSpeech = parts.findIndex(({ kind }) => kind === 'speech');
  const lastSpeech = parts.findLastIndex(({ kind }) => kind === 'speech');
  let samples = 0;
  const counted = (sound: Float32Array[]) => {
    samples += sound[0]!.length;
    return sound;
  };
  for (const [index, part] of parts.entries()) {
    if (bed && index === firstSpeech) yield counted(bed.leadIn(silence(LEAD_MS)));
    offsets.push(samples);
    const sound = fitted(await part.load(), sampleRate, channels, TARGET_LUFS + boost);
    const withMusic = bed && index >= firstSpeech && index <= lastSpeech;
    yield counted(withMusic ? bed.underSpeech(sound) : sound);
    if (part.pauseMs > 0) {
      const pause = silence(part.pauseMs);
      if (withMusic && index < lastSpeech) bed.inPause(pause);
      else if (withMusic) bed.underSpeech(pause);
      yield counted(pause);
    }
    if (bed && index === lastSpeech) yield counted(bed.leadOut(silence(2 * LEAD_MS)));
  }
}

function joined(stretches: Float32Array[][]): Float32Array[] {
  const length = stretches.reduce((sum, [first]) => sum + first!.length, 0);
  return stretches[0]!.map((_, index) => {
    const channel = new Float32Array(length);
    let at = 0;
    for (const stretch of stretches) {
      channel.set(stretch[index]!, at);
      at += stretch[index]!.length;
    }
    return channel;
  });
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

/** No file is longer: what is reserved for its tags' length is this number's. */
const MAX_DURATION_MS = 2 ** 32 - 1;

/** An MP3 file that grows; the header frame and the tags, for which room is left, are written over at the end. */
class Mp3File {
  readonly #fd: number;
  readonly #profile: EncoderProfile;
  readonly #encoder: Mp3Encoder;
  readonly #tags: RenderOptions['tags'];
  readonly #chapters: AssemblyChapter[];
  readonly #tagLength: number;
  readonly #start: number;
  #carry = new Uint8Array();
  #frames = 0;
  #bytes = 0;
  samples = 0;

  constructor({ path, tags, chapters }: RenderOptions, profile: EncoderProfile, encoder: Mp3Encoder) {
    this.#profile = profile;
    this.#encoder = encoder;
    this.#tags = tags;
    this.#chapters = chapters ?? [];
    this.#tagLength = this.#tag([], MAX_DURATION_MS).length;
    this.#start = this.#tagLength + silentFrame(profile).length;
    this.#fd = openSync(path, 'w');
    encoder.begin(profile);
  }

  #tag(offsetsMs: number[], durationMs: number): Uint8Array {
    const chapters = this.#chapters.map(({ title, part }) => ({ title, startMs: part === 0 ? 0 : (offsetsMs[part] ?? 0) }));
    return id3Tag({ ...this.#tags, chapters }, durationMs);
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

  finish(offsetsMs: number[]): number {
    this.#append(this.#encoder.finish());
    const info = () => ({ frameCount: this.#frames, byteCount: this.#bytes, samples: this.samples });
    const missing = DECODER_DELAY - endPadding(this.#profile, info());
    for (let i = 0; i < Math.ceil(missing / samplesPerFrame(this.#profile)); i++) this.#append(silentFrame(this.#profile));
    const tag = paddedTag(this.#tag(offsetsMs, (this.samples * 1000) / this.#profile.sampleRate), this.#tagLength);
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
