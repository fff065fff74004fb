import { createMp3Encoder } from 'wasm-media-encoders';

export const SAMPLE_RATE = 24_000;

/** How long a text sounds in these servers: 60 ms a character, at least 200 ms and at most 20 s. */
export const spokenMs = (text: string): number => Math.min(20_000, Math.max(200, text.length * 60));

/** A tone that swells and fades, so that it is no silence and does not click. */
function tone(ms: number): Float32Array {
  const samples = new Float32Array(Math.round((ms * SAMPLE_RATE) / 1000));
  for (let i = 0; i < samples.length; i++)
    samples[i] =
      0.4 * Math.sin((Math.PI * i) / samples.length) * Math.sin((2 * Math.PI * 220 * i) / SAMPLE_RATE);
  return samples;
}

/** MP3, 24 kHz mono, 64 kbit/s. */
export async function mp3(ms: number): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 1, bitrate: 64 });
  // The encoder answers with a view of its memory: copy before the next call.
  const body = Buffer.from(encoder.encode([tone(ms)]));
  return Buffer.concat([body, encoder.finalize()]);
}

/** Signed 16-bit little-endian PCM, 24 kHz mono, no header. */
export function s16le(ms: number): Buffer {
  return Buffer.from(Int16Array.from(tone(ms), (sample) => Math.round(sample * 32_767)).buffer);
}

/** The same in a RIFF/WAVE file. */
export function wav(ms: number): Buffer {
  const data = s16le(ms);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}
