/** True peak (BS.1770-4 annex 2: four times oversampled) and a limiter that keeps sound under it. */
import type { Pcm } from './pcm.ts';

const TAPS = 12;
/** Interpolating kernels for the points a quarter, a half and three quarters of the way between two samples. */
const PHASES = [1, 2, 3].map((phase) => {
  const kernel = Float64Array.from({ length: TAPS }, (_, i) => {
    const t = i - (TAPS / 2 - 1) - phase / 4;
    return (Math.sin(Math.PI * t) / (Math.PI * t)) * Math.cos((Math.PI * t) / TAPS) ** 2;
  });
  const sum = kernel.reduce((a, b) => a + b, 0);
  return kernel.map((tap) => tap / sum);
});
/** No interpolated point can exceed the samples around it by more than this: quieter stretches need no oversampling. */
const MAX_OVERSHOOT = Math.max(...PHASES.map((kernel) => kernel.reduce((a, b) => a + Math.abs(b), 0)));
const BLOCK_BITS = 6;
const BLOCK = 1 << BLOCK_BITS;

/** Calls `found` with the highest true peak of each block of `BLOCK` samples that exceeds `above` (linear). */
function peaks(samples: Float32Array, above: number, found: (block: number, peak: number) => void): void {
  const blocks = Math.ceil(samples.length / BLOCK);
  const highest = (block: number) => {
    let peak = 0;
    for (let i = block * BLOCK, to = Math.min(samples.length, i + BLOCK); i < to; i++) {
      const magnitude = Math.abs(samples[i]!);
      if (magnitude > peak) peak = magnitude;
    }
    return peak;
  };
  // A block's interpolated points draw on its own samples and on a few of its neighbours'.
  let [previous, current] = [0, blocks > 0 ? highest(0) : 0];
  for (let block = 0; block < blocks; block++) {
    const next = block + 1 < blocks ? highest(block + 1) : 0;
    if (Math.max(previous, current, next) * MAX_OVERSHOOT > above) {
      const peak = Math.max(current, interpolatedPeak(samples, block * BLOCK, Math.min(samples.length, (block + 1) * BLOCK), above));
      if (peak > above) found(block, peak);
    }
    [previous, current] = [current, next];
  }
}

const around = new Float32Array(BLOCK + TAPS);

/** Points between two samples that both lie 6 dB under `above` are passed over: no natural sound rises so between them. */
function interpolatedPeak(samples: Float32Array, from: number, to: number, above: number): number {
  const [k1, k2, k3] = PHASES as [Float64Array, Float64Array, Float64Array];
  const before = TAPS / 2 - 1;
  around.fill(0);
  const start = Math.max(0, from - before);
  around.set(samples.subarray(start, Math.min(samples.length, to + TAPS / 2)), start - (from - before));
  let peak = 0;
  const low = above / 2;
  for (let i = 0; i < to - from; i++) {
    if (Math.abs(around[i + before]!) < low && Math.abs(around[i + before + 1]!) < low) continue;
    let a = 0;
    let b = 0;
    let c = 0;
    for (let tap = 0; tap < TAPS; tap++) {
      const x = around[i + tap]!;
      a += x * k1[tap]!;
      b += x * k2[tap]!;
      c += x * k3[tap]!;
    }
    peak = Math.max(peak, Math.abs(a), Math.abs(b), Math.abs(c));
  }
  return peak;
}

/** Highest true peak of a sound, dBTP; -Infinity for silence. */
export function truePeakDb(pcm: Pcm): number {
  let highest = 0;
  for (const channel of pcm.channels) peaks(channel, highest, (_, peak) => (highest = Math.max(highest, peak)));
  return 20 * Math.log10(highest);
}

/** The limiter gives back at most this much of the loudness that it takes (6 dB). */
const MAX_MAKEUP = 2;

/**
 * Amplifies a sound, in place, and turns loud stretches down so that the true peak stays under `ceilingDb` (dBTP). The
 * gain falls over 3 ms before a peak and recovers over some 12 ms, the same in every channel. What that takes from the
 * sound's energy the rest gets on top, so that it ends up as loud as `gain` alone would have made it.
 */
export function amplifyLimited(pcm: Pcm, gain: number, ceilingDb: number): void {
  const ceiling = 10 ** (ceilingDb / 20);
  const length = pcm.channels[0]?.length ?? 0;
  const blocks = Math.ceil(length / BLOCK);
  const peakOf = new Float64Array(blocks);
  for (const channel of pcm.channels) {
    peaks(channel, ceiling / (gain * MAX_MAKEUP), (block, peak) => (peakOf[block] = Math.max(peakOf[block]!, peak)));
  }
  const energyOf = new Float64Array(blocks);
  for (const channel of pcm.channels) for (let i = 0; i < length; i++) energyOf[i >> BLOCK_BITS]! += channel[i]! * channel[i]!;
  const energy = energyOf.reduce((a, b) => a + b, 0);

  let makeup = 1;
  let points = gainPoints(peakOf, ceiling / gain, pcm.sampleRate);
  for (let round = 0; round < 20; round++) {
    let kept = 0;
    for (let block = 0; block < blocks; block++) kept += energyOf[block]! * ((points[block]! + points[block + 1]!) / 2) ** 2;
    const wanted = Math.min(MAX_MAKEUP, Math.sqrt(energy / kept));
    if (Math.abs(wanted / makeup - 1) < 0.002) break;
    makeup = wanted;
    points = gainPoints(peakOf, ceiling / (gain * makeup), pcm.sampleRate);
  }
  for (let block = 0; block < blocks; block++) {
    const from = block * BLOCK;
    const to = Math.min(length, from + BLOCK);
    const start = points[block]! * gain * makeup;
    const slope = (points[block + 1]! * gain * makeup - start) / BLOCK;
    for (const channel of pcm.channels) for (let i = from; i < to; i++) channel[i]! *= start + slope * (i - from);
  }
}

/** One gain per block boundary (block b lies between points b and b + 1), never above what the blocks around it demand. */
function gainPoints(peakOf: Float64Array, ceiling: number, sampleRate: number): Float64Array {
  const before = Math.max(1, Math.round((sampleRate * 0.003) / BLOCK));
  const after = Math.max(1, Math.round((sampleRate * 0.012) / BLOCK));
  const points = new Float64Array(peakOf.length + 1).fill(1);
  peakOf.forEach((peak, block) => {
    if (peak <= ceiling) return;
    const gain = ceiling / peak;
    for (let point = Math.max(0, block - before); point <= Math.min(peakOf.length, block + 1 + after); point++) {
      const distance = point < block ? (block - point) / before : point > block + 1 ? (point - block - 1) / after : 0;
      const eased = gain + (1 - gain) * distance;
      if (eased < points[point]!) points[point] = eased;
    }
  });
  return points;
}
