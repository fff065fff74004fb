/**
 * Sound in pieces: what comes out is what comes out of the whole, and the memory it takes does not grow with
 * its length.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeAudio, openAudio } from './decode.ts';
import { integratedLoudness } from './loudness.ts';
import { Mp3Encoder } from './mp3-encoder.ts';
import { PcmCollector, type Pcm, type PcmStream } from './pcm.ts';
import { MAX_TRUE_PEAK_DB } from './loudness-target.ts';
import { HIGH_RESOLUTION_PROFILE } from './bitrates.ts';
import { convertStream, resample, Resampler } from './resample.ts';
import { sine, wavFile } from '../../tests/support/test-signals.ts';
import { amplifyLimited, Limiter, truePeakDb } from './true-peak.ts';
import { encodeUpload, normaliseUpload } from './normalise-upload.ts';
import { countBuffers } from '../../tests/support/held-memory.ts';

let encoder: Mp3Encoder;
beforeAll(async () => {
  encoder = await Mp3Encoder.load();
});

const random = (seed: number) => () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) / 2 ** 31 - 1;
/** Drum beats over a tone, different in each channel. */
const music = (seconds: number, sampleRate: number, channels = 2): Pcm => {
  const next = random(11);
  const wave = (channel: number) => (i: number) =>
    0.2 * Math.sin((0.03 + channel / 100) * i) + 0.7 * next() * Math.exp(-(i % (sampleRate / 2)) / 500);
  return {
    sampleRate,
    channels: Array.from({ length: channels }, (_, channel) =>
      Float32Array.from({ length: seconds * sampleRate }, (_, i) => wave(channel)(i)),
    ),
  };
};
/** Calls back with pieces of these lengths in turn. */
function inPieces(
  { channels }: Pcm,
  lengths: number[],
  take: (piece: Float32Array[], at: number) => void,
): void {
  for (let at = 0, turn = 0; at < channels[0]!.length; at += lengths[turn++ % lengths.length]!) {
    const end = at + lengths[turn % lengths.length]!;
    take(
      channels.map((channel) => channel.subarray(at, end)),
      at,
    );
  }
}
const LENGTHS = [[1, 2, 700, 63, 64, 65], [4097], [100_000]];

describe.each(LENGTHS.map((lengths) => [lengths]))('in pieces of %j samples', (lengths) => {
  it.each([
    [44_100, 22_050],
    [48_000, 44_100],
    [22_050, 44_100],
    [192_000, 44_100],
    [8000, 44_100],
    [11_025, 11_025],
  ])('is resampled like the whole: %i to %i Hz', (from, to) => {
    const sound = music(1, from);
    const whole = resample(sound, to);
    expect(whole.channels[0]).toHaveLength(to);
    const resampler = new Resampler(from, to);
    const collector = new PcmCollector({ sampleRate: to, channels: 2, maxSamples: to });
    inPieces(sound, lengths, (piece) => collector.add(resampler.write(piece)));
    const rest = resampler.finish();
    if (rest.length > 0) collector.add(rest);
    expect(collector.pcm).toEqual(whole);
  });

  it('is limited like the whole', () => {
    const [whole, copy] = [music(3, 22_050), music(3, 22_050)];
    amplifyLimited(whole, 3, -6);
    expect(truePeakDb(whole)).toBeLessThan(-5.9);
    const limiter = new Limiter(22_050, 3, -6);
    inPieces(copy, lengths, (piece) => limiter.listen(piece));
    inPieces(copy, lengths, (piece) => limiter.amplify(piece));
    expect(copy).toEqual(whole);
  });
});

it('returns the same audio each time a stream is requested', async () => {
  const mp3 = encoder.encode(HIGH_RESOLUTION_PROFILE, music(2, 44_100).channels);
  for (const bytes of [mp3, wavFile(music(2, 48_000))]) {
    const stream = openAudio(bytes, { kind: bytes === mp3 ? 'mp3' : 'wav' });
    const whole = await decodeAudio(bytes, { kind: bytes === mp3 ? 'mp3' : 'wav' });
    for (let round = 0; round < 2; round++) {
      const collector = new PcmCollector(stream);
      for await (const piece of stream.pieces()) {
        collector.add(piece);
        for (const channel of piece) channel.fill(Number.NaN);
      }
      expect(collector.pcm).toEqual(whole);
    }
  }
});

it.each([1, 2, 6])(
  '192 kHz audio in %i channels is normalized in length, loudness and peak',
  async (channels) => {
    const upload = await normaliseUpload(wavFile(music(3, 192_000, channels)), encoder);
    expect(upload).toMatchObject({ durationMs: 3000, channels: Math.min(2, channels) });
    const pcm = await decodeAudio(upload.bytes, { kind: 'mp3' });
    expect(pcm.channels[0]).toHaveLength(3 * 44_100);
    expect(Math.abs(integratedLoudness(pcm, 300) + 16)).toBeLessThan(0.5);
    expect(truePeakDb(pcm)).toBeLessThanOrEqual(MAX_TRUE_PEAK_DB);
  },
);

it('normalization takes no more memory for ten minutes than for one', async () => {
  const memory: number[] = [];
  let pieces = 0;
  const watched = (stream: PcmStream): PcmStream => ({
    ...stream,
    async *pieces() {
      for await (const piece of stream.pieces()) {
        if (pieces++ % 10 === 0) memory.push(countBuffers());
        yield piece;
      }
    },
  });
  const minute = sine(440, 60, { sampleRate: 8000 }).channels[0]!;
  const sound = new Float32Array(10 * minute.length);
  for (let at = 0; at < sound.length; at += minute.length) sound.set(minute, at);
  const file = wavFile({ sampleRate: 8000, channels: [sound] });
  const upload = await encodeUpload(
    watched(convertStream(openAudio(file, { kind: 'wav' }), 44_100, 1)),
    encoder,
  );
  expect(upload.durationMs).toBe(600_000);
  expect(memory.length).toBeGreaterThan(10);
  // As a whole it would be 106 MB at each step; ten of the file count too.
  expect(Math.max(...memory) - memory[0]!).toBeLessThan(70);
});
