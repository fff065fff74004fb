import { expect, it } from 'vitest';
import { integratedLoudness } from './loudness.ts';
import { sine } from '../../tests/support/test-signals.ts';
import { amplifyLimited, truePeakDb } from './true-peak.ts';

// EBU Tech 3341 (the test set of BS.1770 meters), table 1, within its tolerance of 0.1 LU; levels are dBFS of
// the peak.
const dbfs = (db: number) => 10 ** (db / 20);
const sequence = (parts: [db: number, seconds: number][], sampleRate = 48_000) => {
  const samples = parts.flatMap(([db, seconds]) => [
    ...sine(1000, seconds, { sampleRate, level: dbfs(db) }).channels[0]!,
  ]);
  return { sampleRate, channels: [Float32Array.from(samples), Float32Array.from(samples)] };
};

it.each([22_050, 44_100, 48_000])('reads a stereo sine of -23 dBFS as -23 LUFS at %i Hz (case 1)', (rate) => {
  expect(Math.abs(integratedLoudness(sequence([[-23, 20]], rate)) + 23)).toBeLessThan(0.1);
});

it('gates audio 10 LU below the rest (case 3)', () => {
  expect(
    Math.abs(
      integratedLoudness(
        sequence([
          [-36, 5],
          [-23, 15],
          [-36, 5],
        ]),
      ) + 23,
    ),
  ).toBeLessThan(0.1);
});

it('gates silence (case 4)', () => {
  expect(
    Math.abs(
      integratedLoudness(
        sequence([
          [-72, 5],
          [-36, 5],
          [-23, 15],
          [-36, 5],
          [-72, 5],
        ]),
      ) + 23,
    ),
  ).toBeLessThan(0.1);
  expect(integratedLoudness({ sampleRate: 48_000, channels: [new Float32Array(48_000)] })).toBe(-Infinity);
});

it('measures peaks between samples', () => {
  // A quarter of the sample rate, 45 degrees off: the samples reach 0.707 of the wave's peak.
  const samples = Float32Array.from({ length: 4800 }, (_, i) => Math.sin((Math.PI / 2) * i + Math.PI / 4));
  expect(Math.abs(truePeakDb({ sampleRate: 48_000, channels: [samples] }))).toBeLessThan(0.4);
});

it('limits the true peak and restores the loudness that this costs', () => {
  const pcm = sine(440, 2, { level: 0.1 });
  for (let i = 20_000; i < 20_400; i++) pcm.channels[0]![i]! *= 8;
  const energy = (from: number) =>
    pcm.channels[0]!.subarray(from, from + 10_000).reduce((sum, x) => sum + x * x, 0);
  const before = energy(0);
  amplifyLimited(pcm, 2, -3);
  expect(truePeakDb(pcm)).toBeLessThanOrEqual(-2.95);
  expect(energy(0) / before).toBeGreaterThan(4);
  expect(energy(0) / before).toBeLessThan(9);
});
