import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createEncoder, type WasmMediaEncoder } from 'wasm-media-encoders';
import { isLowSampleRate } from './mp3/frame-format.ts';
import { SpeechEncoder } from './mp3/speech-encoder.ts';
import { DecodedPeakWatch } from './peak-watch.ts';
import { MAX_TRUE_PEAK_DB } from './loudness-target.ts';
import type { EncoderProfile } from './bitrates.ts';
import { amplifyLimited } from './true-peak.ts';

/**
 * True peaks are held to this, dBTP, before they are encoded. Encoding raises those of speech by 0.1 to 0.4
 * dB, so that hardly a sound has to be encoded twice.
 */
export const LIMITER_CEILING_DB = MAX_TRUE_PEAK_DB - 0.5;

/** What to try next when peaks came out too high. */
export const nextCeiling = (ceilingDb: number, excessDb: number): number =>
  ceilingDb - Math.max(0.1, excessDb * 1.1);

type Lame = WasmMediaEncoder<'audio/mpeg'>;

/**
 * What LAME multiplies its input by, measured: its presets turn low bit rates down by 0.45 dB to keep peaks
 * from clipping.
 */
const encoderScale = (profile: EncoderProfile): number => (profile.bitrate === 320 ? 1 : 0.95);

/** Encoders of speech: our own (`mp3/README.md`), or LAME, which encodes everything else in any case. */
export type SpeechEncoderName = 'own' | 'lame';

/**
 * Encodes speech (one channel at a low sample rate) with `SpeechEncoder`, which takes a fraction of LAME's
 * time for it, and everything else with LAME as WebAssembly. One sound at a time; each begins afresh, so its
 * first frame draws on no earlier one.
 */
export class Mp3Encoder {
  readonly #lame: Lame;
  /** For the sound that is being encoded. */
  readonly watch: DecodedPeakWatch;
  readonly #speech = new Map<string, SpeechEncoder>();
  /** The encoder of the present sound, when it is not LAME. */
  #present: SpeechEncoder | undefined;
  #gain = 1;
  #input: Float32Array[] = [];
  readonly #speechEncoder: SpeechEncoderName;

  private constructor(lame: Lame, watch: DecodedPeakWatch, speechEncoder: SpeechEncoderName) {
    this.#lame = lame;
    this.watch = watch;
    this.#speechEncoder = speechEncoder;
  }

  /** Loads LAME and the decoder that checks peaks. @param speechEncoder what encodes speech */
  static async load(speechEncoder: SpeechEncoderName = 'own'): Promise<Mp3Encoder> {
    const wasm = readFileSync(createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3'));
    const lame = await createEncoder('audio/mpeg', wasm);
    return new Mp3Encoder(lame, await DecodedPeakWatch.load(), speechEncoder);
  }

  /** Begins a sound of the profile's sample rate and channels. */
  begin(profile: EncoderProfile): void {
    const { sampleRate, channels, bitrate } = profile;
    const isSpeech = channels === 1 && isLowSampleRate(sampleRate) && bitrate <= 160;
    if (isSpeech && this.#speechEncoder === 'own') {
      const key = `${sampleRate}/${bitrate}`;
      const speech = this.#speech.get(key) ?? new SpeechEncoder(sampleRate, bitrate);
      this.#speech.set(key, speech);
      this.#present = speech;
      speech.begin();
      return;
    }
    this.#present = undefined;
    this.#lame.configure({ sampleRate, channels, bitrate, outputSampleRate: sampleRate });
    this.#gain = 1 / encoderScale(profile);
  }

  /**
   * What is finished so far, not always whole frames. The bytes are the encoder's own memory: copy them
   * before the next call.
   */
  write(channels: Float32Array[]): Uint8Array {
    if (this.#present) return this.#present.write(channels[0]!);
    if (this.#gain === 1) return this.#lame.encode(channels);
    return this.#lame.encode(channels.map((channel, index) => this.#scaled(channel, index)));
  }

  #scaled(channel: Float32Array, index: number): Float32Array {
    let input = this.#input[index];
    if (!input || input.length < channel.length)
      this.#input[index] = input = new Float32Array(channel.length);
    for (let i = 0; i < channel.length; i++) input[i] = channel[i]! * this.#gain;
    return input.subarray(0, channel.length);
  }

  /** The remaining frames, in the encoder's own memory. */
  finish(): Uint8Array {
    return this.#present?.finish() ?? this.#lame.finalize();
  }

  /** A whole sound at once, as bare frames. */
  encode(profile: EncoderProfile, channels: Float32Array[]): Uint8Array {
    this.begin(profile);
    const head = this.write(channels).slice();
    const tail = this.finish();
    const frames = new Uint8Array(head.length + tail.length);
    frames.set(head);
    frames.set(tail, head.length);
    return frames;
  }

  /**
   * A whole sound whose true peak is proven to keep its limit: what was encoded is decoded, and encoded again
   * where it exceeds it, with the peaks held lower by as much. The samples are changed then.
   * @param ceilingDb true peak of the samples, dBTP
   */
  encodeWithinPeak(
    profile: EncoderProfile,
    channels: Float32Array[],
    ceilingDb = LIMITER_CEILING_DB,
  ): Uint8Array {
    for (let ceiling = ceilingDb; ;) {
      const frames = this.encode(profile, channels);
      this.watch.begin(profile);
      this.watch.write(frames);
      if (this.watch.excessDb === 0) return frames;
      ceiling = nextCeiling(ceiling, this.watch.excessDb);
      amplifyLimited({ sampleRate: profile.sampleRate, channels }, 1, ceiling);
    }
  }
}
