/** True peaks of what a listener decodes, for sounds that are made to exceed. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { OfflineEngine } from '../speech/offline-engine.ts';
import { engineVoice } from '../speech/offline-voices.ts';
import { assembleMp3 } from './assemble-mp3.ts';
import { AudioError } from './audio-error.ts';
import { decodeAudio } from './decode.ts';
import { integratedLoudness } from './loudness.ts';
import { Mp3Encoder } from './mp3-encoder.ts';
import { PeakWatch } from './peak-watch.ts';
import { MAX_TRUE_PEAK_DB } from './loudness-target.ts';
import { HIGH_PROFILE, STANDARD_PROFILE } from './bitrates.ts';
import { makeSegment } from './segment.ts';
import { sine, wavFile } from '../../tests/support/test-signals.ts';
import { truePeakDb } from './true-peak.ts';
import { normaliseUpload } from './normalise-upload.ts';
import { runs } from '../../tests/support/full.ts';

const RATE = 22_050;
let encoder: Mp3Encoder;
let engine: OfflineEngine;
beforeAll(async () => {
  [encoder, engine] = await Promise.all([Mp3Encoder.load(), OfflineEngine.load()]);
});

const random = (seed: number) => () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) / 2 ** 31 - 1;
const sound = (seconds: number, wave: (i: number) => number) =>
  Float32Array.from({ length: Math.round(seconds * RATE) }, (_, i) => wave(i));
const speech = (text: string) => engine.speak(text, engineVoice('de-DE-Otto', {})).pcm.channels[0]!.slice();
const clipped = (samples: Float32Array, gain: number) =>
  samples.map((x) => Math.max(-1, Math.min(1, x * gain)));
const GERMAN =
  'Pünktlich um acht packte Katja ihre Tasche; niemand hatte erwartet, dass der Sturm so schnell nach Norden abdreht.';

/**
 * Whether its crest factor leaves room for -16 LUFS under the limit without being changed beyond recognition.
 */
const SOUNDS: [name: string, make: () => Float32Array, loud: boolean][] = [
  ['speech', () => speech(GERMAN), true],
  ['speech recorded far too loud', () => clipped(speech(GERMAN), 4), true],
  ['speech that is all but square', () => clipped(speech(GERMAN), 40), true],
  ['dense noise', () => sound(3, random(1)), true],
  ['noise in bursts', () => sound(3, ((next) => (i) => (i % 4410 < 900 ? next() : 0))(random(2))), true],
  [
    'castanets',
    () =>
      sound(
        3,
        (
          (next) => (i) =>
            next() * Math.exp(-(i % 5000) / 60)
        )(random(3)),
      ),
    false,
  ],
  ['single impulses', () => sound(3, (i) => (i % 3000 === 1000 ? 1 : 0)), false],
  [
    'a quarter of the sample rate, between the samples',
    () => sound(2, (i) => Math.sin((Math.PI / 2) * i + Math.PI / 4)),
    true,
  ],
  ['a square wave of clicks', () => sound(2, (i) => (i % 7 < 3 ? 1 : -1)), true],
  [
    'a whisper and a shout',
    () =>
      sound(
        4,
        (
          (next) => (i) =>
            next() * (i > 80_000 ? 1 : 0.002)
        )(random(4)),
      ),
    true,
  ],
];

describe.each([STANDARD_PROFILE, HIGH_PROFILE])('a segment (%j)', (profile) => {
  it.each(SOUNDS)('decodes to no more than -1 dBTP: %s', async (_, make, loud) => {
    const segment = makeSegment({ sampleRate: RATE, channels: [make()] }, [], profile, encoder);
    const pcm = await decodeAudio(
      (await assembleMp3([{ segment, pauseMs: 300 }], profile, { title: '' })).bytes,
      { kind: 'mp3' },
    );
    expect(truePeakDb(pcm)).toBeLessThanOrEqual(MAX_TRUE_PEAK_DB);
    expect(exactPeakDb(pcm.channels[0]!)).toBeLessThanOrEqual(MAX_TRUE_PEAK_DB);
    if (loud) expect(Math.abs(integratedLoudness(pcm, 300) + 16)).toBeLessThan(0.5);
  });

  it('stays below the limit with a volume boost of 100, although loudness then falls short', async () => {
    const segment = makeSegment({ sampleRate: RATE, channels: [speech(GERMAN)] }, [], profile, encoder, 100);
    const pcm = await decodeAudio(
      (await assembleMp3([{ segment, pauseMs: 0 }], profile, { title: '' })).bytes,
      { kind: 'mp3' },
    );
    expect(exactPeakDb(pcm.channels[0]!)).toBeLessThanOrEqual(MAX_TRUE_PEAK_DB);
    expect(integratedLoudness(pcm, 300)).toBeGreaterThan(-12.5);
  });
});

it.each(SOUNDS)('an upload decodes to no more than -1 dBTP: %s', async (_, make) => {
  const pcm = await decodeAudio(
    (await normaliseUpload(wavFile({ sampleRate: RATE, channels: [make(), make().reverse()] }), encoder))
      .bytes,
    { kind: 'mp3' },
  );
  expect(truePeakDb(pcm)).toBeLessThanOrEqual(MAX_TRUE_PEAK_DB);
});

function unlessSilent<Made>(make: () => Made): Made | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof AudioError && error.problem === 'empty') return null;
    throw error;
  }
}

it('peaks stay within the limit for any audio', async () => {
  const piece = fc.record({
    kind: fc.constantFrom('noise', 'tone', 'square', 'clicks', 'silence'),
    length: fc.integer({ min: 200, max: 12_000 }),
    level: fc.constantFrom(0.01, 0.3, 1, 5),
    hertz: fc.integer({ min: 40, max: 11_000 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(STANDARD_PROFILE, HIGH_PROFILE),
      fc.constantFrom(-50, 0, 100),
      async (pieces, profile, boost) => {
        fc.pre(pieces.some(({ kind }) => kind !== 'silence'));
        const next = random(5);
        const waves = {
          noise: next,
          tone: (x: number) => Math.sin(2 * Math.PI * x),
          square: (x: number) => (x % 1 < 0.5 ? 1 : -1),
          clicks: (x: number) => (x % 50 < 0.5 ? 1 : 0),
          silence: () => 0,
        };
        const samples = pieces.flatMap(({ kind, length, level, hertz }) =>
          Array.from({ length }, (_, i) => level * waves[kind]((i * hertz) / RATE)),
        );
        const sound = { sampleRate: RATE, channels: [Float32Array.from(samples)] };
        // A few clicks alone count as silent, which is refused before anything is encoded.
        const segment = unlessSilent(() => makeSegment(sound, [], profile, encoder, boost));
        fc.pre(segment !== null);
        const pcm = await decodeAudio(
          (await assembleMp3([{ segment: segment!, pauseMs: 100 }], profile, { title: '' })).bytes,
          { kind: 'mp3' },
        );
        expect(truePeakDb(pcm)).toBeLessThanOrEqual(MAX_TRUE_PEAK_DB);
        // Where noise and tones just under the Nyquist frequency meet, meters differ.
        expect(exactPeakDb(pcm.channels[0]!)).toBeLessThanOrEqual(MAX_TRUE_PEAK_DB + 0.2);
      },
    ),
    { numRuns: runs(20, 150) },
  );
});

it('detects a peak across the border of two pieces', () => {
  const wave = sine(RATE / 4, 0.1, { level: 1 }).channels[0]!.map(
    (_, i) => 0.95 * Math.sin((Math.PI / 2) * i + Math.PI / 4),
  );
  const whole = new PeakWatch();
  whole.write([wave]);
  expect(whole.excessDb).toBeGreaterThan(0.4);
  const pieces = new PeakWatch();
  for (let at = 0; at < wave.length; at += 3) pieces.write([wave.subarray(at, at + 3)]);
  expect(pieces.excessDb).toBeCloseTo(whole.excessDb, 6);
  whole.begin();
  expect(whole.excessDb).toBe(0);
});

/**
 * True peak with another interpolator than ours: eight times oversampled with 64 samples of a
 * Blackman-windowed sinc.
 */
function exactPeakDb(samples: Float32Array): number {
  const reach = 32;
  let highest = 0;
  for (let phase = 0; phase < 8; phase++) {
    const kernel = Float64Array.from({ length: 2 * reach }, (_, k) => {
      const t = k - reach + 1 - phase / 8;
      const x = t / reach;
      return Math.abs(x) >= 1
        ? 0
        : (t === 0 ? 1 : Math.sin(Math.PI * t) / (Math.PI * t)) *
            (0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x));
    });
    for (let i = reach; i + reach < samples.length; i++) {
      if (Math.abs(samples[i]!) < 0.3 && Math.abs(samples[i + 1]!) < 0.3) continue;
      let sum = 0;
      for (let k = 0; k < 2 * reach; k++) sum += samples[i - reach + 1 + k]! * kernel[k]!;
      highest = Math.max(highest, Math.abs(sum));
    }
  }
  return 20 * Math.log10(highest);
}
