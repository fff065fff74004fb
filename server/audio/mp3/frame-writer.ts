import {
  BITRATES,
  GRANULE,
  HEADER_BYTES,
  MAX_RESERVOIR,
  SAMPLE_RATES,
  SIDE_BYTES,
  type LowSampleRate,
} from './frame-format.ts';

const BEFORE_DATA = HEADER_BYTES + SIDE_BYTES;

/**
 * Lays granules into frames of constant bit rate. What a granule leaves of its frame is the bit reservoir:
 * later ones begin there.
 */
export class FrameWriter {
  /** Bytes of a frame; not a whole number, so some are a byte longer than others. */
  readonly #frameBytes: number;
  readonly #header: Uint8Array;
  #out = new Uint8Array(1 << 16);
  /** Position in the whole sound of the first byte of `#out`, and up to which it has been handed over. */
  #base = 0;
  #handedOver = 0;
  /** Frames begun. */
  #frames = 0;
  /** Where main data goes next, and in which frame that is. */
  #cursor = BEFORE_DATA;
  #cursorFrame = 0;
  /** Bytes that earlier frames have left. */
  reservoir = 0;

  /** @param bitrate kbit/s, one of the standard's */
  constructor(sampleRate: LowSampleRate, bitrate: number) {
    this.#frameBytes = ((GRANULE / 8) * bitrate * 1000) / sampleRate;
    // MPEG-2 Layer III without CRC, one channel, original.
    this.#header = Uint8Array.of(
      0xff,
      0xf3,
      (BITRATES.indexOf(bitrate) << 4) | (SAMPLE_RATES.indexOf(sampleRate) << 2),
      0xc4,
    );
  }

  /** Begins a sound. */
  restart(): void {
    this.#base = this.#handedOver = this.#frames = this.#cursorFrame = this.reservoir = 0;
    this.#cursor = BEFORE_DATA;
  }

  get frames(): number {
    return this.#frames;
  }

  #start(frame: number): number {
    return Math.floor(frame * this.#frameBytes);
  }

  /** Bytes of main data that the next frame itself has room for. */
  get nextRoom(): number {
    return this.#start(this.#frames + 1) - this.#start(this.#frames) - BEFORE_DATA;
  }

  /**
   * Adds a frame.
   * @param side its side information, except the eight bits of main_data_begin, which are set here
   * @param data main data; no more bytes than `nextRoom` and `reservoir` together
   */
  add(side: Uint8Array, data: Uint8Array, length: number): void {
    const [start, end] = [this.#start(this.#frames), this.#start(this.#frames + 1)];
    const room = this.nextRoom;
    this.#makeRoom(end);
    const at = start - this.#base;
    this.#out.fill(0, at, end - this.#base);
    this.#out.set(this.#header, at);
    if (end - start > Math.floor(this.#frameBytes)) this.#out[at + 2]! |= 2; // padding_bit
    this.#out.set(side, at + HEADER_BYTES);
    this.#out[at + HEADER_BYTES] = this.reservoir;
    this.#frames++;
    this.reservoir += room - length;
    this.#put(data, length);
    // What no later frame could reach back to stays zero.
    if (this.reservoir > MAX_RESERVOIR) {
      this.#put(null, this.reservoir - MAX_RESERVOIR);
      this.reservoir = MAX_RESERVOIR;
    }
  }

  #put(data: Uint8Array | null, length: number): void {
    for (let done = 0; done < length;) {
      const end = this.#start(this.#cursorFrame + 1);
      const count = Math.min(length - done, end - this.#cursor);
      const at = this.#cursor - this.#base;
      if (data) for (let i = 0; i < count; i++) this.#out[at + i] = data[done + i]!;
      done += count;
      this.#cursor += count;
      if (this.#cursor === end) {
        this.#cursorFrame++;
        this.#cursor += BEFORE_DATA;
      }
    }
  }

  #makeRoom(end: number): void {
    if (end - this.#base <= this.#out.length) return;
    const kept = this.#out.subarray(this.#handedOver - this.#base);
    const size = Math.max(this.#out.length, 2 * (end - this.#handedOver));
    const out = size > this.#out.length ? new Uint8Array(size) : this.#out;
    out.set(kept);
    this.#out = out;
    this.#base = this.#handedOver;
  }

  /**
   * The bytes that are final and have not been handed over, in the writer's own memory: copy them before the
   * next frame.
   */
  takeFinished(): Uint8Array {
    return this.#take(Math.min(this.#cursor, this.#start(this.#frames)));
  }

  /** All bytes that have not been handed over. */
  takeAll(): Uint8Array {
    return this.#take(this.#start(this.#frames));
  }

  #take(end: number): Uint8Array {
    const bytes = this.#out.subarray(this.#handedOver - this.#base, end - this.#base);
    this.#handedOver = end;
    return bytes;
  }
}
