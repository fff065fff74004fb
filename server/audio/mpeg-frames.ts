/**
 * Layer III frames as ISO/IEC 11172-3 and 13818-3 define them, and the Info/LAME header frame
 * (LAME's "Mp3 info Tag revision 1") that tells a decoder how many samples to drop at either end.
 */
import type { EncoderProfile } from './bitrates.ts';

/** Samples that LAME puts before the first one it was given. */
export const ENCODER_DELAY = 576;
/** Samples by which every Layer III decoder lags (528 of the hybrid filter bank and one). */
export const DECODER_DELAY = 529;

const BITRATES_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

export interface FrameHeader {
  /** Bytes of the whole frame. */
  length: number;
  /** Samples per channel. */
  samples: number;
  sampleRate: number;
  channels: 1 | 2;
  bitrate: number;
}

/** The frame header at `offset`, or null where there is none that Layer III allows. */
export function readFrameHeader(bytes: Uint8Array, offset: number): FrameHeader | null {
  if (offset + 4 > bytes.length || bytes[offset] !== 0xff) return null;
  const [b1, b2, b3] = [bytes[offset + 1]!, bytes[offset + 2]!, bytes[offset + 3]!];
  if ((b1 & 0xe0) !== 0xe0) return null;
  const version = (b1 >> 3) & 3; // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
  if (version === 1 || ((b1 >> 1) & 3) !== 1) return null;
  const rateIndex = (b2 >> 2) & 3;
  const bitrate = (version === 3 ? BITRATES_MPEG1 : BITRATES_MPEG2)[b2 >> 4];
  if (rateIndex === 3 || !bitrate) return null;
  const sampleRate = SAMPLE_RATES[rateIndex]! / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const samples = version === 3 ? 1152 : 576;
  const length = Math.floor(((samples / 8) * bitrate * 1000) / sampleRate) + ((b2 >> 1) & 1);
  return { length, samples, sampleRate, channels: b3 >> 6 === 3 ? 1 : 2, bitrate };
}

/** How many samples a frame of this profile holds. */
export const samplesPerFrame = (profile: EncoderProfile): number =>
  profile.sampleRate >= 32_000 ? 1152 : 576;

/** Number of whole frames in bare frames, and the bytes they take. */
export function countFrames(frames: Uint8Array, limit = Infinity): { count: number; bytes: number } {
  let [count, offset] = [0, 0];
  while (count < limit) {
    const header = readFrameHeader(frames, offset);
    if (!header || offset + header.length > frames.length) break;
    offset += header.length;
    count++;
  }
  return { count, bytes: offset };
}

/**
 * A frame of digital silence: its side information is all zero, so it holds no spectrum and draws on no
 * earlier frame.
 */
export function silentFrame(profile: EncoderProfile): Uint8Array {
  const mpeg1 = profile.sampleRate >= 32_000;
  const rate = mpeg1 ? profile.sampleRate : profile.sampleRate * 2;
  const bitrateIndex = (mpeg1 ? BITRATES_MPEG1 : BITRATES_MPEG2).indexOf(profile.bitrate);
  const exact = ((samplesPerFrame(profile) / 8) * profile.bitrate * 1000) / profile.sampleRate;
  const padding = exact % 1 >= 0.5 ? 1 : 0;
  const frame = new Uint8Array(Math.floor(exact) + padding);
  frame[0] = 0xff;
  frame[1] = mpeg1 ? 0xfb : 0xf3;
  frame[2] = (bitrateIndex << 4) | (SAMPLE_RATES.indexOf(rate) << 2) | (padding << 1);
  frame[3] = profile.channels === 1 ? 0xc4 : 0x44; // "original" is set, as LAME does
  return frame;
}

/** CRC-16 (polynomial 0x8005, reflected) that the LAME header carries over its first 190 bytes. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return crc;
}

export interface InfoFrame {
  /** Audio frames that follow. */
  frameCount: number;
  /** Bytes of the audio frames that follow. */
  byteCount: number;
  /** Samples that the listener hears. */
  samples: number;
  /**
   * Where the listener is when so many bytes of the audio frames have gone by, in order; absent: the bit rate
   * is constant.
   */
  places?: { bytes: number; sample: number }[] | undefined;
}

/** For each percent of the sound, in how many 256ths of the file it is found. */
function tableOfContents({ byteCount, samples, places }: InfoFrame): number[] {
  const known = [
    ...(places?.length ? places : [{ bytes: 0, sample: 0 }]),
    { bytes: byteCount, sample: samples },
  ];
  let next = 1;
  return Array.from({ length: 100 }, (_, percent) => {
    const sample = (percent * samples) / 100;
    while (next < known.length - 1 && known[next]!.sample <= sample) next++;
    const [from, to] = [known[next - 1]!, known[next]!];
    const within = to.sample > from.sample ? (sample - from.sample) / (to.sample - from.sample) : 0;
    return Math.min(255, Math.floor(((from.bytes + within * (to.bytes - from.bytes)) * 256) / byteCount));
  });
}

/**
 * Samples after the sound that a decoder has to drop. At least `DECODER_DELAY` is needed for an exact end.
 */
export const endPadding = (profile: EncoderProfile, info: InfoFrame): number =>
  info.frameCount * samplesPerFrame(profile) - ENCODER_DELAY - info.samples;

/** The header frame to put before the audio frames: with it the decoded length is exact to the sample. */
export function infoFrame(profile: EncoderProfile, info: InfoFrame): Uint8Array {
  const frame = silentFrame(profile);
  const view = new DataView(frame.buffer);
  const mpeg1 = profile.sampleRate >= 32_000;
  const start = 4 + (mpeg1 ? (profile.channels === 1 ? 17 : 32) : profile.channels === 1 ? 9 : 17);
  const ascii = (text: string, at: number) => frame.set(new TextEncoder().encode(text), at);
  // By this name decoders know whether the bit rate is constant.
  ascii(info.places ? 'Xing' : 'Info', start);
  view.setUint32(start + 4, 0x0f); // frames, bytes, table of contents, quality
  view.setUint32(start + 8, info.frameCount);
  view.setUint32(start + 12, frame.length + info.byteCount);
  frame.set(tableOfContents(info), start + 16);
  view.setUint32(start + 116, 57); // LAME's quality 3 at constant bit rate
  const lame = start + 120;
  ascii('LAME3.100', lame);
  frame[lame + 9] = info.places ? 0x02 : 0x01; // tag revision 0; average or constant bit rate
  frame[lame + 20] = Math.min(255, profile.bitrate);
  const padding = endPadding(profile, info);
  frame[lame + 21] = ENCODER_DELAY >> 4;
  frame[lame + 22] = ((ENCODER_DELAY & 15) << 4) | (padding >> 8);
  frame[lame + 23] = padding & 0xff;
  frame[lame + 24] = profile.channels === 1 ? 0 : 3 << 2; // stereo mode: mono or joint stereo
  view.setUint32(lame + 28, frame.length + info.byteCount);
  view.setUint16(lame + 34, crc16(frame.subarray(0, lame + 34)));
  return frame;
}

/**
 * What a header frame says: the audio frames that follow, and the samples to drop before and after the sound;
 * null if it is not a header frame.
 */
export function readInfoFrame(
  frame: Uint8Array,
): { frameCount: number; delay: number; padding: number } | null {
  const header = readFrameHeader(frame, 0);
  if (!header) return null;
  const start = header.samples === 1152 ? (header.channels === 1 ? 21 : 36) : header.channels === 1 ? 13 : 21;
  if (
    frame.length < start + 156 ||
    !['Info', 'Xing'].includes(String.fromCharCode(...frame.subarray(start, start + 4)))
  )
    return null;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const gaps = start + 120 + 21;
  return {
    frameCount: view.getUint32(start + 8),
    delay: (frame[gaps]! << 4) | (frame[gaps + 1]! >> 4),
    padding: ((frame[gaps + 1]! & 15) << 8) | frame[gaps + 2]!,
  };
}
