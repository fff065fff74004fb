/**
 * Three short transforms in place of a long one, where a sound sets in: their noise stays within a third of
 * the time.
 */
import { LINES } from './mdct.ts';
import { SUBBANDS } from './polyphase.ts';

const WINDOWS = 3;
const SHORT_LINES = 6;

/**
 * What the twelve samples of a window are multiplied by, two for each of the six folded values; odd subbands
 * have theirs.
 */
const FOLDS = new Float64Array(2 * 2 * SHORT_LINES);
for (let n = 0; n < SHORT_LINES; n++) {
  for (const inverted of [0, 1]) {
    const factor = (i: number) =>
      ((inverted && i % 2 === 1 ? -1 : 1) * Math.sin((Math.PI * (2 * i + 1)) / 24)) / 3;
    const at = inverted * 12 + 2 * n;
    FOLDS[at] = n < 3 ? -factor(8 - n) : factor(n - 3);
    FOLDS[at + 1] = n < 3 ? -factor(9 + n) : -factor(8 - n);
  }
}
/** DCT-IV of six values, a row for each line. */
const ROWS = Float64Array.from({ length: SHORT_LINES ** 2 }, (_, i) =>
  Math.cos((Math.PI / 24) * (2 * (i % SHORT_LINES) + 1) * (2 * Math.floor(i / SHORT_LINES) + 1)),
);

const lines = new Float64Array(WINDOWS * SUBBANDS * SHORT_LINES);
const samples = new Float64Array(2 * LINES * SUBBANDS);
const folded = new Float64Array(SHORT_LINES);
const LINES_A_WINDOW = SUBBANDS * SHORT_LINES;

/** How much of the difference in loudness between the windows their steps follow. */
const FOLLOWED = 0.7;
/** Decibels of one step of subblock_gain, and the most there are. */
const GAIN_STEP_DB = 12;
const MAX_GAIN = 7;

/**
 * Short-block MDCT of every subband. The lines come in the order in which they are coded: by scalefactor
 * band, within that by window. Those of quieter windows are amplified, by a power of four that goes to
 * `gains` (subblock_gain).
 * @param bandStarts of the short scalefactor bands, up to 192
 */
export function transformShort(
  before: Float64Array,
  now: Float64Array,
  bandStarts: readonly number[],
  gains: Uint8Array,
  out: Float64Array,
): void {
  samples.set(before);
  samples.set(now, before.length);
  for (let window = 0; window < WINDOWS; window++) {
    for (let band = 0; band < SUBBANDS; band++) {
      // The sample in the middle of the window: one half is folded about its first quarter, the other about
      // its last.
      const middle = (12 + 6 * window) * SUBBANDS + band;
      const f = band & 1 ? 12 : 0;
      for (let n = 0; n < 3; n++) {
        const inner = (2 - n) * SUBBANDS;
        const outer = (3 + n) * SUBBANDS;
        folded[n] =
          FOLDS[f + 2 * n]! * samples[middle + inner]! + FOLDS[f + 2 * n + 1]! * samples[middle + outer]!;
        folded[5 - n] =
          FOLDS[f + 10 - 2 * n]! * samples[middle + inner - 6 * SUBBANDS]! +
          FOLDS[f + 11 - 2 * n]! * samples[middle + outer - 6 * SUBBANDS]!;
      }
      for (let k = 0; k < SHORT_LINES; k++) {
        let sum = 0;
        for (let n = 0; n < SHORT_LINES; n++) sum += ROWS[k * SHORT_LINES + n]! * folded[n]!;
        lines[window * LINES_A_WINDOW + band * SHORT_LINES + k] = sum;
      }
    }
  }
  chooseGains(gains);
  let next = 0;
  for (let b = 0; b + 1 < bandStarts.length; b++) {
    for (let window = 0; window < WINDOWS; window++) {
      const factor = 4 ** gains[window]!;
      for (let f = bandStarts[b]!; f < bandStarts[b + 1]!; f++)
        out[next++] = lines[window * LINES_A_WINDOW + f]! * factor;
    }
  }
}

function chooseGains(gains: Uint8Array): void {
  const levels = [0, 1, 2].map((window) => {
    let energy = 1e-10;
    for (let i = window * LINES_A_WINDOW; i < (window + 1) * LINES_A_WINDOW; i++)
      energy += lines[i]! * lines[i]!;
    return 10 * Math.log10(energy);
  });
  const loudest = Math.max(...levels);
  levels.forEach(
    (level, window) =>
      (gains[window] = Math.min(MAX_GAIN, Math.round(((loudest - level) * FOLLOWED) / GAIN_STEP_DB))),
  );
}
