/**
 * The second half of the hybrid filter bank (ISO/IEC 11172-3, annex C, 1.5.3.3): the MDCT of long blocks, and
 * alias reduction.
 */
import { SUBBANDS } from './polyphase.ts';

/** Samples of each subband in a granule, and spectral lines made of them. */
export const LINES = 18;
const HALF = LINES / 2;

const doubled = (n: number, size: number) => 2 * Math.cos((Math.PI * (2 * n + 1)) / (4 * size));

/** Kinds of blocks by block_type. */
export const LONG = 0;
export const START = 1;
export const SHORT = 2;
export const STOP = 3;
export type BlockType = typeof LONG | typeof START | typeof SHORT | typeof STOP;

/** The window of a long block; before short ones its end is short, and after them its beginning. */
function longWindow(type: BlockType, i: number): number {
  if (type === STOP) return longWindow(START, 35 - i);
  if (type === LONG || i < 18) return Math.sin((Math.PI * (2 * i + 1)) / 72);
  return i < 24 ? 1 : i < 30 ? Math.sin((Math.PI * (2 * (i - 18) + 1)) / 24) : 0;
}

/**
 * What the 36 samples are multiplied by: window, scale that decoders expect, and first factor of the
 * transform below. Two for each of the 18 folded values. In odd subbands every other sample is turned, as the
 * standard's frequency inversion wants: a second set.
 */
const FOLDS = ([LONG, START, SHORT, STOP] as const).map((type) => {
  const folds = new Float64Array(4 * LINES);
  for (let n = 0; n < LINES; n++) {
    for (const inverted of [0, 1]) {
      const factor = (i: number) =>
        ((inverted && i % 2 === 1 ? -1 : 1) * longWindow(type, i) * doubled(n, LINES)) / 9;
      const at = inverted * 2 * LINES + 2 * n;
      folds[at] = n < HALF ? -factor(26 - n) : factor(n - 9);
      folds[at + 1] = n < HALF ? -factor(27 + n) : -factor(26 - n);
    }
  }
  return folds;
});
const ODD = Float64Array.from({ length: HALF }, (_, n) => doubled(n, HALF));
const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
const [C30, C40, C50, C70, C80] = [cosine(30), cosine(40), cosine(50), cosine(70), cosine(80)];

const sums = new Float64Array(HALF);
const differences = new Float64Array(HALF);

/**
 * Long-block MDCT of every subband: 36 samples each (18 of `before`, 18 of `now`, all subbands of one moment
 * together) to 18 lines each in `out`, as DCT-IV by way of DCT-II: with t[n] times 2 cos((2n + 1) pi / 4N),
 * each line of the DCT-II is the sum of two neighbouring lines of the DCT-IV.
 */
export function transformLong(
  before: Float64Array,
  now: Float64Array,
  type: BlockType,
  out: Float64Array,
): void {
  const folds = FOLDS[type]!;
  for (let band = 0; band < SUBBANDS; band++) {
    const fold = band & 1 ? 2 * LINES : 0;
    for (let n = 0; n < HALF; n++) {
      const f = fold + 2 * n;
      const g = fold + 34 - 2 * n;
      const late =
        folds[f]! * now[(8 - n) * SUBBANDS + band]! + folds[f + 1]! * now[(9 + n) * SUBBANDS + band]!;
      const early =
        folds[g]! * before[(8 - n) * SUBBANDS + band]! + folds[g + 1]! * before[(9 + n) * SUBBANDS + band]!;
      sums[n] = late + early;
      differences[n] = (late - early) * ODD[n]!;
    }
    cosine9(sums);
    cosine9(differences);
    const o = band * LINES;
    let odd = differences[0]! / 2;
    let line = sums[0]! / 2;
    out[o] = line;
    out[o + 1] = line = odd - line;
    for (let j = 1; j < HALF; j++) {
      odd = differences[j]! - odd;
      out[o + 2 * j] = line = sums[j]! - line;
      out[o + 2 * j + 1] = line = odd - line;
    }
  }
}

/**
 * DCT-II of nine values in place, by its symmetries: cos 20 = cos 40 + cos 80 and cos 10 = cos 50 + cos 70
 * degrees.
 */
function cosine9(x: Float64Array): void {
  const s0 = x[0]! + x[8]!;
  const s1 = x[1]! + x[7]!;
  const s2 = x[2]! + x[6]!;
  const s3 = x[3]! + x[5]!;
  const d0 = x[0]! - x[8]!;
  const d1 = (x[1]! - x[7]!) * C30;
  const d2 = x[2]! - x[6]!;
  const d3 = x[3]! - x[5]!;
  const middle = x[4]!;
  const a = s1 / 2 - middle;
  const p = s0 - s3;
  const q = s0 - s2;
  const r = q - p;
  x[0] = s0 + s1 + s2 + s3 + middle;
  x[2] = a + p * C40 + q * C80;
  x[4] = q * C40 + r * C80 - a;
  x[6] = (s0 + s2 + s3) / 2 - s1 - middle;
  x[8] = p * C80 - r * C40 - a;
  const u = d0 + d2;
  const v = d0 + d3;
  const w = d2 - d3;
  x[1] = d1 + u * C50 + v * C70;
  x[3] = (d0 - d2 - d3) * C30;
  x[5] = v * C50 - w * C70 - d1;
  x[7] = w * C50 + u * C70 - d1;
}

const ALIAS = [-0.6, -0.535, -0.33, -0.185, -0.095, -0.041, -0.0142, -0.0037];
const ALIAS_CS = Float64Array.from(ALIAS, (c) => 1 / Math.sqrt(1 + c * c));
const ALIAS_CA = Float64Array.from(ALIAS, (c) => c / Math.sqrt(1 + c * c));

/**
 * Takes out of each subband what leaked in from its neighbours: eight butterflies at every border (table
 * B.9).
 */
export function reduceAliases(lines: Float64Array): void {
  for (let border = LINES; border < SUBBANDS * LINES; border += LINES) {
    for (let i = 0; i < 8; i++) {
      const below = lines[border - 1 - i]!;
      const above = lines[border + i]!;
      lines[border - 1 - i] = below * ALIAS_CS[i]! + above * ALIAS_CA[i]!;
      lines[border + i] = above * ALIAS_CS[i]! - below * ALIAS_CA[i]!;
    }
  }
}
