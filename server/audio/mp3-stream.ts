import type { Mp3Encoder } from './mp3-encoder.ts';
import {
  countFrames,
  DECODER_DELAY,
  endPadding,
  infoFrame,
  samplesPerFrame,
  silentFrame,
} from './mpeg-frames.ts';
import type { DecodedPeakWatch } from './peak-watch.ts';
import type { EncoderProfile } from './bitrates.ts';

/**
 * A sound that is encoded piece by piece, and watched: its frames are handed on as they come, and counted.
 */
export class Mp3Stream {
  readonly #profile: EncoderProfile;
  readonly #encoder: Mp3Encoder;
  readonly #watch: DecodedPeakWatch;
  readonly #put: (bytes: Uint8Array, at: number) => void;
  #carry = new Uint8Array();
  #frames = 0;
  bytes = 0;
  samples = 0;

  /**
   * @param encoder which has no other sound at the same time; nor has the watch
   * @param put takes bytes that are overwritten later, and where they lie among the frames
   * @param maxTruePeakDb what the watch allows, dBTP
   */
  constructor(
    profile: EncoderProfile,
    encoder: Mp3Encoder,
    watch: DecodedPeakWatch,
    put: (bytes: Uint8Array, at: number) => void,
    maxTruePeakDb?: number,
  ) {
    this.#profile = profile;
    this.#encoder = encoder;
    this.#watch = watch;
    this.#put = put;
    encoder.begin(profile);
    watch.begin(profile, maxTruePeakDb);
  }

  /** By how much the true peak of what a listener hears exceeds its limit, decibels; 0 where it keeps it. */
  get excessDb(): number {
    return this.#watch.excessDb;
  }

  write(channels: Float32Array[]): void {
    this.samples += channels[0]!.length;
    this.#append(this.#encoder.write(channels));
  }

  #append(encoded: Uint8Array): void {
    this.#put(encoded, this.bytes);
    this.bytes += encoded.length;
    this.#watch.write(encoded);
    const pending = new Uint8Array(this.#carry.length + encoded.length);
    pending.set(this.#carry);
    pending.set(encoded, this.#carry.length);
    const { count, bytes } = countFrames(pending);
    this.#frames += count;
    this.#carry = pending.slice(bytes);
  }

  /**
   * The last frames, with as many silent ones as a decoder needs to give every sample back; answers the
   * header frame that goes before all.
   */
  finish(): Uint8Array {
    this.#append(this.#encoder.finish());
    const info = () => ({ frameCount: this.#frames, byteCount: this.bytes, samples: this.samples });
    const missing = DECODER_DELAY - endPadding(this.#profile, info());
    for (let i = 0; i < Math.ceil(missing / samplesPerFrame(this.#profile)); i++)
      this.#append(silentFrame(this.#profile));
    return infoFrame(this.#profile, info());
  }
}
