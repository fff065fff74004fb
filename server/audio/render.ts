import { audioMessages } from './messages.ts';
import { audibleRange, fadeEdges } from './edges.ts';
import { AudioError } from './audio-error.ts';
import { LIMITER_CEILING_DB, nextCeiling, type Mp3Encoder } from './mp3-encoder.ts';
import { BackgroundMusic, LEAD_MS } from './music.ts';
import { DecodedPeakWatch } from './peak-watch.ts';
import { inChannels, type Pcm } from './pcm.ts';
import { TARGET_LUFS } from './loudness-target.ts';
import type { EncoderProfile } from './bitrates.ts';
import { resample } from './resample.ts';
import { normaliseLoudness, volumeBoostDb } from './segment.ts';
import { Mp3File, WavFile, type Mp3FileTags, type SoundFile } from './sound-file.ts';
import { amplifyLimited } from './true-peak.ts';

/** One stretch of a rendition and the silence after it, milliseconds. */
export interface RenderPart {
  /**
   * Music runs from the first speech to the last; sounds before and after (a logo, a suffix) play without it.
   */
  kind: 'speech' | 'sound';
  /** Gives the sound, whose samples may be changed, when its turn comes, so that only one is in memory. */
  load: () => Promise<Pcm>;
  pauseMs: number;
}

export interface RenderOptions extends Mp3FileTags {
  /** How the samples are written; WAV files are 16-bit PCM, and carry no tags. */
  output: { kind: 'mp3'; profile: EncoderProfile } | { kind: 'wav'; sampleRate: number; channels: 1 | 2 };
  /** Written from the start; what was there is lost. */
  path: string;
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
/**
 * Up to this length the loudness of the whole is made right; in anything longer, music alone weighs too
 * little to matter.
 */
const HELD_SECONDS = 120;

/**
 * Mixes and encodes a whole article for what cannot be made by joining encoded segments: background music,
 * high resolution, WAV. One part is in memory at a time, and the file grows on disk. The true peak is
 * verified by decoding the output; if it exceeds the limit, everything is rendered again with lower peaks.
 * @throws AudioError, and errors of the file system
 */
export async function renderToFile(
  parts: RenderPart[],
  options: RenderOptions,
  encoder: Mp3Encoder,
): Promise<Rendition> {
  if (parts.length === 0) throw new AudioError('empty', audioMessages.AUDIO_NOTHING_TO_RENDER());
  const { output, path } = options;
  const watch = await DecodedPeakWatch.load();
  const open = (): SoundFile =>
    output.kind === 'mp3'
      ? new Mp3File(path, output.profile, options, encoder, watch)
      : new WavFile(path, output.sampleRate, output.channels);
  for (let ceilingDb = LIMITER_CEILING_DB; ;) {
    const file = open();
    try {
      const rendition = await renderInto(file, parts, options, ceilingDb);
      if (file.excessDb === 0) return rendition;
      ceilingDb = nextCeiling(ceilingDb, file.excessDb);
    } finally {
      file.close();
    }
  }
}

async function renderInto(
  file: SoundFile,
  parts: RenderPart[],
  options: RenderOptions,
  ceilingDb: number,
): Promise<Rendition> {
  const { output, volumeBoost } = options;
  const { sampleRate } = output.kind === 'mp3' ? output.profile : output;
  const target = TARGET_LUFS + volumeBoostDb(volumeBoost ?? 0);
  const toMs = (samples: number) => (samples * 1000) / sampleRate;
  const offsets: number[] = [];
  const held: Float32Array[][] = [];
  let heldSamples = 0;
  const write = (sound: Float32Array[]) => {
    for (let at = 0; at < sound[0]!.length; at += BLOCK)
      file.write(sound.map((channel) => channel.subarray(at, at + BLOCK)));
  };
  for await (const sound of mixed(parts, options, ceilingDb, offsets)) {
    heldSamples += sound[0]!.length;
    held.push(sound);
    if (heldSamples > HELD_SECONDS * sampleRate) for (const stretch of held.splice(0)) write(stretch);
  }
  if (held.length > 0) {
    const whole = { sampleRate, channels: joined(held) };
    // What the limiter takes shifts the gates of the measurement: a second time meets the target.
    if (file.samples === 0)
      for (let round = 0; round < 2; round++) normaliseLoudness(whole, target, 0, ceilingDb);
    write(whole.channels);
  }
  const offsetsMs = offsets.map(toMs);
  const byteLength = file.finish(offsetsMs);
  return { samples: file.samples, durationMs: toMs(file.samples), byteLength, offsetsMs };
}

/** The rendition's sound, stretch by stretch; `offsets` receives where each part begins, in samples. */
async function* mixed(
  parts: RenderPart[],
  { output, music, volumeBoost }: RenderOptions,
  ceilingDb: number,
  offsets: number[],
): AsyncGenerator<Float32Array[]> {
  const { sampleRate, channels } = output.kind === 'mp3' ? output.profile : output;
  const boost = volumeBoostDb(volumeBoost ?? 0);
  const bed = music && new BackgroundMusic(inChannels(music, channels), sampleRate, boost);
  const silence = (ms: number) =>
    Array.from({ length: channels }, () => new Float32Array(Math.round((ms * sampleRate) / 1000)));
  const firstSpeech = parts.findIndex(({ kind }) => kind === 'speech');
  const lastSpeech = parts.findLastIndex(({ kind }) => kind === 'speech');
  let samples = 0;
  const counted = (sound: Float32Array[]) => {
    samples += sound[0]!.length;
    if (bed) amplifyLimited({ sampleRate, channels: sound }, 1, ceilingDb);
    return sound;
  };
  for (const [index, part] of parts.entries()) {
    if (bed && index === firstSpeech) yield counted(bed.leadIn(silence(LEAD_MS)));
    offsets.push(samples);
    const sound = fitted(await part.load(), sampleRate, channels, TARGET_LUFS + boost, ceilingDb);
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

/**
 * Trimmed, at the target loudness, in the file's sample rate and channels; the caller may change the samples.
 */
function fitted(
  pcm: Pcm,
  sampleRate: number,
  channels: 1 | 2,
  target: number,
  ceilingDb: number,
): Float32Array[] {
  const { from, to } = audibleRange(pcm.channels, pcm.sampleRate);
  if (from === to) throw new AudioError('empty', audioMessages.AUDIO_PART_SILENT());
  const trimmed = inChannels(
    { sampleRate: pcm.sampleRate, channels: pcm.channels.map((channel) => channel.subarray(from, to)) },
    channels,
  );
  fadeEdges(trimmed.channels, trimmed.sampleRate);
  const sound = resample(trimmed, sampleRate);
  normaliseLoudness(sound, target, undefined, ceilingDb);
  return sound.channels;
}
