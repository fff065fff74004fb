import { DECODER_DELAY, ENCODER_DELAY } from '../mpeg-frames.ts';
import { BitWriter } from './bit-writer.ts';
import {
  BAND_STARTS,
  GRANULE,
  MAX_GRANULE_BITS,
  MAX_RESERVOIR,
  SHORT_BAND_STARTS,
  SIDE_BYTES,
  type LowSampleRate,
} from './frame-format.ts';
import { FrameWriter } from './frame-writer.ts';
import { GranuleCoder } from './granule-coder.ts';
import { LINES, LONG, reduceAliases, SHORT, START, STOP, transformLong, type BlockType } from './mdct.ts';
import { OnsetDetector } from './onset-detector.ts';
import { analyse, FILTER_HISTORY, SUBBANDS } from './polyphase.ts';
import { transformShort } from './short-blocks.ts';

/**
 * The encoder's part of the 1057 samples by which both filter banks delay the sound; the rest is
 * `DECODER_DELAY`.
 */
const FILTER_DELAY = 528;
/** Zeros before the sound, so that it comes out as late as with LAME. */
const LEAD = ENCODER_DELAY - FILTER_DELAY;

/**
 * A Layer III encoder for speech: one channel at a low sample rate (ISO/IEC 13818-3), constant bit rate.
 * One sound at a time; its first frame draws on no earlier one, so encoded sounds can be put one after the
 * other.
 */
export class SpeechEncoder {
  readonly #writer: FrameWriter;
  readonly #coder: GranuleCoder;
  readonly #samples = new Float64Array(FILTER_HISTORY + GRANULE);
  /** Subband samples of three granules: the one being coded is the overlap of the first two. */
  #before = new Float64Array(GRANULE);
  #now = new Float64Array(GRANULE);
  #next = new Float64Array(GRANULE);
  #analysed = 0;
  readonly #onsets = new OnsetDetector();
  readonly #shortBands: readonly number[];
  readonly #gains = new Uint8Array(3);
  #type: BlockType = LONG;
  readonly #spectrum = new Float64Array(GRANULE);
  readonly #data = new BitWriter(MAX_GRANULE_BITS / 8 + 8);
  readonly #side = new BitWriter(SIDE_BYTES + 1);
  /** Samples of the current granule that are there. */
  #filled = LEAD;
  #given = 0;

  /** @param bitrate kbit/s */
  constructor(sampleRate: LowSampleRate, bitrate: number) {
    this.#writer = new FrameWriter(sampleRate, bitrate);
    this.#coder = new GranuleCoder(BAND_STARTS[sampleRate]);
    this.#shortBands = SHORT_BAND_STARTS[sampleRate];
  }

  /** Begins a sound. */
  begin(): void {
    this.#writer.restart();
    this.#coder.restart();
    this.#samples.fill(0);
    this.#now.fill(0);
    this.#next.fill(0);
    this.#analysed = 0;
    this.#onsets.restart();
    this.#type = LONG;
    this.#filled = LEAD;
    this.#given = 0;
  }

  /**
   * Bytes finished so far, not always whole frames. They are the encoder's own memory: copy them before the
   * next call.
   */
  write(samples: Float32Array): Uint8Array {
    this.#take(samples);
    return this.#writer.takeFinished();
  }

  #take(samples: Float32Array): void {
    this.#given += samples.length;
    const into = this.#samples;
    let filled = FILTER_HISTORY + this.#filled;
    for (let i = 0; i < samples.length;) {
      const count = Math.min(samples.length - i, into.length - filled);
      for (const end = i + count; i < end; i++) into[filled++] = samples[i]!;
      if (filled === into.length) {
        this.#analyseGranule();
        filled = FILTER_HISTORY;
      }
    }
    this.#filled = filled - FILTER_HISTORY;
  }

  /** The remaining bytes: as many frames as a decoder needs to give back every sample, and no more. */
  finish(): Uint8Array {
    const frames = Math.ceil((this.#given + ENCODER_DELAY + DECODER_DELAY) / GRANULE);
    const silence = new Float32Array(GRANULE);
    while (this.#writer.frames < frames) this.#take(silence);
    return this.#writer.takeAll();
  }

  #analyseGranule(): void {
    const samples = this.#samples;
    [this.#before, this.#now, this.#next] = [this.#now, this.#next, this.#before];
    for (let slot = 0; slot < LINES; slot++)
      analyse(samples, FILTER_HISTORY + 31 + slot * SUBBANDS, this.#next, slot * SUBBANDS);
    samples.copyWithin(0, GRANULE);
    this.#onsets.listen(this.#next);
    if (this.#analysed++ > 0) this.#encodeGranule();
  }

  #encodeGranule(): void {
    const onsets = this.#onsets;
    const wasShort = this.#type === SHORT;
    const short = onsets.now || (wasShort && onsets.next);
    const type = (this.#type = short ? SHORT : onsets.next ? START : wasShort ? STOP : LONG);
    if (type === SHORT)
      transformShort(this.#before, this.#now, this.#shortBands, this.#gains, this.#spectrum);
    else {
      transformLong(this.#before, this.#now, type, this.#spectrum);
      reduceAliases(this.#spectrum);
    }
    const writer = this.#writer;
    const room = writer.nextRoom * 8;
    const saved = writer.reservoir * 8;
    // A little is put by until the reservoir is mostly full.
    const spent = Math.max(onsets.urgency * saved * 0.9, saved - MAX_RESERVOIR * 8 * 0.7);
    const wanted = Math.min(MAX_GRANULE_BITS, Math.floor(room - room / 32 + spent));
    const coder = this.#coder;
    const bits = coder.fit(this.#spectrum, type, wanted);
    this.#data.restart();
    coder.write(this.#data);
    this.#data.align();
    this.#writeSide(bits);
    writer.add(this.#side.bytes.subarray(0, SIDE_BYTES), this.#data.bytes, this.#data.length);
  }

  #writeSide(bits: number): void {
    const [side, coder] = [this.#side, this.#coder];
    side.restart();
    side.put(0, 8); // main_data_begin, which the frame writer knows
    side.put(0, 1); // private_bits
    side.put(bits, 12);
    side.put(coder.bigValues >> 1, 9);
    side.put(coder.gain, 8);
    side.put(0, 9); // scalefac_compress: none
    side.put(this.#type === LONG ? 0 : 1, 1); // window_switching_flag
    if (this.#type === LONG) {
      for (const table of coder.tables) side.put(table, 5);
      side.put(coder.region0, 4);
      side.put(coder.region1, 3);
    } else {
      side.put(this.#type, 2);
      side.put(0, 1); // mixed_block_flag
      side.put(coder.tables[0]!, 5);
      side.put(coder.tables[1]!, 5);
      for (const gain of this.#gains) side.put(this.#type === SHORT ? gain : 0, 3);
    }
    side.put(0, 1); // scalefac_scale
    side.put(coder.quadTable, 1);
    side.align();
  }
}
