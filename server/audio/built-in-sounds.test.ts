import { beforeAll, describe, expect, it } from 'vitest';
import { builtInSoundFile, builtInSounds, playBuiltInSound } from './built-in-sounds.ts';
import { decodeAudio } from './decode.ts';
import { integratedLoudness } from './loudness.ts';
import { Mp3Encoder } from './mp3-encoder.ts';
import type { Pcm } from './pcm.ts';
import { MAX_TRUE_PEAK_DB } from './loudness-target.ts';
import { truePeakDb } from './true-peak.ts';

let encoder: Mp3Encoder;
beforeAll(async () => {
  encoder = await Mp3Encoder.load();
});

const peakOf = (samples: Float32Array) =>
  samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
const levelDb = (samples: Float32Array) =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
/**
 * The largest step from one sample to the next, as a part of the peak: a click is one of half the peak and
 * more.
 */
function steepest(samples: Float32Array): number {
  let step = 0;
  for (let i = 1; i < samples.length; i++) step = Math.max(step, Math.abs(samples[i]! - samples[i - 1]!));
  return step / peakOf(samples);
}

it('offers two to four sounds of each kind, with distinct names', () => {
  for (const kind of ['intro', 'outro', 'next', 'logo', 'music'] as const) {
    const count = builtInSounds.filter((sound) => sound.kind === kind).length;
    expect(count).toBeGreaterThanOrEqual(2);
    expect(count).toBeLessThanOrEqual(4);
  }
  expect(new Set(builtInSounds.map(({ name }) => name)).size).toBe(builtInSounds.length);
  expect(new Set(builtInSounds.map(({ title }) => title)).size).toBe(builtInSounds.length);
  for (const { name } of builtInSounds) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

it.each(['no-such-sound', 'constructor', ''])('refuses the unknown sound “%s”', (name) => {
  expect(() => playBuiltInSound(name)).toThrow(expect.objectContaining({ problem: 'bad-setting' }));
});

describe.each(builtInSounds)('$name', ({ name, kind }) => {
  let played: Pcm;
  beforeAll(() => {
    played = playBuiltInSound(name);
  });

  it('is as loud as speech, without clicks or DC offset, and identical each time', async () => {
    const file = await builtInSoundFile(name, encoder);
    const pcm = await decodeAudio(file.bytes, { kind: 'mp3' });
    expect(pcm.sampleRate).toBe(44_100);
    expect(pcm.channels).toHaveLength(2);
    expect(pcm.channels[0]).toHaveLength(played.channels[0]!.length);
    expect(Math.abs(integratedLoudness(pcm, kind === 'music' ? 0 : 300) + 16)).toBeLessThan(0.5);
    expect(truePeakDb(pcm)).toBeLessThanOrEqual(MAX_TRUE_PEAK_DB);
    for (const channel of pcm.channels) {
      expect(Math.abs(channel.reduce((sum, sample) => sum + sample, 0) / channel.length)).toBeLessThan(1e-3);
      expect(steepest(channel)).toBeLessThan(0.3);
    }
    const again = playBuiltInSound(name);
    // As bytes: to compare millions of samples one by one takes seconds.
    for (const [place, channel] of again.channels.entries())
      expect(bytesOf(channel).equals(bytesOf(played.channels[place]!))).toBe(true);
    expect({ ...again, channels: [] }).toEqual({ ...played, channels: [] });
    expect(file.durationMs).toBeGreaterThanOrEqual(kind === 'music' ? 30_000 : 1000);
    expect(file.durationMs).toBeLessThanOrEqual(kind === 'music' ? 60_000 : 5000);
  });

  it(kind === 'music' ? 'goes on into its own beginning, evenly' : 'begins at once and dies away', () => {
    const { channels } = played;
    for (const channel of channels) {
      if (kind === 'music') {
        const seam = new Float32Array([...channel.subarray(-2000), ...channel.subarray(0, 2000)]);
        expect(steepest(seam) * peakOf(seam)).toBeLessThanOrEqual(steepest(channel) * peakOf(channel));
        const seconds = Array.from({ length: Math.floor(channel.length / 88_200) }, (_, i) =>
          levelDb(channel.subarray(i * 88_200, (i + 1) * 88_200)),
        );
        expect(Math.max(...seconds) - Math.min(...seconds)).toBeLessThan(12);
      } else {
        expect(Math.abs(channel[0]!)).toBeLessThan(1e-6);
        expect(levelDb(channel.subarray(-4410)) - levelDb(channel)).toBeLessThan(-25);
      }
    }
  });
});
