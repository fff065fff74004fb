import { beforeAll, expect, it } from 'vitest';
import { decodeAudio, sniffAudioFormat } from './decode.ts';
import { AudioError } from './audio-error.ts';
import { Mp3Encoder } from './mp3-encoder.ts';
import { resample } from './resample.ts';
import { levelAt, sine, wavFile } from '../../tests/support/test-signals.ts';
import { normaliseUpload } from './normalise-upload.ts';

let encoder: Mp3Encoder;
beforeAll(async () => {
  encoder = await Mp3Encoder.load();
});
const tone = () => sine(440, 2);
const mp3 = (bitrate: 64 | 128 = 64) =>
  encoder.encode({ sampleRate: 22_050, channels: 1, bitrate }, tone().channels);

/** A WAV file of any encoding that holds a tone of 440 Hz at half of full scale. */
function wav(
  encoding: 'pcm' | 'float',
  bits: number,
  sampleRate: number,
  channels: number,
  extensible = false,
): Uint8Array {
  const samples = sine(440, 0.5, { sampleRate }).channels[0]!;
  const width = bits / 8;
  const format = extensible ? 40 : 16;
  const bytes = new Uint8Array(28 + format + samples.length * channels * width);
  const view = new DataView(bytes.buffer);
  const ascii = (text: string, at: number) => bytes.set(new TextEncoder().encode(text), at);
  ascii('RIFF', 0);
  view.setUint32(4, bytes.length - 8, true);
  ascii('WAVEfmt ', 8);
  view.setUint32(16, format, true);
  view.setUint16(20, extensible ? 0xfffe : encoding === 'pcm' ? 1 : 3, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * width, true);
  view.setUint16(32, channels * width, true);
  view.setUint16(34, bits, true);
  if (extensible) view.setUint16(44, encoding === 'pcm' ? 1 : 3, true);
  const data = 28 + format;
  ascii('data', data - 8);
  view.setUint32(data - 4, bytes.length - data, true);
  for (let i = 0, at = data; i < samples.length; i++) {
    for (let channel = 0; channel < channels; channel++, at += width) {
      const x = samples[i]!;
      if (encoding === 'float' && bits === 32) view.setFloat32(at, x, true);
      else if (encoding === 'float') view.setFloat64(at, x, true);
      else if (bits === 8) bytes[at] = 128 + Math.round(x * 127);
      else if (bits === 16) view.setInt16(at, Math.round(x * 32_767), true);
      else if (bits === 32) view.setInt32(at, Math.round(x * 2_147_483_647), true);
      else {
        const value = Math.round(x * 8_388_607);
        view.setUint8(at, value & 0xff);
        view.setInt16(at + 1, value >> 8, true);
      }
    }
  }
  return bytes;
}

it.each([
  ['pcm', 8, 11_025, 1],
  ['pcm', 16, 44_100, 2],
  ['pcm', 24, 48_000, 2],
  ['pcm', 32, 48_000, 1],
  ['float', 32, 44_100, 2],
  ['float', 64, 96_000, 1],
  ['pcm', 24, 192_000, 2],
  ['pcm', 16, 48_000, 6],
] as const)('reads WAV: %s, %i bits, %i Hz, %i channels', async (encoding, bits, rate, channels) => {
  for (const extensible of [false, true]) {
    const pcm = await decodeAudio(wav(encoding, bits, rate, channels, extensible), { kind: 'wav' });
    expect(pcm).toMatchObject({ sampleRate: rate });
    expect(pcm.channels).toHaveLength(channels);
    expect(pcm.channels[0]).toHaveLength(rate / 2 + (rate % 2 ? 0.5 : 0));
    expect(levelAt(pcm.channels.at(-1)!, 440, rate)).toBeCloseTo(-6.02, 0);
  }
});

it('resamples without changing frequency or level, and without aliasing', async () => {
  for (const [from, to] of [
    [44_100, 22_050],
    [24_000, 22_050],
    [22_050, 44_100],
    [192_000, 44_100],
    [8000, 22_050],
  ] as const) {
    const out = resample(sine(1000, 1, { sampleRate: from }), to);
    expect(out.channels[0]).toHaveLength(to);
    expect(levelAt(out.channels[0]!.subarray(2000, 7000), 1000, to)).toBeCloseTo(-6.02, 1);
  }
  const above = resample(sine(15_000, 1, { sampleRate: 44_100 }), 22_050).channels[0]!;
  expect(levelAt(above.subarray(2000, 20_000), 22_050 - 15_000, 22_050)).toBeLessThan(-70);
});

it('reads variable bit rate, and skips 10 MB of tags', async () => {
  const { createEncoder } = await import('wasm-media-encoders');
  const { readFileSync } = await import('node:fs');
  const { createRequire } = await import('node:module');
  const lame = await createEncoder(
    'audio/mpeg',
    readFileSync(createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3')),
  );
  lame.configure({ sampleRate: 22_050, channels: 1, vbrQuality: 4 });
  const vbr = Buffer.concat([lame.encode(tone().channels).slice(), lame.finalize().slice()]);
  const decoded = await decodeAudio(vbr, { kind: 'mp3' });
  expect(levelAt(decoded.channels[0]!.subarray(4000, 40_000), 440, 22_050)).toBeCloseTo(-6.4, 0);

  const size = 10 * 1024 * 1024;
  const tag = Buffer.alloc(10 + size, 0xff);
  tag.set([0x49, 0x44, 0x33, 3, 0, 0, (size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127]);
  const tagged = await decodeAudio(Buffer.concat([tag, mp3()]), { kind: 'mp3' });
  expect(tagged.channels[0]!.length).toBeGreaterThan(2 * 22_050);
});

const header = (pcm: Uint8Array, at: number, value: number) => {
  const copy = pcm.slice();
  new DataView(copy.buffer).setUint32(at, value, true);
  return copy;
};

/** At the lowest rate and width that are read. */
function silentWav(bytes: number): Uint8Array {
  const file = new Uint8Array(44 + bytes).fill(128);
  file.set(wavFile(sine(440, 0.1, { sampleRate: 4_000 })).subarray(0, 44));
  const view = new DataView(file.buffer);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  view.setUint32(40, bytes, true);
  return file;
}

/** Frames of 72 bytes, MPEG-2.5 at 8 kHz and 8 kbit/s, each 72 ms long. */
function silentMp3(bytes: number): Uint8Array {
  const frame = new Uint8Array(72);
  frame.set([0xff, 0xe3, 0x18, 0xc0]);
  const file = new Uint8Array(bytes - (bytes % frame.length));
  for (let at = 0; at < file.length; at += frame.length) file.set(frame, at);
  return file;
}

it.each<[string, () => Uint8Array, 'mp3' | 'wav', string]>([
  ['no bytes', () => new Uint8Array(), 'mp3', 'empty'],
  ['a web page', () => new TextEncoder().encode('<!doctype html>'.repeat(1000)), 'mp3', 'unreadable'],
  [
    'noise',
    () => Uint8Array.from({ length: 600_000 }, (_, i) => (i * 2_654_435_761) >>> 24),
    'mp3',
    'unreadable',
  ],
  ['an MP3 that ends within a frame', () => mp3().slice(0, -60), 'mp3', 'truncated'],
  ['a WAV file without a header', () => new Uint8Array(5000), 'wav', 'unreadable'],
  [
    'a WAV file that promises more than it has',
    () => header(wavFile(tone()), 40, 10_000_000),
    'wav',
    'truncated',
  ],
  ['a WAV file without samples', () => wavFile(tone()).slice(0, 44), 'wav', 'empty'],
  ['a WAV file of 4 billion hertz', () => header(wavFile(tone()), 24, 0xffff_fff0), 'wav', 'unsupported'],
  ['a WAV file of no channels', () => header(wavFile(tone()), 20, 1), 'wav', 'unsupported'],
  ['a WAV file in ADPCM', () => header(wavFile(tone()), 20, 0x0001_0002), 'wav', 'unsupported'],
  ['a WAV file of 65,535 channels', () => header(wavFile(tone()), 20, 0xffff_0001), 'wav', 'unsupported'],
  ['two hours of silence in 32 MB of WAV', () => silentWav(32_000_000), 'wav', 'too-large'],
  ['nine hours of silence in 32 MB of MP3', () => silentMp3(32_000_000), 'mp3', 'too-large'],
])('refuses %s', async (_, bytes, kind, problem) => {
  await expect(decodeAudio(bytes(), { kind })).rejects.toMatchObject({ name: 'AudioError', problem });
});

it('accepts a truncated upload, but not an empty or unknown one', async () => {
  const upload = await normaliseUpload(header(wavFile(tone()), 40, 10_000_000), encoder);
  expect(upload.durationMs).toBeCloseTo(2000, 0);
  const decoded = await decodeAudio(upload.bytes, { kind: 'mp3' });
  expect(decoded.channels[0]).toHaveLength(2 * 44_100);
  await expect(normaliseUpload(wavFile(sine(440, 1, { level: 0 })), encoder)).rejects.toMatchObject({
    problem: 'empty',
  });
  expect(() => sniffAudioFormat(new TextEncoder().encode('OggS....'))).toThrow(AudioError);
});
