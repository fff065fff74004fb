import fc from 'fast-check';
import { MPEGDecoder } from 'mpg123-decoder';
import { describe, expect, it } from 'vitest';
import { DECODER_DELAY, ENCODER_DELAY, readFrameHeader } from '../mpeg-frames.ts';
import { sine } from '../../../tests/support/test-signals.ts';
import { SpeechEncoder } from './speech-encoder.ts';
import { runs } from '../../../tests/support/full.ts';

const DELAY = ENCODER_DELAY + DECODER_DELAY;
const SIDE_AND_HEADER = 13;

function encode(samples: Float32Array, encoder = new SpeechEncoder(22_050, 64)): Uint8Array {
  encoder.begin();
  const head = encoder.write(samples).slice();
  return new Uint8Array(Buffer.concat([head, encoder.finish()]));
}

/** Decoded without the delay, as long as the frames allow. */
async function decode(frames: Uint8Array): Promise<Float32Array> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  try {
    const { channelData, errors } = decoder.decode(frames);
    expect(errors).toEqual([]);
    return channelData[0]!.slice(DELAY);
  } finally {
    decoder.free();
  }
}

/** Follows the bit reservoir through the frames, and answers how many there are. */
function checkFrames(bytes: Uint8Array, bitrate = 64, sampleRate = 22_050): number {
  let [offset, frames, saved] = [0, 0, 0];
  while (offset < bytes.length) {
    const header = readFrameHeader(bytes, offset)!;
    expect(header).toMatchObject({ sampleRate, bitrate, channels: 1, samples: 576 });
    const begin = bytes[offset + 4]!;
    const bits = ((bytes[offset + 5]! & 0x7f) << 5) | (bytes[offset + 6]! >> 3);
    const room = header.length - SIDE_AND_HEADER;
    // Data begins where the last granule's ended, or behind stuffing; and it ends within this frame.
    if (begin > saved || bits > 8 * (begin + room))
      throw new Error(`frame ${frames}: ${bits} bits from ${begin} bytes before it, where ${saved} are free`);
    saved = begin + room - Math.ceil(bits / 8);
    offset += header.length;
    frames++;
  }
  expect(offset).toBe(bytes.length);
  return frames;
}

/** Decibels of the sound over what differs from it. */
function signalToNoise(sound: Float32Array, decoded: Float32Array): number {
  let [signal, noise] = [0, 0];
  sound.forEach((sample, i) => {
    signal += sample ** 2;
    noise += (sample - decoded[i]!) ** 2;
  });
  return 10 * Math.log10(signal / noise);
}

const random = (seed: number) => () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) / 2 ** 31 - 1;
const noise = (length: number, level = 1, next = random(length)) =>
  Float32Array.from({ length }, () => level * next());

it.each([0, 1, 47, 575, 576, 577, 5000, 22_050])(
  'makes as many frames as %i samples need',
  async (length) => {
    const frames = encode(noise(length, 0.3));
    expect(checkFrames(frames)).toBe(Math.ceil((length + DELAY) / 576));
    expect((await decode(frames)).length).toBeGreaterThanOrEqual(length);
  },
);

it.each([
  [22_050, 64],
  [22_050, 128],
  [22_050, 32],
  [24_000, 64],
  [24_000, 160],
] as const)('reproduces a tone without delay, at %i Hz and %i kbit/s', async (sampleRate, bitrate) => {
  const [tone] = sine(1234, 1, { sampleRate }).channels;
  const frames = encode(tone!, new SpeechEncoder(sampleRate, bitrate));
  checkFrames(frames, bitrate, sampleRate);
  expect(signalToNoise(tone!, await decode(frames))).toBeGreaterThan(25);
});

it('keeps the bit rate exact to the byte', () => {
  const frames = encode(noise(22_050 * 10, 0.3));
  const count = Math.ceil((220_500 + DELAY) / 576);
  expect(frames).toHaveLength(Math.floor((count * 72 * 64_000) / 22_050));
});

it('encodes silence as silence', async () => {
  expect((await decode(encode(new Float32Array(20_000)))).every((sample) => sample === 0)).toBe(true);
});

it('returns to silence after audio', async () => {
  const sound = new Float32Array(30_000);
  sound.set(noise(10_000, 0.5));
  const decoded = await decode(encode(sound));
  expect(Math.max(...decoded.subarray(10_000 + 1152, 30_000).map(Math.abs))).toBeLessThan(10 ** (-90 / 20));
});

describe('extreme signals', () => {
  const length = 15_000;
  const at = (wave: (i: number) => number) => Float32Array.from({ length }, (_, i) => wave(i));
  it.each([
    ['noise at full scale', noise(length)],
    ['noise four times too loud', noise(length, 4)],
    ['a square wave', at((i) => (i % 50 < 25 ? 1 : -1))],
    ['alternating signs', at((i) => (i % 2 ? 1 : -1))],
    ['an impulse', at((i) => (i === 7000 ? 1 : 0))],
    ['a constant', at(() => 1)],
    ['a sweep', at((i) => Math.sin((i * i * Math.PI) / (2 * length)))],
    ['bursts', at((i) => (i % 3000 < 300 ? Math.sin(i * i) : 0))],
    ['a signal near zero', noise(length, 1e-5)],
    ['non-finite samples', at((i) => (i === 5000 ? Number.NaN : i === 9000 ? Infinity : 0.1))],
  ])('fit their frames: %s', async (_, sound) => {
    for (const bitrate of [8, 64, 160]) {
      const frames = encode(sound, new SpeechEncoder(22_050, bitrate));
      expect(checkFrames(frames, bitrate)).toBe(Math.ceil((length + DELAY) / 576));
      expect((await decode(frames)).length).toBeGreaterThanOrEqual(length);
    }
  });
});

it('encodes pieces that can be concatenated', async () => {
  const encoder = new SpeechEncoder(22_050, 64);
  const [first, second] = [encode(noise(11_000, 0.4), encoder), encode(sine(700, 0.5).channels[0]!, encoder)];
  const joined = await decode(Buffer.concat([first, second]));
  const alone = await decode(second);
  const from = checkFrames(first) * 576;
  // The first sound's end overlaps the first granule of the second, in which only the lead-in lies.
  for (let i = 0; i < 11_000; i++) expect(Math.abs(joined[from + i]! - alone[i]!)).toBeLessThan(1e-6);
});

it('does not depend on previously encoded audio', () => {
  const encoder = new SpeechEncoder(22_050, 64);
  const sound = noise(9000, 0.2);
  encode(noise(5000), encoder);
  expect(encode(sound, encoder)).toEqual(encode(sound));
});

it('does not depend on how the input is split, and never overflows its frames', async () => {
  const piece = fc.record({
    length: fc.integer({ min: 0, max: 3000 }),
    level: fc.constantFrom(0, 1e-6, 1e-3, 0.1, 1, 3),
    seed: fc.integer({ min: 1, max: 2 ** 30 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(32, 64, 128),
      async (pieces, bitrate) => {
        const sounds = pieces.map(({ length, level, seed }) => noise(length, level, random(seed)));
        const encoder = new SpeechEncoder(22_050, bitrate);
        encoder.begin();
        const parts = sounds.map((sound) => encoder.write(sound).slice());
        const frames = new Uint8Array(Buffer.concat([...parts, encoder.finish()]));
        checkFrames(frames, bitrate);
        expect(frames).toEqual(encode(Float32Array.from(sounds.flatMap((sound) => [...sound])), encoder));
        await decode(frames);
      },
    ),
    { numRuns: runs(10, 40) },
  );
});
