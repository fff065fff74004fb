import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { MPEGDecoder } from 'mpg123-decoder';
import { createEncoder } from 'wasm-media-encoders';
import type { LowSampleRate } from '../../server/audio/mp3/frame-format.ts';
import { SpeechEncoder } from '../../server/audio/mp3/speech-encoder.ts';
import { DECODER_DELAY, ENCODER_DELAY } from '../../server/audio/mpeg-frames.ts';

/** LAME turns its input down by 0.45 dB at the bit rates of speech. */
const LAME_SCALE = 0.95;

/** Encodes one channel, decodes it again, and returns it where and as long as it was. */
type Codec = (sound: Float32Array, sampleRate: LowSampleRate, bitrate: number) => Promise<Float32Array>;

export interface Codecs {
  own: Codec;
  lame: Codec;
}

/** Loads our encoder of speech and LAME, each followed by the same decoder. */
export async function loadCodecs(): Promise<Codecs> {
  const lame = await createEncoder(
    'audio/mpeg',
    readFileSync(createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3')),
  );
  return {
    own(sound, sampleRate, bitrate) {
      const encoder = new SpeechEncoder(sampleRate, bitrate);
      encoder.begin();
      const head = encoder.write(sound).slice();
      return decode(Buffer.concat([head, encoder.finish()]), sound.length);
    },
    lame(sound, sampleRate, bitrate) {
      lame.configure({ sampleRate, channels: 1, bitrate: bitrate as 64 | 128, outputSampleRate: sampleRate });
      const head = lame.encode([sound.map((sample) => sample / LAME_SCALE)]).slice();
      return decode(Buffer.concat([head, lame.finalize()]), sound.length);
    },
  };
}

async function decode(frames: Uint8Array, length: number): Promise<Float32Array> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  const { channelData } = decoder.decode(frames);
  decoder.free();
  return channelData[0]!.subarray(ENCODER_DELAY + DECODER_DELAY).slice(0, length);
}
