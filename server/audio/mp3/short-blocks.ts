/** Three short transforms in place of a long one, where a sound sets in: their noise stays within a third of the time. */
import { LINES } from './mdct.ts';
import { SUBBANDS } from './polyphase.ts';

const WINDOWS = 3;
const SHORT_LINES = 6;

/** MDCT of twelve samples, with its window and the scale that decoders expect: a row of twelve for each line. */
const ROWS = new Float64Array(SHORT_LINES * 12);
for (let k = 0; k < SHORT_LINES; k++) {
  for (let i = 0; i < 12; i++) {
    ROWS[k * 12 + i] = (Math.sin((Math.PI * (2 * i + 1)) / 24) * Math.cos((Math.PI / 24) * (2 * i + 7) * (2 * k + 1))) / 3;
  }
}

const lines = new Float64Array(WINDOWS * SUBBANDS * SHORT_LINES);
const LINES_A_WINDOW = SUBBANDS * SHORT_LINES;

/** How much of the difference in loudness between the windows their steps follow. */
const FOLLOWED = 0.7;
/** Decibels of one step of subblock_gain, and the most there are. */
const GAIN_STEP_DB = 12;
const MAX_GAIN = 7;

/**
 * Short-block MDCT of every subband. The lines come in the order in which they are coded: by scalefactor band, within
 * that by window. Those of quieter windows are amplified, by a power of four that goes to `gains` (subblock_gain).
 * @param bandStarts of the short scalefactor bands, up to 192
 */
export function transformShort(before: Float64Array, now: Float64Array, bandStarts: readonly number[], gains: Uint8Array, out: Float64Array): void {
  for (let window = 0; window < WINDOWS; window++) {
    for (let band = 0; band < SUBBANDS; band++) {
      for (let k = 0; k < SHORT_LINES; k++) {
        let sum = 0;
        for (let i = 0; i < 12; i++) {
          const at = 6 + 6 * window + i;
          const sample = at < LINES ? before[at * SUBBANDS + band]! : now[(at - LINES) * SUBBANDS + band]!;
          sum += ROWS[k * 12 + i]! * (at & band & 1 ? -sample : sample);
        }
        lines[window * LINES_A_WINDOW + band * SHORT_LINES + k] = sum;
      }
    }
  }
  chooseGains(gains);
  let next = 0;
  for (let b = 0; b + 1 < bandStarts.length; b++) {
    for (let window = 0; window < WINDOWS; window++) {
      const factor = 4 ** gains[window]!;
      for (let f = bandStarts[b]!; f < bandStarts[b + 1]!; f++) out[next++] = lines[window * LINES_A_WINDOW + f]! * factor;
    }
  }
}

function chooseGains(gains: Uint8Array): void {
  const levels = [0, 1, 2].map((window) => {
    let energy = 1e-10;
    for (let i = window * LINES_A_WINDOW; i < (window + 1) * LINES_A_WINDOW; i++) energy += lines[i]! * lines[i]!;
    return 10 * Math.log10(energy);
  });
  const loudest = Math.max(...levels);
  levels.forEach((level, window) => (gains[window] = Math.min(MAX_GAIN, Math.round(((loudest - level) * FOLLOWED) / GAIN_STEP_DB))));
}
