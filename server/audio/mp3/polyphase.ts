/**
 * The polyphase filter bank of ISO/IEC 11172-3 (annex C, 1.3): 32 samples in, one sample of each of 32
 * subbands out.
 */
import { ANALYSIS_WINDOW_HALF } from './analysis-window.ts';

/** Samples before the newest 32 that one step of the filter bank looks back on. */
export const FILTER_HISTORY = 480;
export const SUBBANDS = 32;

const windowAt = (i: number): number => {
  if (i <= 256) return ANALYSIS_WINDOW_HALF[i]! / 2 ** 21;
  return ((i % 64 === 0 ? 1 : -1) * ANALYSIS_WINDOW_HALF[512 - i]!) / 2 ** 21;
};

/**
 * The standard's 64 windowed sums go into a cosine matrix whose symmetries leave 32: the first is sum 16
 * alone, the next 16 are sums 16 + m and 16 - m, the others sum 16 + m less sum 80 - m. Each has eight
 * coefficients, sixteen a row here.
 */
const WINDOW = new Float64Array(SUBBANDS * 16);
for (let m = 0; m < SUBBANDS; m++) {
  for (let j = 0; j < 8; j++) {
    WINDOW[m * 16 + j] = windowAt(16 + m + 64 * j);
    if (m > 0) WINDOW[m * 16 + 8 + j] = m <= 16 ? windowAt(16 - m + 64 * j) : -windowAt(80 - m + 64 * j);
  }
}

const half = (k: number, size: number) => 0.5 / Math.cos(((2 * k + 1) * Math.PI) / (2 * size));
const HALF_32 = Float64Array.from({ length: 16 }, (_, k) => half(k, 32));
const HALF_16 = Float64Array.from({ length: 8 }, (_, k) => half(k, 16));
const HALF_8_0 = half(0, 8);
const HALF_8_1 = half(1, 8);
const HALF_8_2 = half(2, 8);
const HALF_8_3 = half(3, 8);
const HALF_4_0 = half(0, 4);
const HALF_4_1 = half(1, 4);

const sums = new Float64Array(32);
const quarters = new Float64Array(32);

/**
 * One step of the filter bank: the 32 subband samples go to `out` from `at`.
 * @param newest index in `samples` of the newest sample; the 511 before it must be there
 */
export function analyse(samples: Float64Array, newest: number, out: Float64Array, at: number): void {
  const first = newest - 16;
  sums[0] =
    WINDOW[0]! * samples[first]! +
    WINDOW[1]! * samples[first - 64]! +
    WINDOW[2]! * samples[first - 128]! +
    WINDOW[3]! * samples[first - 192]! +
    (WINDOW[4]! * samples[first - 256]! +
      WINDOW[5]! * samples[first - 320]! +
      WINDOW[6]! * samples[first - 384]! +
      WINDOW[7]! * samples[first - 448]!);
  for (let m = 1; m < SUBBANDS; m++) {
    const w = m * 16;
    const a = first - m;
    const b = m <= 16 ? first + m : newest - 80 + m;
    sums[m] =
      WINDOW[w]! * samples[a]! +
      WINDOW[w + 1]! * samples[a - 64]! +
      WINDOW[w + 2]! * samples[a - 128]! +
      WINDOW[w + 3]! * samples[a - 192]! +
      (WINDOW[w + 4]! * samples[a - 256]! +
        WINDOW[w + 5]! * samples[a - 320]! +
        WINDOW[w + 6]! * samples[a - 384]! +
        WINDOW[w + 7]! * samples[a - 448]!) +
      (WINDOW[w + 8]! * samples[b]! +
        WINDOW[w + 9]! * samples[b - 64]! +
        WINDOW[w + 10]! * samples[b - 128]! +
        WINDOW[w + 11]! * samples[b - 192]! +
        (WINDOW[w + 12]! * samples[b - 256]! +
          WINDOW[w + 13]! * samples[b - 320]! +
          WINDOW[w + 14]! * samples[b - 384]! +
          WINDOW[w + 15]! * samples[b - 448]!));
  }
  cosineTransform(out, at);
}

/**
 * out[k] = sum over m of sums[m] cos((2k + 1) m pi / 64), split twice into halves (B. G. Lee, 1984): the even
 * inputs, and the odd ones each with the one before it added, whose transform is then divided by 2 cos((2k +
 * 1) pi / 2N).
 */
function cosineTransform(out: Float64Array, at: number): void {
  quarters[0] = sums[0]!;
  quarters[8] = sums[2]!;
  quarters[16] = sums[1]!;
  quarters[24] = sums[3]! + sums[1]!;
  let odd = sums[3]! + sums[1]!;
  let oddOfOdd = odd;
  for (let j = 1; j < 8; j++) {
    const i = 4 * j;
    quarters[j] = sums[i]!;
    quarters[8 + j] = sums[i + 2]! + sums[i - 2]!;
    const even = sums[i + 1]! + sums[i - 1]!;
    odd = sums[i + 3]! + sums[i + 1]!;
    quarters[16 + j] = even;
    quarters[24 + j] = odd + oddOfOdd;
    oddOfOdd = odd;
  }
  for (let o = 0; o < 32; o += 8) transform8(o);
  for (let k = 0; k < 8; k++) {
    const factor = HALF_16[k]!;
    const even = quarters[k]!;
    const evenOdd = quarters[8 + k]! * factor;
    const oddEven = quarters[16 + k]!;
    const oddOdd = quarters[24 + k]! * factor;
    const low = even + evenOdd;
    const high = even - evenOdd;
    const lowOdd = (oddEven + oddOdd) * HALF_32[k]!;
    const highOdd = (oddEven - oddOdd) * HALF_32[15 - k]!;
    out[at + k] = low + lowOdd;
    out[at + 31 - k] = low - lowOdd;
    out[at + 15 - k] = high + highOdd;
    out[at + 16 + k] = high - highOdd;
  }
}

/** The same of eight values, in place in `quarters`. */
function transform8(o: number): void {
  const x1 = quarters[o + 1]!;
  const x3 = quarters[o + 3]!;
  const x5 = quarters[o + 5]!;
  const x0 = quarters[o]!;
  const x2 = quarters[o + 2]!;
  const x4 = quarters[o + 4]! * Math.SQRT1_2;
  const x6 = (quarters[o + 6]! + x2) * Math.SQRT1_2;
  const e0 = x0 + x4;
  const e1 = x0 - x4;
  const f0 = (x2 + x6) * HALF_4_0;
  const f1 = (x2 - x6) * HALF_4_1;
  const g0 = e0 + f0;
  const g3 = e0 - f0;
  const g1 = e1 + f1;
  const g2 = e1 - f1;
  const v1 = x3 + x1;
  const v2 = (x5 + x3) * Math.SQRT1_2;
  const v3 = (quarters[o + 7]! + x5 + v1) * Math.SQRT1_2;
  const p0 = x1 + v2;
  const p1 = x1 - v2;
  const q0 = (v1 + v3) * HALF_4_0;
  const q1 = (v1 - v3) * HALF_4_1;
  const h0 = (p0 + q0) * HALF_8_0;
  const h3 = (p0 - q0) * HALF_8_3;
  const h1 = (p1 + q1) * HALF_8_1;
  const h2 = (p1 - q1) * HALF_8_2;
  quarters[o] = g0 + h0;
  quarters[o + 7] = g0 - h0;
  quarters[o + 1] = g1 + h1;
  quarters[o + 6] = g1 - h1;
  quarters[o + 2] = g2 + h2;
  quarters[o + 5] = g2 - h2;
  quarters[o + 3] = g3 + h3;
  quarters[o + 4] = g3 - h3;
}
