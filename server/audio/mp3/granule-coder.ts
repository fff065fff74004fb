/** Quantising a granule's 576 lines and fitting them into bits (ISO/IEC 11172-3, annex C, 1.5.4). */
import type { BitWriter } from './bit-writer.ts';
import { GRANULE } from './frame-format.ts';
import { chosenQuadTable, chosenTable, pairBits, quadBits, writePairs, writeQuads } from './huffman.ts';
import { LONG, SHORT, type BlockType } from './mdct.ts';

/**
 * Added before rounding down: with lines raised to 3/4 this is where the two neighbouring values err alike.
 */
const ROUNDING = 0.4054;
/** The highest value that tables with 13 linbits can hold. */
const MAX_VALUE = 8191 + 15;
/** Step sizes by global_gain, for lines that have been raised to 3/4: 2 ^ (-3/16 (gain - 210)). */
const STEPS = Float64Array.from({ length: 256 }, (_, gain) => 2 ** ((-3 / 16) * (gain - 210)));
/** The finest step: its noise is some 100 dB below full scale. */
const MIN_GAIN = 134;

/**
 * How the big values are cut into three regions by scalefactor bands, for every number of bands they reach
 * into.
 */
const REGION0 = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6];
const REGION1 = [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 7];

/** The coding of one granule: call `fit`, read the fields of the side information off it, call `write`. */
export class GranuleCoder {
  gain = 0;
  /** Lines coded in pairs, by three tables; after them come values of 0 and 1. */
  bigValues = 0;
  quadTable = 0;
  region0 = 0;
  region1 = 0;
  readonly tables = new Uint8Array(3);
  readonly #starts: readonly number[];
  /** For half a number of big values: how many scalefactor bands they reach into. */
  readonly #bandsReached = new Uint8Array(GRANULE / 2 + 1);
  readonly #raised = new Float64Array(GRANULE);
  readonly #lines = new Int32Array(GRANULE + 2);
  /** Where the second and the third region begin. */
  #second = 0;
  #third = 0;
  #end = 0;
  #type: BlockType = LONG;
  #spectrum: Float64Array = new Float64Array(0);

  constructor(bandStarts: readonly number[]) {
    this.#starts = bandStarts;
    for (let pairs = 1; pairs < this.#bandsReached.length; pairs++) {
      this.#bandsReached[pairs] = bandStarts.findIndex((start) => start >= 2 * pairs);
    }
    this.restart();
  }

  restart(): void {
    this.gain = 170;
  }

  /**
   * Finds the finest step whose bits come to no more than `wanted`, or a little less, beginning at the last
   * granule's.
   * @returns bits, never more than `wanted`
   */
  fit(spectrum: Float64Array, type: BlockType, wanted: number): number {
    this.#type = type;
    this.#spectrum = spectrum;
    const raised = this.#raised;
    let highest = 0;
    for (let i = 0; i < GRANULE; i++) {
      const size = Math.abs(spectrum[i]!);
      const value = Math.sqrt(size * Math.sqrt(size));
      raised[i] = value;
      if (value > highest) highest = value;
    }
    let lowest = MIN_GAIN;
    while (lowest < 255 && highest * STEPS[lowest]! > MAX_VALUE) lowest++;
    const enough = wanted * 0.96;
    let [tooFine, coarseEnough] = [lowest - 1, 256];
    let gain = Math.max(lowest, this.gain);
    let bits = 0;
    for (;;) {
      bits = this.#quantise(gain);
      if (bits > wanted) tooFine = gain;
      else coarseEnough = gain;
      if (coarseEnough - tooFine === 1) break;
      if (bits <= wanted && bits >= enough) break;
      // A step of gain moves each coded line by a quarter of a bit at most.
      const move = Math.round((bits - wanted * 0.98) / Math.max(40, this.#end * 0.21));
      gain = Math.min(coarseEnough - 1, Math.max(tooFine + 1, gain + (move || (bits > wanted ? 1 : -1))));
    }
    if (gain !== coarseEnough) bits = this.#quantise((gain = coarseEnough));
    this.gain = gain;
    return bits;
  }

  #quantise(gain: number): number {
    const raised = this.#raised;
    const lines = this.#lines;
    const step = STEPS[gain]!;
    const floor = (1 - ROUNDING) / step;
    let end = GRANULE;
    while (end > 0 && raised[end - 1]! < floor) end--;
    for (let i = 0; i < end; i++) lines[i] = raised[i]! * step + ROUNDING;
    end += end & 1;
    // The other one of the last pair may still hold an earlier granule's value.
    if (end > 0 && raised[end - 1]! < floor) lines[end - 1] = 0;
    let big = end;
    while (big > 3 && (lines[big - 1]! | lines[big - 2]! | lines[big - 3]! | lines[big - 4]!) < 2) big -= 4;
    this.#end = end;
    this.bigValues = big;
    let bits = quadBits(lines, big, end);
    this.quadTable = chosenQuadTable;
    this.#cutRegions(big);
    bits += pairBits(lines, 0, this.#second);
    this.tables[0] = chosenTable;
    bits += pairBits(lines, this.#second, this.#third);
    this.tables[1] = chosenTable;
    bits += pairBits(lines, this.#third, big);
    this.tables[2] = chosenTable;
    return bits;
  }

  /** Around short blocks the standard lays down where the second region begins, and there is no third. */
  #cutRegions(big: number): void {
    if (this.#type !== LONG) {
      this.#second = Math.min(big, this.#type === SHORT ? 36 : this.#starts[8]!);
      this.#third = big;
      return;
    }
    const reached = this.#bandsReached[big >> 1]!;
    this.region0 = REGION0[reached]!;
    this.region1 = REGION1[reached]!;
    this.#second = Math.min(big, this.#starts[this.region0 + 1]!);
    this.#third = Math.min(big, this.#starts[this.region0 + this.region1 + 2]!);
  }

  write(writer: BitWriter): void {
    const lines = this.#lines;
    const spectrum = this.#spectrum;
    const big = this.bigValues;
    writePairs(writer, this.tables[0]!, lines, spectrum, 0, this.#second);
    writePairs(writer, this.tables[1]!, lines, spectrum, this.#second, this.#third);
    writePairs(writer, this.tables[2]!, lines, spectrum, this.#third, big);
    writeQuads(writer, this.quadTable, lines, spectrum, big, this.#end);
  }
}
