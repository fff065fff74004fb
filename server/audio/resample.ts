import { cut, inChannels, PcmCollector, type Pcm, type PcmStream } from './pcm.ts';

/**
 * Half length of the kernel in samples of the lower rate, and the Kaiser window's beta: some 80 dB of
 * rejection.
 */
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
  kernels: Float64Array[];
}

const banks = new Map<string, Bank>();

/**
 * Windowed-sinc kernels (Smith, "Digital Audio Resampling"), one for each distance between an output and an
 * input sample.
 */
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
      const window =
        Math.abs(t) >= reach ? 0 : bessel0(BETA * Math.sqrt(1 - (t / reach) ** 2)) / bessel0(BETA);
      return sinc * window;
    });
    const sum = kernel.reduce((a, b) => a + b, 0);
    return kernel.map((tap) => tap / sum);
  });
  const made = { phases, step: from / divisor, taps, kernels };
  if (phases <= 4096) banks.set(key, made);
  return made;
}

/** Number of samples after conversion to another sample rate. */
const resampledLength = (samples: number, from: number, to: number): number =>
  Math.round((samples * to) / from);

/**
 * Converts sound that comes piece by piece to another sample rate (hertz); its length is rounded to the
 * nearest sample.
 */
export class Resampler {
  readonly #from: number;
  readonly #to: number;
  readonly #bank: Bank | undefined;
  /** What the next output draws on, of each channel: it begins where that output's kernel does. */
  #held: Float64Array[] = [];
  #phase = 0;
  #taken = 0;
  #made = 0;

  constructor(from: number, to: number) {
    this.#from = from;
    this.#to = to;
    this.#bank = from === to ? undefined : bank(from, to);
  }

  /** Adds samples, all channels of the same length; returns the output that they complete. */
  write(channels: Float32Array[]): Float32Array[] {
    if (!this.#bank) return channels;
    const { phases, step, taps } = this.#bank;
    this.#taken += channels[0]!.length;
    return this.#convert(
      this.#bank,
      channels,
      Math.max(0, Math.ceil(((this.#taken - taps / 2) * phases) / step)),
    );
  }

  /** The rest: silence follows. */
  finish(): Float32Array[] {
    if (!this.#bank) return [];
    const silence = new Float32Array(this.#bank.taps / 2);
    return this.#convert(
      this.#bank,
      this.#held.map(() => silence),
      resampledLength(this.#taken, this.#from, this.#to),
    );
  }

  #convert({ phases, step, taps, kernels }: Bank, channels: Float32Array[], until: number): Float32Array[] {
    const count = until - this.#made;
    let [start, phase] = [0, this.#phase];
    const outputs = channels.map((channel, index) => {
      // Silence goes before the first sample.
      const held = this.#held[index] ?? new Float64Array(taps / 2 - 1);
      const input = new Float64Array(held.length + channel.length);
      input.set(held);
      input.set(channel, held.length);
      const output = new Float32Array(count);
      [start, phase] = [0, this.#phase];
      for (let i = 0; i < count; i++) {
        const kernel = kernels[phase]!;
        let sum = 0;
        for (let tap = 0; tap < taps; tap++) sum += input[start + tap]! * kernel[tap]!;
        output[i] = sum;
        phase += step;
        while (phase >= phases) {
          phase -= phases;
          start++;
        }
      }
      this.#held[index] = input.slice(start);
      return output;
    });
    this.#phase = phase;
    this.#made = until;
    return outputs;
  }
}

/** The same sound at another sample rate (hertz). */
export function resample(pcm: Pcm, sampleRate: number): Pcm {
  if (pcm.sampleRate === sampleRate) return pcm;
  const resampler = new Resampler(pcm.sampleRate, sampleRate);
  const maxSamples = resampledLength(pcm.channels[0]?.length ?? 0, pcm.sampleRate, sampleRate);
  const whole = new PcmCollector({ sampleRate, channels: pcm.channels.length, maxSamples });
  for (const piece of cut(pcm)) whole.add(resampler.write(piece));
  if (maxSamples > 0) whole.add(resampler.finish());
  return whole.pcm;
}

/**
 * A stream in other channels (a single one is doubled, of more than two the first two are taken) and at
 * another sample rate.
 */
export const convertStream = (stream: PcmStream, sampleRate: number, channels: 1 | 2): PcmStream => ({
  sampleRate,
  channels,
  maxSamples: resampledLength(stream.maxSamples, stream.sampleRate, sampleRate),
  async *pieces() {
    const resampler = new Resampler(stream.sampleRate, sampleRate);
    for await (const piece of stream.pieces()) {
      const next = resampler.write(inChannels({ sampleRate, channels: piece }, channels).channels);
      if (next[0]!.length > 0) yield next;
    }
    const rest = resampler.finish();
    if (rest.length > 0) yield rest;
  },
});
