import { deflateSync, crc32 } from 'node:zlib';

export interface WavOptions {
  seconds?: number;
  sampleRate?: number;
  channels?: number;
  /** 8, 16, 24, 32; with `float` 32 or 64. */
  bits?: number;
  float?: boolean;
  /** Hertz. */
  frequency?: number;
}

/** A tone as a WAV file. */
export function wav({
  seconds = 0.5,
  sampleRate = 22_050,
  channels = 1,
  bits = 16,
  float = false,
  frequency = 440,
}: WavOptions = {}): Buffer<ArrayBuffer> {
  const frames = Math.round(seconds * sampleRate);
  const width = bits / 8;
  const data = Buffer.alloc(frames * channels * width);
  for (let at = 0, i = 0; i < frames; i++) {
    const value = 0.4 * Math.sin((2 * Math.PI * frequency * i) / sampleRate);
    for (let channel = 0; channel < channels; channel++, at += width) {
      if (float && bits === 32) data.writeFloatLE(value, at);
      else if (float) data.writeDoubleLE(value, at);
      else if (bits === 8) data.writeUInt8(Math.round(value * 127) + 128, at);
      else data.writeIntLE(Math.round(value * (2 ** (bits - 1) - 1)), at, width);
    }
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(float ? 3 : 1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * channels * width, 28);
  header.writeUInt16LE(channels * width, 32);
  header.writeUInt16LE(bits, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

/** Half a second of a tone. */
export const beep = (): Buffer<ArrayBuffer> => wav();

/** Creates a gray PNG; `claims` are the dimensions in its header, whatever its content. */
export function png(
  claims: { width: number; height: number } = { width: 1, height: 1 },
  filler = 0,
): Buffer<ArrayBuffer> {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claims.width, 0);
  header.writeUInt32BE(claims.height, 4);
  header[8] = 8;
  const comment = filler
    ? [chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), Buffer.alloc(filler, 'x')]))]
    : [];
  const parts = [
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...comment,
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.from(Buffer.concat(parts));
}

export const dot = png();
