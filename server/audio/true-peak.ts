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
const BLOCK = 64;

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
      const peak = Math.max(current, interpolatedPeak(samples, block * BLOCK, Math.min(samples.length, (block + 1) * BLOCK)));
      if (peak > above) found(block, peak);
    }
    [previous, current] = [current, next];
  }
}

const around = new Float32Array(BLOCK + TAPS);

function interpolatedPeak(samples: Float32Array, from: number, to: number): number {
  const [k1, k2, k3] = PHASES as [Float64Array, Float64Array, Float64Array];
  const before = TAPS / 2 - 1;
  around.fill(0);
  const start = Math.max(0, from - before);
  around.set(samples.subarray(start, Math.min(samples.length, to + TAPS / 2)), start - (from - before));
  let peak = 0;
  for (let i = 0; i < to - from; i++) {
    let [a, b, c] = [0, 0, 0];
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

/**
 * Turns loud stretches down, in place, so that the true peak stays under `ceilingDb` (dBTP). The gain falls over 3 ms
 * before a peak and recovers over some 12 ms, the same in every channel; stretches below the ceiling are not touched.
 * @returns what is left of the sound's energy, 1 when nothing was limited
 */
export function limitTruePeak(pcm: Pcm, ceilingDb: number): number {
  const ceiling = 10 ** (ceilingDb / 20);
  const length = pcm.channels[0]?.length ?? 0;
  const gains = new Map<number, number>();
  for (const channel of pcm.channels) {
    peaks(channel, ceiling, (block, peak) => gains.set(block, Math.min(gains.get(block) ?? 1, ceiling / peak)));
  }
  if (gains.size === 0) return 1;
  const before = Math.max(1, Math.round((pcm.sampleRate * 0.003) / BLOCK));
  const after = Math.max(1, Math.round((pcm.sampleRate * 0.012) / BLOCK));
  const blocks = Math.ceil(length / BLOCK);
  // One gain per block boundary (block b lies between points b and b + 1), never above what its neighbours demand.
  const points = new Float64Array(blocks + 1).fill(1);
  for (const [block, gain] of gains) {
    for (let point = Math.max(0, block - before); point <= Math.min(blocks, block + 1 + after); point++) {
      const distance = point < block ? (block - point) / before : point > block + 1 ? (point - block - 1) / after : 0;
      const eased = gain + (1 - gain) * distance;
      if (eased < points[point]!) points[point] = eased;
    }
  }
  let [energy, lost] = [0, 0];
  for (const channel of pcm.channels) for (let i = 0; i < length; i++) energy += channel[i]! ** 2;
  for (let block = 0; block < blocks; block++) {
    const [g0, g1] = [points[block]!, points[block + 1]!];
    if (g0 === 1 && g1 === 1) continue;
    const from = block * BLOCK;
    const to = Math.min(length, from + BLOCK);
    for (const channel of pcm.channels) {
      for (let i = from; i < to; i++) {
        const gain = g0 + ((g1 - g0) * (i - from)) / BLOCK;
        lost += channel[i]! ** 2 * (1 - gain * gain);
        channel[i]! *= gain;
      }
    }
  }
  return 1 - lost / energy;
}
