/** Sounds that the audio tests make for themselves. */
import type { Pcm } from '../../server/audio/pcm.ts';
import { int16Interleaved, wavHeader } from '../../server/audio/wav.ts';

/** A sine wave; the level is its peak, 0 to 1. */
export function sine(
  hertz: number,
  seconds: number,
  { sampleRate = 22_050, level = 0.5, channels = 1 } = {},
): Pcm {
  const samples = Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, i) => level * Math.sin((2 * Math.PI * hertz * i) / sampleRate),
  );
  return { sampleRate, channels: Array.from({ length: channels }, () => samples.slice()) };
}

/** A 16-bit WAV file. */
export const wavFile = (pcm: Pcm): Uint8Array =>
  new Uint8Array(
    Buffer.concat([
      wavHeader(pcm.sampleRate, pcm.channels.length, pcm.channels[0]!.length),
      int16Interleaved(pcm.channels),
    ]),
  );

/** Level of one frequency in a stretch of sound (Goertzel's algorithm), dB relative to a sine of peak 1. */
export function levelAt(samples: Float32Array, hertz: number, sampleRate: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let [a, b] = [0, 0];
  for (const sample of samples) [a, b] = [sample + coefficient * a - b, a];
  const power = a * a + b * b - coefficient * a * b;
  return 10 * Math.log10((4 * power) / samples.length ** 2);
}

/**
 * Fundamental frequency in hertz: the median over voiced stretches of 50 ms of where the autocorrelation is
 * highest.
 */
export function fundamental(samples: Float32Array, sampleRate: number): number {
  const size = Math.round(sampleRate * 0.05);
  const found: number[] = [];
  for (let at = 0; at + 2 * size < samples.length; at += size) {
    const correlation = (lag: number) => {
      let sum = 0;
      for (let i = 0; i < size; i++) sum += samples[at + i]! * samples[at + i + lag]!;
      return sum;
    };
    const energy = correlation(0);
    if (energy / size < 0.002) continue;
    let [best, bestLag] = [0, 0];
    for (let lag = Math.round(sampleRate / 350); lag <= Math.round(sampleRate / 60); lag++) {
      const value = correlation(lag);
      if (value > best) [best, bestLag] = [value, lag];
    }
    if (best > 0.5 * energy) found.push(sampleRate / bestLag);
  }
  return found.sort((x, y) => x - y)[found.length >> 1] ?? 0;
}
