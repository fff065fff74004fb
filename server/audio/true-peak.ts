/** True peak (BS.1770-4 annex 2, oversampled twice as far) and a limiter that keeps sound under it. */
import type { Pcm } from './pcm.ts';

/**
 * Windowed-sinc kernels for points between two samples: so many of their neighbours on either side, and so
 * many points.
 */
function interpolators(reach: number, points: number): Float64Array[] {
  return Array.from({ length: points }, (_, index) => {
    const kernel = Float64Array.from({ length: 2 * reach }, (_, i) => {
      const t = i - reach + 1 - (index + 1) / (points + 1);
      return (Math.sin(Math.PI * t) / (Math.PI * t)) * Math.cos((Math.PI * t) / (2 * reach)) ** 2;
    });
    const sum = kernel.reduce((a, b) => a + b, 0);
    return kernel.map((tap) => tap / sum);
  });
}

/**
 * What is looked at first: short kernels, as the Recommendation's own. They read bursts near the Nyquist
 * frequency too low.
 */
const COARSE_REACH = 6;
const COARSE = interpolators(COARSE_REACH, 3);
/** Where those come within 3 dB of what is looked for, eight times oversampled. */
const FINE_REACH = 24;
const FINE = interpolators(FINE_REACH, 7);
const NEAR = 10 ** (-3 / 20);
/**
 * No interpolated point can exceed the samples around it by more than this: quieter stretches need no
 * oversampling.
 */
const MAX_OVERSHOOT = Math.max(...FINE.map((kernel) => kernel.reduce((a, b) => a + Math.abs(b), 0)));
const BLOCK_BITS = 6;
const BLOCK = 1 << BLOCK_BITS;

/**
 * Calls `found` with the highest true peak of each block of `BLOCK` samples that exceeds `above` (linear).
 * @param exactAbove peaks under this are not looked at finely: bursts near the Nyquist frequency may be read
 * too low
 */
function peaks(
  samples: Float32Array,
  above: number,
  exactAbove: number,
  found: (block: number, peak: number) => void,
  from = 0,
  to = samples.length,
): void {
  const highest = (start: number) => {
    let peak = 0;
    for (let i = Math.max(0, start), end = Math.min(samples.length, start + BLOCK); i < end; i++) {
      const magnitude = Math.abs(samples[i]!);
      if (magnitude > peak) peak = magnitude;
    }
    return peak;
  };
  // A block's interpolated points draw on its own samples and on a few of its neighbours'.
  let [previous, current] = [highest(from - BLOCK), highest(from)];
  for (let start = from, block = 0; start < to; start += BLOCK, block++) {
    const next = highest(start + BLOCK);
    if (Math.max(previous, current, next) * MAX_OVERSHOOT > above) {
      const peak = interpolatedPeak(samples, start, Math.min(to, start + BLOCK), above, exactAbove, current);
      if (peak > above) found(block, peak);
    }
    [previous, current] = [current, next];
  }
}

const around = new Float64Array(BLOCK + 2 * FINE_REACH);

/**
 * The highest of `highest`, the highest sample, and the points after the samples. Those between two samples
 * that both lie 8 dB under it, or under `above`, are passed over: no natural sound rises so between them.
 */
function interpolatedPeak(
  samples: Float32Array,
  from: number,
  to: number,
  above: number,
  exactAbove: number,
  highest: number,
): number {
  const [k1, k2, k3] = COARSE as [Float64Array, Float64Array, Float64Array];
  around.fill(0);
  const start = Math.max(0, from - FINE_REACH + 1);
  around.set(
    samples.subarray(start, Math.min(samples.length, to + FINE_REACH)),
    start - (from - FINE_REACH + 1),
  );
  let peak = highest;
  let low = Math.max(above, peak) / 2.5;
  for (let i = 0; i < to - from; i++) {
    const here = i + FINE_REACH - 1;
    if (Math.abs(around[here]!) < low && Math.abs(around[here + 1]!) < low) continue;
    let a = 0;
    let b = 0;
    let c = 0;
    for (let tap = 0, at = here - COARSE_REACH + 1; tap < 2 * COARSE_REACH; tap++, at++) {
      const x = around[at]!;
      a += x * k1[tap]!;
      b += x * k2[tap]!;
      c += x * k3[tap]!;
    }
    const coarse = Math.max(Math.abs(a), Math.abs(b), Math.abs(c));
    if (coarse > Math.max(exactAbove, peak) * NEAR) peak = Math.max(peak, finePeak(i));
    else if (coarse > peak) peak = coarse;
    low = Math.max(above, peak) / 2.5;
  }
  return peak;
}

/** The highest of the points after the sample at this place of `around`. */
function finePeak(from: number): number {
  let peak = 0;
  for (const kernel of FINE) {
    let sum = 0;
    for (let tap = 0; tap < 2 * FINE_REACH; tap++) sum += around[from + tap]! * kernel[tap]!;
    peak = Math.max(peak, Math.abs(sum));
  }
  return peak;
}

/** Number of samples on either side from which a value between two samples is interpolated. */
export const PEAK_REACH = FINE_REACH;

/** The highest true peak of a stretch of one channel (linear), or `above` where none is higher. */
export function truePeakAbove(samples: Float32Array, above: number, from = 0, to = samples.length): number {
  let highest = above;
  peaks(samples, above, above, (_, peak) => (highest = Math.max(highest, peak)), from, to);
  return highest;
}

/**
 * Highest true peak of a sound, dBTP; -Infinity for silence.
 * @testonly
 */
export function truePeakDb(pcm: Pcm): number {
  return 20 * Math.log10(pcm.channels.reduce((highest, channel) => truePeakAbove(channel, highest), 0));
}

/** The limiter gives back at most this much of the loudness that it takes (6 dB). */
const MAX_MAKEUP = 2;

/** What the limiter looks at in one go; the block before and the one after say what lies at its ends. */
const STRETCH = 64 * BLOCK;

/**
 * Amplifies a sound, in place, and attenuates loud stretches so that the true peak stays under a ceiling. The
 * gain falls over 3 ms before a peak and recovers over some 12 ms, the same in every channel. The rest is
 * amplified further to make up for the lost energy, so that the result is as loud as with the gain alone.
 *
 * The sound is passed in twice, in pieces of any length: first all of it to `listen`, then to `amplify`.
 */
export class Limiter {
  readonly #sampleRate: number;
  readonly #gain: number;
  readonly #ceiling: number;
  readonly #peakOf: number[] = [];
  readonly #energyOf: number[] = [];
  /**
   * Of each channel the block before, and the samples that have not been looked at; for how many there is
   * room.
   */
  #heard: Float32Array[] = [];
  #filled = BLOCK;
  /** Gain at the start of each block. */
  #points: Float64Array | undefined;
  #amplified = 0;

  /**
   * @param gain linear
   * @param ceilingDb highest true peak, dBTP
   */
  constructor(sampleRate: number, gain: number, ceilingDb: number) {
    this.#sampleRate = sampleRate;
    this.#gain = gain;
    this.#ceiling = 10 ** (ceilingDb / 20);
  }

  /** The next samples, all channels of the same length. */
  listen(channels: Float32Array[]): void {
    if (this.#heard.length === 0) this.#heard = channels.map(() => new Float32Array(STRETCH + 2 * BLOCK));
    const length = channels[0]?.length ?? 0;
    for (let at = 0; at < length;) {
      const end = Math.min(length, at + STRETCH + 2 * BLOCK - this.#filled);
      channels.forEach((channel, index) => this.#heard[index]!.set(channel.subarray(at, end), this.#filled));
      this.#filled += end - at;
      at = end;
      if (this.#filled === STRETCH + 2 * BLOCK) {
        this.#measure(BLOCK + STRETCH);
        for (const heard of this.#heard) heard.copyWithin(0, STRETCH);
        this.#filled = 2 * BLOCK;
      }
    }
  }

  #measure(to: number): void {
    const [peakOf, energyOf] = [this.#peakOf, this.#energyOf];
    const first = energyOf.length;
    for (let block = first; block < first + (to - BLOCK) / BLOCK; block++) {
      peakOf.push(0);
      energyOf.push(0);
    }
    // What only the makeup could lift to the ceiling need not be known so well.
    const exactAbove = this.#ceiling / this.#gain;
    for (const heard of this.#heard) {
      peaks(
        heard,
        exactAbove / MAX_MAKEUP,
        exactAbove,
        (block, peak) => (peakOf[first + block] = Math.max(peakOf[first + block]!, peak)),
        BLOCK,
        to,
      );
      for (let block = first, from = BLOCK; from < to; block++, from += BLOCK) {
        let energy = energyOf[block]!;
        for (let i = from, end = Math.min(to, from + BLOCK); i < end; i++) energy += heard[i]! * heard[i]!;
        energyOf[block] = energy;
      }
    }
  }

  /** Ends the input with silence; the gains are final. */
  #settle(): Float64Array {
    for (const heard of this.#heard) heard.fill(0, this.#filled);
    this.#measure(this.#filled);
    const [gain, energyOf] = [this.#gain, this.#energyOf];
    const energy = energyOf.reduce((a, b) => a + b, 0);
    let makeup = 1;
    let points = gainPoints(this.#peakOf, this.#ceiling / gain, this.#sampleRate);
    for (let round = 0; round < 20 && energy > 0; round++) {
      let kept = 0;
      for (let block = 0; block < energyOf.length; block++)
        kept += energyOf[block]! * ((points[block]! + points[block + 1]!) / 2) ** 2;
      const wanted = Math.min(MAX_MAKEUP, Math.sqrt(energy / kept));
      if (Math.abs(wanted / makeup - 1) < 0.002) break;
      makeup = wanted;
      points = gainPoints(this.#peakOf, this.#ceiling / (gain * makeup), this.#sampleRate);
    }
    for (let point = 0; point < points.length; point++) points[point] = points[point]! * gain * makeup;
    return points;
  }

  /** Processes the next samples of the analyzed sound. */
  amplify(channels: Float32Array[]): void {
    const points = (this.#points ??= this.#settle());
    const length = channels[0]?.length ?? 0;
    for (let at = 0; at < length;) {
      const block = this.#amplified >> BLOCK_BITS;
      const within = this.#amplified - block * BLOCK;
      const end = Math.min(length, at + BLOCK - within);
      const start = points[block]!;
      const slope = (points[block + 1]! - start) / BLOCK;
      for (const channel of channels)
        for (let i = at, k = within; i < end; i++, k++) channel[i]! *= start + slope * k;
      this.#amplified += end - at;
      at = end;
    }
  }
}

/** A whole sound at once, in place. */
export function amplifyLimited({ sampleRate, channels }: Pcm, gain: number, ceilingDb: number): void {
  const limiter = new Limiter(sampleRate, gain, ceilingDb);
  limiter.listen(channels);
  limiter.amplify(channels);
}

/**
 * One gain per block boundary (block b lies between points b and b + 1), never above what the blocks around
 * it demand.
 */
function gainPoints(peakOf: number[], ceiling: number, sampleRate: number): Float64Array {
  const before = Math.max(1, Math.round((sampleRate * 0.003) / BLOCK));
  const after = Math.max(1, Math.round((sampleRate * 0.012) / BLOCK));
  const points = new Float64Array(peakOf.length + 1).fill(1);
  peakOf.forEach((peak, block) => {
    if (peak <= ceiling) return;
    const gain = ceiling / peak;
    for (
      let point = Math.max(0, block - before);
      point <= Math.min(peakOf.length, block + 1 + after);
      point++
    ) {
      const distance =
        point < block ? (block - point) / before : point > block + 1 ? (point - block - 1) / after : 0;
      const eased = gain + (1 - gain) * distance;
      if (eased < points[point]!) points[point] = eased;
    }
  });
  return points;
}
