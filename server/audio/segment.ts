import { audioMessages } from './messages.ts';
import type { WordTiming } from '../text/words.ts';
import { audibleRange, fadeEdges } from './edges.ts';
import { AudioError } from './audio-error.ts';
import { integratedLoudness, LoudnessMeter } from './loudness.ts';
import { LIMITER_CEILING_DB, type Mp3Encoder } from './mp3-encoder.ts';
import { countFrames, DECODER_DELAY, ENCODER_DELAY, samplesPerFrame } from './mpeg-frames.ts';
import type { Pcm } from './pcm.ts';
import { measureSound, type SoundMeasures } from './sound-measures.ts';
import { TARGET_LUFS } from './loudness-target.ts';
import type { EncoderProfile } from './bitrates.ts';
import { amplifyLimited } from './true-peak.ts';

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
  /** Times count from the segment's start. */
  measures: SoundMeasures;
}

/**
 * Silence added on either side when measuring a part of an article, as in the article itself, milliseconds.
 */
const SURROUNDING_MS = 300;

/**
 * Brings a sound to a loudness with its true peak limited, in place; returns its original loudness.
 * @param targetLufs that of every article, unless a volume boost is requested
 * @param surroundingMs silence around it
 * @param ceilingDb limit of the true peak, dBTP
 * @throws AudioError `empty` for silence, `unreadable` when samples are no numbers
 */
export function normaliseLoudness(
  pcm: Pcm,
  targetLufs = TARGET_LUFS,
  surroundingMs = SURROUNDING_MS,
  ceilingDb = LIMITER_CEILING_DB,
): number {
  const meter = new LoudnessMeter(pcm.sampleRate);
  meter.write(pcm.channels);
  const loudness = audibleLoudness(meter, surroundingMs);
  amplifyLimited(pcm, gainBetween(loudness, targetLufs), ceilingDb);
  return loudness;
}

/**
 * What the meter was given, LUFS. @throws AudioError `empty` for silence, `unreadable` when samples are no
 * numbers
 */
export function audibleLoudness(meter: LoudnessMeter, surroundingMs = SURROUNDING_MS): number {
  const loudness = meter.integrated(surroundingMs);
  if (Number.isNaN(loudness)) throw new AudioError('unreadable', audioMessages.AUDIO_NOT_NUMBERS());
  if (loudness === -Infinity) throw new AudioError('empty', audioMessages.AUDIO_SILENT());
  return loudness;
}

/** What brings a sound from one loudness to another, linear. */
export const gainBetween = (lufs: number, targetLufs: number): number => 10 ** ((targetLufs - lufs) / 20);

/**
 * Returns the decibels of the rule action "volume boost" (-100 to 100): a tenth per step, so that 100 sounds
 * twice and -100 half as loud (Stevens). The true peak stays under its limit.
 * @throws AudioError `bad-setting` outside the range
 */
export function volumeBoostDb(boost: number): number {
  if (!(Math.abs(boost) <= 100))
    throw new AudioError('bad-setting', audioMessages.AUDIO_BOOST_OUT_OF_RANGE());
  return boost / 10;
}

/**
 * Trims, fades, normalizes and encodes one chunk's speech. May change the samples in place.
 * @param timings of the words, from the start of `pcm`; those of the segment are shifted by the trimmed
 * length
 * @param volumeBoost as in `volumeBoostDb`
 * @throws AudioError `empty` when nothing is audible
 */
export function makeSegment(
  pcm: Pcm,
  timings: WordTiming[],
  profile: EncoderProfile,
  encoder: Mp3Encoder,
  volumeBoost = 0,
): Segment {
  const { from, to } = audibleRange(pcm.channels, pcm.sampleRate);
  if (from === to) throw new AudioError('empty', audioMessages.AUDIO_SILENT());
  const channels = pcm.channels.map((channel) => channel.subarray(from, to));
  fadeEdges(channels, pcm.sampleRate);
  const { peak, ...measured } = measureSound(pcm.channels, pcm.sampleRate, from, to);
  const target = TARGET_LUFS + volumeBoostDb(volumeBoost);
  const trimmed = { sampleRate: pcm.sampleRate, channels };
  const sourceLoudness = normaliseLoudness(trimmed, target);
  const measures = { ...measured, offTargetLu: offTarget(trimmed, peak, sourceLoudness, target) };
  const encoded = encoder.encodeWithinPeak(profile, channels);
  const samples = to - from;
  // LAME flushes a frame more than the decoder needs to output everything.
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
    measures,
  };
}

/** Decibels by which the limiter may have held a sound back without its being looked at again. */
const unheardDb = 1;

/**
 * How far a normalised sound lies from its target, LU. Only where its peaks were held back is it another
 * loudness than was reckoned, so that most sounds are not measured a second time.
 */
function offTarget(pcm: Pcm, peak: number, loudness: number, target: number): number {
  const wanted = 20 * Math.log10(peak * gainBetween(loudness, target));
  if (wanted <= LIMITER_CEILING_DB + unheardDb) return 0;
  const reached = integratedLoudness(pcm, SURROUNDING_MS);
  return Number.isFinite(reached) ? reached - target : 0;
}
