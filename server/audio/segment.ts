import type { WordTiming } from '../speech/provider.ts';
import { audibleRange, fadeEdges } from './edges.ts';
import { AudioError } from './errors.ts';
import { LoudnessMeter } from './loudness.ts';
import type { Mp3Encoder } from './mp3-encoder.ts';
import { countFrames, DECODER_DELAY, ENCODER_DELAY, samplesPerFrame } from './mpeg-frames.ts';
import type { Pcm } from './pcm.ts';
import { MAX_TRUE_PEAK_DB, TARGET_LUFS, type EncoderProfile } from './profile.ts';
import { limitTruePeak } from './true-peak.ts';

/** One voiced chunk, ready to be joined with others by `assembleMp3`. */
export interface Segment {
  /** Bare MPEG frames; the first draws on no earlier one. */
  frames: Uint8Array;
  frameCount: number;
  /** Hertz. */
  sampleRate: number;
  /** Length of the speech in samples, edges trimmed; the frames reach a little further. */
  samples: number;
  /** Milliseconds, not rounded. */
  durationMs: number;
  /** Words of the chunk's text, milliseconds from the segment's start. */
  timings: WordTiming[];
  /** LUFS as spoken, before it was brought to the target. */
  sourceLoudness: number;
}

/** Encoding moves peaks by a fraction of a decibel at 64 kbit/s, so the limiter stays this far under the allowed peak. */
const CODEC_HEADROOM_DB = 1;
/** A sentence is measured as it will stand in an article: with this much silence on either side. */
const SURROUNDING_MS = 200;

/** Brings a sound to -16 LUFS with its true peak held down, in place; answers the loudness it had. */
export function normaliseLoudness(pcm: Pcm): number {
  const meter = new LoudnessMeter(pcm.sampleRate);
  meter.write(pcm.channels);
  const loudness = meter.integrated(SURROUNDING_MS);
  if (loudness === -Infinity) throw new AudioError('empty', 'the audio is silent');
  const gain = 10 ** ((TARGET_LUFS - loudness) / 20);
  for (const channel of pcm.channels) for (let i = 0; i < channel.length; i++) channel[i]! *= gain;
  limitTruePeak(pcm, MAX_TRUE_PEAK_DB - CODEC_HEADROOM_DB);
  return loudness;
}

/**
 * Trims, fades, normalises and encodes one chunk's speech. The samples may be changed in place.
 * @param timings of the words, from the start of `pcm`; those of the segment are moved by what was trimmed
 * @throws AudioError `empty` when nothing is to be heard
 */
export function makeSegment(pcm: Pcm, timings: WordTiming[], profile: EncoderProfile, encoder: Mp3Encoder): Segment {
  const { from, to } = audibleRange(pcm.channels, pcm.sampleRate);
  if (from === to) throw new AudioError('empty', 'the audio is silent');
  const channels = pcm.channels.map((channel) => channel.subarray(from, to));
  fadeEdges(channels, pcm.sampleRate);
  const sourceLoudness = normaliseLoudness({ sampleRate: pcm.sampleRate, channels });
  const encoded = encoder.encode(profile, channels);
  const samples = to - from;
  // LAME flushes a frame more than the decoder needs to have heard everything.
  const needed = Math.ceil((samples + ENCODER_DELAY + DECODER_DELAY) / samplesPerFrame(profile));
  const { count, bytes } = countFrames(encoded, needed);
  const durationMs = (samples / pcm.sampleRate) * 1000;
  const trimmedMs = (from / pcm.sampleRate) * 1000;
  const within = (ms: number) => Math.min(durationMs, Math.max(0, ms - trimmedMs));
  return {
    frames: encoded.slice(0, bytes),
    frameCount: count,
    sampleRate: pcm.sampleRate,
    samples,
    durationMs,
    timings: timings.map((word) => ({ ...word, startMs: within(word.startMs), endMs: within(word.endMs) })),
    sourceLoudness,
  };
}
