import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createEncoder, type WasmMediaEncoder } from 'wasm-media-encoders';
import type { EncoderProfile } from './profile.ts';

type Lame = WasmMediaEncoder<'audio/mpeg'>;

/** LAME as WebAssembly. One sound at a time; each begins afresh, so its first frame draws on no earlier one. */
export class Mp3Encoder {
  readonly #lame: Lame;

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
  }

  /** Frames finished so far. The bytes are the encoder's own memory: copy them before the next call. */
  write(channels: Float32Array[]): Uint8Array {
    return this.#lame.encode(channels);
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
