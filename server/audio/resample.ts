import type { Pcm } from './pcm.ts';

/** Half length of the kernel in samples of the lower rate, and the Kaiser window's beta: some 80 dB of rejection. */
const HALF_WIDTH = 16;
const BETA = 8;
/** Pass band, as a part of the lower rate's Nyquist frequency. */
const CUTOFF = 0.94;

/** Modified Bessel function of the first kind, order zero, by its power series. */
function bessel0(x: number): number {
  let [sum, term] = [1, 1];
  for (let k = 1; term > sum * 1e-12; k++) sum += term *= (x / (2 * k)) ** 2;
  return sum;
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

interface Bank {
  /** Output positions repeat after this many samples, one kernel each. */
  phases: number;
  step: number;
  taps: number;
  kernels: Float32Array[];
}

const banks = new Map<string, Bank>();

/** Windowed-sinc kernels (Smith, "Digital Audio Resampling"), one for each distance between an output and an input sample. */
function bank(from: number, to: number): Bank {
  const key = `${from}:${to}`;
  const known = banks.get(key);
  if (known) return known;
  const divisor = gcd(from, to);
  const phases = to / divisor;
  const scale = Math.min(1, to / from) * CUTOFF;
  const reach = Math.ceil(HALF_WIDTH * Math.max(1, from / to));
  const taps = 2 * reach;
  const kernels = Array.from({ length: phases }, (_, phase) => {
    const kernel = Float64Array.from({ length: taps }, (_, i) => {
      const t = i - reach + 1 - phase / phases;
      const sinc = t === 0 ? scale : Math.sin(Math.PI * scale * t) / (Math.PI * t);
      const window = Math.abs(t) >= reach ? 0 : bessel0(BETA * Math.sqrt(1 - (t / reach) ** 2)) / bessel0(BETA);
      return sinc * window;
    });
    const sum = kernel.reduce((a, b) => a + b, 0);
    return Float32Array.from(kernel, (tap) => tap / sum);
  });
  const made = { phases, step: from / divisor, taps, kernels };
  if (phases <= 4096) banks.set(key, made);
  return made;
}

/** The same sound at another sample rate (hertz); lengths are rounded to the nearest sample. */
export function resample(pcm: Pcm, sampleRate: number): Pcm {
  if (pcm.sampleRate === sampleRate) return pcm;
  const { phases, step, taps, kernels } = bank(pcm.sampleRate, sampleRate);
  const reach = taps / 2;
  const channels = pcm.channels.map((input) => {
    const output = new Float32Array(Math.round((input.length * sampleRate) / pcm.sampleRate));
    let [whole, phase] = [0, 0];
    for (let i = 0; i < output.length; i++) {
      const kernel = kernels[phase]!;
      const start = whole - reach + 1;
      const first = start < 0 ? -start : 0;
      const last = start + taps > input.length ? input.length - start : taps;
      let sum = 0;
      for (let tap = first; tap < last; tap++) sum += input[start + tap]! * kernel[tap]!;
      output[i] = sum;
      phase += step;
      while (phase >= phases) {
        phase -= phases;
        whole++;
      }
    }
    return output;
  });
  return { sampleRate, channels };
}
