import { createMp3Encoder } from 'wasm-media-encoders';
import { expect, test } from 'vitest';
import type { AudioFormat } from '../audio/audio-format.ts';
import { deliveredMs, fromBase64 } from './delivered-audio.ts';

async function mp3(sampleRate: 16_000 | 24_000 | 44_100, seconds: number): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: 64 });
  const samples = Float32Array.from(
    { length: sampleRate * seconds },
    (_, index) => 0.3 * Math.sin(index / 10),
  );
  const body = Uint8Array.from(encoder.encode([samples]));
  return Buffer.concat([body, encoder.finalize()]);
}

/** A WAV header that promises `promised` bytes of 8 kHz mono 16 bit, before `there` bytes. */
function wav(promised: number, there: number): Uint8Array {
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt32LE(16_000, 28);
  header.write('data', 36);
  header.writeUInt32LE(promised, 40);
  return Buffer.concat([header, Buffer.alloc(there, 1)]);
}

const kind = (audio: Uint8Array, format: AudioFormat): unknown => {
  try {
    return deliveredMs('test', audio, format);
  } catch (error) {
    return (error as { kind: unknown }).kind;
  }
};

test.each([16_000, 24_000, 44_100] as const)(
  'the length of MP3 at %i Hz is counted from its frames',
  async (sampleRate) => {
    const audio = await mp3(sampleRate, 1);
    expect(deliveredMs('test', audio, { kind: 'mp3' })).toBeGreaterThan(1000);
    expect(deliveredMs('test', audio, { kind: 'mp3' })).toBeLessThan(1150);
    const tag = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 2, ...Array<number>(130).fill(0)]);
    expect(deliveredMs('test', Buffer.concat([tag, audio]), { kind: 'mp3' })).toBe(
      deliveredMs('test', audio, { kind: 'mp3' }),
    );
  },
);

test('data without audio is refused', async () => {
  const frame = (await mp3(24_000, 1)).subarray(0, 100);
  for (const junk of [new Uint8Array(), Buffer.from('<html>'), Buffer.alloc(1000, 0xff), frame]) {
    expect(kind(junk, { kind: 'mp3' })).toBe('bad_audio');
    expect(kind(junk, { kind: 'wav' })).toBe('bad_audio');
  }
});

test('WAV is read by its header, unless the header is wrong', () => {
  expect(kind(wav(16_000, 16_000), { kind: 'wav' })).toBe(1000);
  expect(kind(wav(0xffffffff, 8000), { kind: 'wav' })).toBe(500);
  expect(kind(wav(0, 8000), { kind: 'wav' })).toBe(500);
  expect(kind(wav(16_000, 8000), { kind: 'wav' })).toBe('bad_audio');
});

test('PCM is read in whole samples', () => {
  const format = { kind: 's16le', sampleRate: 8000, channels: 2 } as const;
  expect(kind(new Uint8Array(32_000), format)).toBe(1000);
  expect(kind(new Uint8Array(32_001), format)).toBe('bad_audio');
  expect(kind(new Uint8Array(), format)).toBe('bad_audio');
});

test('base64 audio is decoded', () => {
  expect(fromBase64('test', 'AAEC')).toEqual(Buffer.from([0, 1, 2]));
  for (const nothing of ['', undefined, 3])
    expect(() => fromBase64('test', nothing)).toThrow('contains no audio');
});
