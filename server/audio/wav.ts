/**
 * RIFF/WAVE: Microsoft's "Multiple Channel Audio Data and WAVE Files", and nothing of the header is believed
 * unchecked.
 */
import { audioMessages } from './messages.ts';
import { AudioError } from './audio-error.ts';
import { PIECE, type Pcm, type PcmStream } from './pcm.ts';

const FORMAT_PCM = 1;
const FORMAT_FLOAT = 3;
const FORMAT_EXTENSIBLE = 0xfffe;
/** Data sizes that writers which cannot seek leave behind, meaning "until the end". */
const UNKNOWN_SIZES = new Set([0, 0x7fff_ffff, 0x7fff_f000, 0xffff_ffff, 0xffff_f000, 0xffff_fffe]);

export interface WavLayout {
  encoding: 'pcm' | 'float';
  bits: number;
  channels: number;
  sampleRate: number;
  /** Where the samples lie. */
  from: number;
  to: number;
  /** The header promises more than there is. */
  truncated: boolean;
}

/** @throws AudioError `unreadable`, `unsupported`, `empty` */
export function readWavLayout(bytes: Uint8Array): WavLayout {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE')
    throw new AudioError('unreadable', audioMessages.AUDIO_NO_WAV());
  let format: Omit<WavLayout, 'from' | 'to' | 'truncated'> | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (tag(at) === 'fmt ') {
      if (size < 16 || body + 16 > bytes.length)
        throw new AudioError('unreadable', audioMessages.AUDIO_WAV_BROKEN_FORMAT());
      let code = view.getUint16(body, true);
      if (code === FORMAT_EXTENSIBLE && size >= 26 && body + 26 <= bytes.length)
        code = view.getUint16(body + 24, true);
      format = wavFormat(
        code,
        view.getUint16(body + 14, true),
        view.getUint16(body + 2, true),
        view.getUint32(body + 4, true),
      );
    } else if (tag(at) === 'data') {
      if (!format) throw new AudioError('unreadable', audioMessages.AUDIO_WAV_LATE_FORMAT());
      const rest = bytes.length - body;
      const length = UNKNOWN_SIZES.has(size) ? rest : Math.min(size, rest);
      const block = (format.bits / 8) * format.channels;
      if (length < block) throw new AudioError('empty', audioMessages.AUDIO_WAV_WITHOUT_SAMPLES());
      return {
        ...format,
        from: body,
        to: body + length - (length % block),
        truncated: !UNKNOWN_SIZES.has(size) && size > rest,
      };
    }
    at = body + size + (size & 1);
  }
  throw new AudioError(
    'unreadable',
    format ? audioMessages.AUDIO_WAV_WITHOUT_DATA() : audioMessages.AUDIO_WAV_WITHOUT_FORMAT(),
  );
}

function wavFormat(code: number, bits: number, channels: number, sampleRate: number) {
  const encoding = code === FORMAT_PCM ? 'pcm' : code === FORMAT_FLOAT ? 'float' : undefined;
  const known = encoding === 'pcm' ? [8, 16, 24, 32] : [32, 64];
  if (!encoding || !known.includes(bits))
    throw new AudioError(
      'unsupported',
      audioMessages.AUDIO_WAV_ENCODING_NOT_SUPPORTED({ encoding: code, bits }),
    );
  if (channels < 1 || channels > 8)
    throw new AudioError('unsupported', audioMessages.AUDIO_WAV_CHANNELS_NOT_SUPPORTED({ channels }));
  if (sampleRate < 4000 || sampleRate > 384_000)
    throw new AudioError('unsupported', audioMessages.AUDIO_WAV_RATE_NOT_SUPPORTED({ sampleRate }));
  return { encoding, bits, channels, sampleRate } as const;
}

/** The samples of a WAV file; those that are not numbers count as silence. */
export function readWavSamples(bytes: Uint8Array, layout: WavLayout): Pcm {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = layout.bits / 8;
  const block = width * layout.channels;
  const length = (layout.to - layout.from) / block;
  const read: Record<string, (at: number) => number> = {
    pcm8: (at) => (bytes[at]! - 128) / 128,
    pcm16: (at) => view.getInt16(at, true) / 32_768,
    pcm24: (at) => (view.getInt16(at + 1, true) * 256 + bytes[at]!) / 8_388_608,
    pcm32: (at) => view.getInt32(at, true) / 2_147_483_648,
    float32: (at) => view.getFloat32(at, true),
    float64: (at) => view.getFloat64(at, true),
  };
  const sample = read[`${layout.encoding}${layout.bits}`]!;
  const channels = Array.from({ length: layout.channels }, (_, channel) => {
    const samples = new Float32Array(length);
    for (let i = 0, at = layout.from + channel * width; i < length; i++, at += block) {
      const value = sample(at);
      samples[i] = Math.abs(value) <= 16 ? value : 0;
    }
    return samples;
  });
  return { sampleRate: layout.sampleRate, channels };
}

/** The same, piece by piece. */
export function wavStream(bytes: Uint8Array, layout: WavLayout): PcmStream {
  const { sampleRate, channels } = layout;
  const block = (layout.bits / 8) * channels;
  async function* pieces(): AsyncGenerator<Float32Array[]> {
    for (let from = layout.from; from < layout.to; from += PIECE * block) {
      yield readWavSamples(bytes, { ...layout, from, to: Math.min(layout.to, from + PIECE * block) })
        .channels;
    }
  }
  return { sampleRate, channels, maxSamples: (layout.to - layout.from) / block, pieces };
}

/**
 * Header (44 bytes) of a 16-bit PCM WAV file with a number of samples per channel, written before
 * `int16Interleaved` samples.
 */
export function wavHeader(sampleRate: number, channels: number, samples: number): Uint8Array {
  const header = new Uint8Array(44);
  const view = new DataView(header.buffer);
  const ascii = (text: string, at: number) => header.set(new TextEncoder().encode(text), at);
  const data = samples * channels * 2;
  ascii('RIFF', 0);
  view.setUint32(4, 36 + data, true);
  ascii('WAVEfmt ', 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, FORMAT_PCM, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  ascii('data', 36);
  view.setUint32(40, data, true);
  return header;
}

/** Samples as 16-bit little-endian integers, channels interleaved. */
export function int16Interleaved(channels: Float32Array[]): Uint8Array {
  const length = channels[0]?.length ?? 0;
  const out = new Int16Array(length * channels.length);
  channels.forEach((samples, channel) => {
    for (let i = 0, at = channel; i < length; i++, at += channels.length) {
      out[at] = Math.max(-32_768, Math.min(32_767, Math.round(samples[i]! * 32_767)));
    }
  });
  return new Uint8Array(out.buffer);
}
