import { MPEGDecoder } from 'mpg123-decoder';
import { MAX_TRUE_PEAK_DB } from './loudness-target.ts';
import type { EncoderProfile } from './bitrates.ts';
import { PEAK_REACH, truePeakAbove } from './true-peak.ts';

/** Meters differ by as much. */
const TOLERANCE_DB = 0.25;

const limitOf = (maxTruePeakDb: number): number => 10 ** ((maxTruePeakDb - TOLERANCE_DB) / 20);

/** Follows sound that comes piece by piece, and tells by how much its true peak exceeds what is allowed. */
export class PeakWatch {
  #limit = limitOf(MAX_TRUE_PEAK_DB);
  #highest = this.#limit;
  #tails: Float32Array[] = [];
  #sound = new Float32Array(0);

  /** Begins a sound. @param maxTruePeakDb what is allowed, dBTP */
  begin(maxTruePeakDb = MAX_TRUE_PEAK_DB): void {
    this.#limit = limitOf(maxTruePeakDb);
    this.#highest = this.#limit;
    this.#tails = [];
  }

  /** The next samples. The last few count when those after them are known: sound ends in silence. */
  write(channels: Float32Array[]): void {
    channels.forEach((channel, index) => {
      const tail = this.#tails[index] ?? new Float32Array(2 * PEAK_REACH);
      const length = tail.length + channel.length;
      if (this.#sound.length < length) this.#sound = new Float32Array(length);
      const sound = this.#sound.subarray(0, length);
      sound.set(tail);
      sound.set(channel, tail.length);
      this.#highest = truePeakAbove(sound, this.#highest, PEAK_REACH, sound.length - PEAK_REACH);
      this.#tails[index] = sound.slice(-2 * PEAK_REACH);
    });
  }

  /** Decibels above the limit; 0 where it holds. */
  get excessDb(): number {
    return 20 * Math.log10(this.#highest / this.#limit);
  }
}

/** Bytes that are decoded at a time, so that little memory is needed. */
const PIECE = 4096;

/** The same for encoded sound: what counts is what a listener's decoder makes of it. */
export class DecodedPeakWatch {
  readonly #decoder: MPEGDecoder;
  readonly #watch = new PeakWatch();
  #channels = 0;

  private constructor(decoder: MPEGDecoder) {
    this.#decoder = decoder;
  }

  static async load(): Promise<DecodedPeakWatch> {
    const decoder = new MPEGDecoder({ enableGapless: false });
    await decoder.ready;
    return new DecodedPeakWatch(decoder);
  }

  /** Begins a sound of bare frames. What came before must have ended with a whole frame. */
  begin(profile: EncoderProfile, maxTruePeakDb = MAX_TRUE_PEAK_DB): void {
    this.#channels = profile.channels;
    this.#watch.begin(maxTruePeakDb);
  }

  /** The next bytes; whole frames are not needed. */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += PIECE) {
      const { channelData, samplesDecoded } = this.#decoder.decode(bytes.subarray(at, at + PIECE));
      if (samplesDecoded > 0) this.#watch.write(channelData.slice(0, this.#channels));
    }
  }

  /** Decibels above the limit; 0 where it holds. */
  get excessDb(): number {
    return this.#watch.excessDb;
  }
}
