import type { AudioFormat } from '../audio/audio-format.ts';
import { ProviderError } from './provider-errors.ts';

const MPEG1_KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG2_KBPS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const MPEG1_RATES = [44100, 48000, 32000];

/**
 * Looks whether bytes are what the service promised, and how long they sound, in milliseconds. Reads headers
 * only: decoding happens in the worker threads.
 * @throws ProviderError `bad_audio`
 */
export function deliveredMs(provider: string, audio: Uint8Array, format: AudioFormat): number {
  const ms =
    format.kind === 'mp3' ? mp3Ms(audio) : format.kind === 'wav' ? wavMs(audio) : pcmMs(audio, format);
  if (!ms)
    throw new ProviderError(
      provider,
      'bad_audio',
      `${audio.length} bytes that are not valid ${format.kind} audio`,
    );
  return ms;
}

/** Decodes base64 sound. @throws ProviderError `bad_audio` when there is none */
export function fromBase64(provider: string, value: unknown): Uint8Array {
  if (typeof value !== 'string' || value === '')
    throw new ProviderError(provider, 'bad_audio', 'the answer contains no audio');
  return Buffer.from(value, 'base64');
}

/**
 * Walks layer III frames (ISO 11172-3, 2.4.1.3; 13818-3 for the low rates). 0 when not a single whole frame
 * is found.
 */
function mp3Ms(bytes: Uint8Array): number {
  let at = afterId3(bytes);
  let ms = 0;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff || (bytes[at + 1]! & 0xe6) !== 0xe2) break;
    const version = (bytes[at + 1]! >> 3) & 3; // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
    const bitrate = (version === 3 ? MPEG1_KBPS : MPEG2_KBPS)[bytes[at + 2]! >> 4];
    const rate1 = MPEG1_RATES[(bytes[at + 2]! >> 2) & 3];
    if (!bitrate || !rate1 || version === 1) break;
    const rate = version === 3 ? rate1 : version === 2 ? rate1 / 2 : rate1 / 4;
    const samples = version === 3 ? 1152 : 576;
    const length = Math.floor(((samples / 8) * bitrate * 1000) / rate) + ((bytes[at + 2]! >> 1) & 1);
    if (at + length > bytes.length) break;
    ms += (samples * 1000) / rate;
    at += length;
  }
  return ms;
}

function afterId3(bytes: Uint8Array): number {
  if (bytes[0] !== 0x49 || bytes[1] !== 0x44 || bytes[2] !== 0x33 || bytes.length < 10) return 0;
  return 10 + ((bytes[6]! << 21) | (bytes[7]! << 14) | (bytes[8]! << 7) | bytes[9]!);
}

/**
 * RIFF/WAVE: data bytes over bytes a second. A header that promises more than there is means a cut-off
 * answer: 0.
 */
function wavMs(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 44 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') return 0;
  let bytesPerSecond = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true);
    if (tag(at) === 'fmt ' && at + 24 <= bytes.length) bytesPerSecond = view.getUint32(at + 16, true);
    if (tag(at) === 'data') {
      const there = bytes.length - at - 8;
      // Streamed files do not know their size and say 0 or the maximum.
      if (size > there && size < 0xffff0000) return 0;
      return bytesPerSecond && (Math.min(size || there, there) * 1000) / bytesPerSecond;
    }
    at += 8 + size + (size & 1);
  }
  return 0;
}

function pcmMs(bytes: Uint8Array, format: { sampleRate: number; channels: number }): number {
  const block = 2 * format.channels;
  return bytes.length % block ? 0 : (bytes.length / block / format.sampleRate) * 1000;
}
