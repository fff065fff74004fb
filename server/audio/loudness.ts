/**
 * Programme loudness by Recommendation ITU-R BS.1770-4: K-weighting (annex 1, tables 1 and 2, re-derived for
 * any sample rate from the analogue prototypes), mean square over 400 ms blocks that overlap by 75 %, gates
 * at -70 LUFS and 10 LU under the mean of what passed. True peak by annex 2: four times oversampled.
 */
import type { Pcm } from './pcm.ts';

interface Biquad {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/**
 * The two stages of the K-weighting: a high shelf (the head) and a high pass. Constants are the prototypes'
 * of BS.1770.
 */
function kWeighting(sampleRate: number): [Biquad, Biquad] {
  const shelf = (() => {
    const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
    const q = 0.7071752369554196;
    const high = 10 ** (3.999843853973347 / 20);
    const band = high ** 0.4996667741545416;
    const a0 = 1 + k / q + k * k;
    return {
      b0: (high + (band * k) / q + k * k) / a0,
      b1: (2 * (k * k - high)) / a0,
      b2: (high - (band * k) / q + k * k) / a0,
      a1: (2 * (k * k - 1)) / a0,
      a2: (1 - k / q + k * k) / a0,
    };
  })();
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return [shelf, { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 }];
}

/**
 * Sums of squares of the K-weighted signal for consecutive tenths of a second; silence may be imagined at
 * both ends.
 */
export class LoudnessMeter {
  readonly #hop: number;
  readonly #filters: [Biquad, Biquad];
  readonly #state: Float64Array[] = [];
  #sums: number[] = [];
  #filled = 0;
  #sum = 0;

  constructor(sampleRate: number) {
    this.#hop = Math.round(sampleRate / 10);
    this.#filters = kWeighting(sampleRate);
  }

  /** Takes the next samples, all channels of the same length. */
  write(channels: Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    for (let from = 0; from < length;) {
      const to = Math.min(length, from + this.#hop - this.#filled);
      channels.forEach((channel, index) => {
        this.#sum += this.#squares(channel, from, to, (this.#state[index] ??= new Float64Array(4)));
      });
      this.#filled += to - from;
      if (this.#filled === this.#hop) {
        this.#sums.push(this.#sum);
        this.#filled = 0;
        this.#sum = 0;
      }
      from = to;
    }
  }

  #squares(samples: Float32Array, from: number, to: number, state: Float64Array): number {
    const [s, h] = this.#filters;
    const { b0, b1, b2, a1, a2 } = s;
    const { a1: c1, a2: c2 } = h;
    let [s1, s2, h1, h2] = [state[0]!, state[1]!, state[2]!, state[3]!];
    let sum = 0;
    for (let i = from; i < to; i++) {
      const x = samples[i]!;
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      const z = y + h1;
      h1 = -2 * y - c1 * z + h2;
      h2 = y - c2 * z;
      sum += z * z;
    }
    state[0] = s1;
    state[1] = s2;
    state[2] = h1;
    state[3] = h2;
    return sum;
  }

  /**
   * Integrated loudness of the written samples, LUFS; -Infinity for silence, NaN where samples are no finite
   * numbers.
   * @param surroundingMs silence to count before and after: a short sentence is measured as between pauses
   */
  integrated(surroundingMs = 0): number {
    const sums = this.#filled > 0 ? [...this.#sums, this.#sum] : this.#sums;
    const silent = Array.from(
      { length: Math.max(Math.round(surroundingMs / 100), sums.length < 4 ? 4 - sums.length : 0) },
      () => 0,
    );
    const padded = [...silent.slice(0, Math.round(surroundingMs / 100)), ...sums, ...silent];
    const blocks: number[] = [];
    for (let i = 0; i + 4 <= padded.length; i++) {
      blocks.push((padded[i]! + padded[i + 1]! + padded[i + 2]! + padded[i + 3]!) / (4 * this.#hop));
    }
    if (blocks.some(Number.isNaN)) return Number.NaN;
    const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    const audible = blocks.filter((power) => power > 10 ** ((-70 + 0.691) / 10));
    if (audible.length === 0) return -Infinity;
    const gate = mean(audible) / 10;
    return -0.691 + 10 * Math.log10(mean(audible.filter((power) => power > gate)));
  }
}

/** Integrated loudness of a whole sound, LUFS; -Infinity for silence. */
export function integratedLoudness(pcm: Pcm, surroundingMs = 0): number {
  const meter = new LoudnessMeter(pcm.sampleRate);
  meter.write(pcm.channels);
  return meter.integrated(surroundingMs);
}
