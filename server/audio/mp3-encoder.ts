import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createEncoder, type WasmMediaEncoder } from 'wasm-media-encoders';
import type { EncoderProfile } from './profile.ts';

type Lame = WasmMediaEncoder<'audio/mpeg'>;

/** What LAME multiplies its input by, measured: its presets turn low bit rates down by 0.45 dB to keep peaks from clipping. */
const encoderScale = (profile: EncoderProfile): number => (profile.bitrate === 320 ? 1 : 0.95);

/** LAME as WebAssembly. One sound at a time; each begins afresh, so its first frame draws on no earlier one. */
export class Mp3Encoder {
  readonly #lame: Lame;
  #gain = 1;
  #input: Float32Array[] = [];

  private constructor(lame: Lame) {
    this.#lame = lame;
  }

  static async load(): Promise<Mp3Encoder> {
    const wasm = readFileSync(createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3'));
    return new Mp3Encoder(await createEncoder('audio/mpeg', wasm));
  }

  /** Begins a sound of the profile's sample rate and channels. */
  begin(profile: EncoderProfile): void {
    const { sampleRate, channels, bitrate } = profile;
    this.#lame.configure({ sampleRate, channels, bitrate, outputSampleRate: sampleRate });
    this.#gain = 1 / encoderScale(profile);
  }

  /** Frames finished so far. The bytes are the encoder's own memory: copy them before the next call. */
  write(channels: Float32Array[]): Uint8Array {
    if (this.#gain === 1) return this.#lame.encode(channels);
    return this.#lame.encode(channels.map((channel, index) => this.#scaled(channel, index)));
  }

  #scaled(channel: Float32Array, index: number): Float32Array {
    let input = this.#input[index];
    if (!input || input.length < channel.length) this.#input[index] = input = new Float32Array(channel.length);
    for (let i = 0; i < channel.length; i++) input[i] = channel[i]! * this.#gain;
    return input.subarray(0, channel.length);
  }

  /** The remaining frames, in the encoder's own memory. */
  finish(): Uint8Array {
    return this.#lame.finalize();
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
}
