import { openAudio, sniffAudioFormat } from './decode.ts';
import { LoudnessMeter } from './loudness.ts';
import { LIMITER_CEILING_DB, nextCeiling, type Mp3Encoder } from './mp3-encoder.ts';
import { Mp3Stream } from './mp3-stream.ts';
import type { PcmStream } from './pcm.ts';
import { TARGET_LUFS } from './loudness-target.ts';
import type { EncoderProfile } from './bitrates.ts';
import { convertStream } from './resample.ts';
import { audibleLoudness, gainBetween } from './segment.ts';
import { Limiter } from './true-peak.ts';

export interface NormalisedUpload {
  /** An MP3 file at 44.1 kHz and 128 kbit/s, at -16 LUFS, without any tag of the original. */
  bytes: Uint8Array;
  durationMs: number;
  channels: 1 | 2;
}

/**
 * Normalizes an uploaded sound (a logo, music, an ad, a suffix): decoded, resampled, at -16 LUFS, encoded
 * again.
 * @throws AudioError naming the problem
 */
export async function normaliseUpload(bytes: Uint8Array, encoder: Mp3Encoder): Promise<NormalisedUpload> {
  const stream = openAudio(bytes, sniffAudioFormat(bytes), false);
  return encodeUpload(convertStream(stream, 44_100, stream.channels === 1 ? 1 : 2), encoder);
}

/**
 * Sound of one channel or two at 44.1 kHz as such a file. It is gone through three times, to measure its
 * loudness, to find its peaks, and to encode it, so that a long one needs no more memory than a short one.
 * @throws AudioError `empty` for silence, and what the stream throws
 */
export async function encodeUpload(stream: PcmStream, encoder: Mp3Encoder): Promise<NormalisedUpload> {
  const meter = new LoudnessMeter(stream.sampleRate);
  for await (const piece of stream.pieces()) meter.write(piece);
  const gain = gainBetween(audibleLoudness(meter), TARGET_LUFS);
  const channels = stream.channels === 1 ? 1 : 2;
  const profile: EncoderProfile = { sampleRate: 44_100, channels, bitrate: 128 };
  for (let ceilingDb = LIMITER_CEILING_DB; ;) {
    const limiter = new Limiter(stream.sampleRate, gain, ceilingDb);
    for await (const piece of stream.pieces()) limiter.listen(piece);
    const frames: Uint8Array[] = [];
    const mp3 = new Mp3Stream(profile, encoder, encoder.watch, (bytes) => frames.push(bytes.slice()));
    for await (const piece of stream.pieces()) {
      limiter.amplify(piece);
      mp3.write(piece);
    }
    const header = mp3.finish();
    if (mp3.excessDb > 0) ceilingDb = nextCeiling(ceilingDb, mp3.excessDb);
    else
      return {
        bytes: new Uint8Array(Buffer.concat([header, ...frames])),
        durationMs: (mp3.samples * 1000) / 44_100,
        channels,
      };
  }
}
