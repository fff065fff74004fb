import { decodeAudio, sniffAudioFormat } from './decode.ts';
import { DECODER_DELAY, countFrames, endPadding, infoFrame, samplesPerFrame, silentFrame } from './mpeg-frames.ts';
import type { Mp3Encoder } from './mp3-encoder.ts';
import type { Pcm } from './pcm.ts';
import type { EncoderProfile } from './profile.ts';
import { resample } from './resample.ts';
import { normaliseLoudness } from './segment.ts';

export interface NormalisedUpload {
  /** An MP3 file at 44.1 kHz and 128 kbit/s, at -16 LUFS, without any tag of the original. */
  bytes: Uint8Array;
  durationMs: number;
  channels: 1 | 2;
}

/**
 * Makes an uploaded sound (a logo, music, an ad, a suffix) safe and even: decoded, resampled, at -16 LUFS, encoded anew.
 * @throws AudioError naming what is wrong with it
 */
export async function normaliseUpload(bytes: Uint8Array, encoder: Mp3Encoder): Promise<NormalisedUpload> {
  const decoded = await decodeAudio(bytes, sniffAudioFormat(bytes), false);
  return encodeUpload(resample({ ...decoded, channels: decoded.channels.slice(0, 2) }, 44_100), encoder);
}

/** Sound at 44.1 kHz as such a file; the samples are changed. @throws AudioError `empty` for silence */
export function encodeUpload(pcm: Pcm, encoder: Mp3Encoder): NormalisedUpload {
  normaliseLoudness(pcm);
  const channels = pcm.channels.length === 1 ? 1 : 2;
  const profile: EncoderProfile = { sampleRate: 44_100, channels, bitrate: 128 };
  const encoded = encoder.encodeWithinPeak(profile, pcm.channels);
  const samples = pcm.channels[0]!.length;
  const { count, bytes: length } = countFrames(encoded);
  let info = { frameCount: count, byteCount: length, samples };
  const extra = Math.max(0, Math.ceil((DECODER_DELAY - endPadding(profile, info)) / samplesPerFrame(profile)));
  const silence = silentFrame(profile);
  info = { frameCount: count + extra, byteCount: length + extra * silence.length, samples };
  const file = Buffer.concat([infoFrame(profile, info), encoded.subarray(0, length), ...Array.from({ length: extra }, () => silence)]);
  return { bytes: new Uint8Array(file), durationMs: (samples * 1000) / 44_100, channels };
}
