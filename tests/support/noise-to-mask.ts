/**
 * Measures how audible the noise of a codec is: the noise-to-mask ratio (NMR) as in ITU-R BS.1387-2, clauses
 * 2.1 and 4.5, for one channel. Listening tests of speech codecs agree that noise below the mask, with a
 * ratio under 0 dB, is inaudible; a clear difference between codecs begins at some 2 dB.
 */

/** Samples of a frame: at 22.05 kHz 46 ms, as long as the standard's frames at 48 kHz. */
const FRAME = 1024;
const HOP = FRAME / 2;
/** Sound pressure of a sine at full scale, dB, as the standard assumes it when it is unknown. */
const FULL_SCALE_DB = 92;
/** Power of such a sine in a Hann-windowed frame's spectrum. */
const FULL_SCALE_POWER = (FRAME / 4) ** 2;
/** Bands for each unit of the Bark scale, and where they begin. */
const BANDS_PER_BARK = 4;
const LOWEST_HERTZ = 80;
/** A frame whose noise exceeds the mask by so much in any band is counted as disturbed, dB. */
const DISTURBED_DB = 1.5;
/** Frames below this level are inaudible: mean power, relative to full scale. */
const INAUDIBLE = 1e-7;

export interface NoiseToMask {
  /** Mean over frames and bands, dB: the "Total NMR" of the standard. */
  totalDb: number;
  /** Share of frames, 0 to 1, in which some band is disturbed. */
  disturbed: number;
  /** Frames that were judged. */
  frames: number;
}

const HANN = Float64Array.from({ length: FRAME }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FRAME));
const TWIDDLE = Float64Array.from({ length: FRAME }, (_, i) =>
  i < FRAME / 2 ? Math.cos((2 * Math.PI * i) / FRAME) : -Math.sin((2 * Math.PI * (i - FRAME / 2)) / FRAME),
);

/** Returns the power spectrum of a windowed frame of `value(i)`: radix-2 FFT. */
function powerSpectrum(value: (i: number) => number): Float64Array {
  const re = new Float64Array(FRAME);
  const im = new Float64Array(FRAME);
  for (let i = 0, reversed = 0; i < FRAME; i++) {
    re[reversed] = HANN[i]! * value(i);
    let bit = FRAME >> 1;
    for (; reversed & bit; bit >>= 1) reversed ^= bit;
    reversed |= bit;
  }
  for (let size = 2; size <= FRAME; size *= 2) {
    const step = FRAME / size;
    for (let start = 0; start < FRAME; start += size) {
      for (let k = 0; k < size / 2; k++) {
        const [a, b] = [start + k, start + k + size / 2];
        const [c, s] = [TWIDDLE[k * step]!, TWIDDLE[k * step + FRAME / 2]!];
        const [x, y] = [re[b]! * c - im[b]! * s, re[b]! * s + im[b]! * c];
        [re[b], im[b]] = [re[a]! - x, im[a]! - y];
        [re[a], im[a]] = [re[a]! + x, im[a]! + y];
      }
    }
  }
  return Float64Array.from({ length: FRAME / 2 }, (_, k) => re[k]! ** 2 + im[k]! ** 2);
}

const barkOf = (hertz: number): number => 7 * Math.asinh(hertz / 650);
const hertzOf = (bark: number): number => 650 * Math.sinh(bark / 7);

interface Band {
  hertz: number;
  /** The first bin, and the one after the last. */
  from: number;
  to: number;
  /** Power of sound at the threshold in quiet (Terhardt), with the noise inside the ear. */
  quiet: number;
  /** By how much the mask lies below the sound, as a factor. */
  offset: number;
}

function bandsOf(sampleRate: number): Band[] {
  const bands: Band[] = [];
  const first = barkOf(LOWEST_HERTZ);
  const count = Math.floor((barkOf(sampleRate / 2) - first) * BANDS_PER_BARK);
  let from = Math.round((LOWEST_HERTZ * FRAME) / sampleRate);
  for (let index = 0; index < count; index++) {
    const edge = hertzOf(first + (index + 1) / BANDS_PER_BARK);
    const to = Math.min(FRAME / 2, Math.round((edge * FRAME) / sampleRate));
    // At the lowest frequencies some bands are narrower than a bin.
    if (to <= from) continue;
    const hertz = ((from + to) / 2) * (sampleRate / FRAME);
    const khz = hertz / 1000;
    const quietDb = 3.64 * khz ** -0.8 - 6.5 * Math.exp(-0.6 * (khz - 3.3) ** 2) + 0.001 * khz ** 4;
    const offsetDb = Math.max(3, barkOf(hertz) / 4);
    bands.push({
      hertz,
      from,
      to,
      quiet: 10 ** ((quietDb - FULL_SCALE_DB) / 10) * FULL_SCALE_POWER,
      offset: 10 ** (-offsetDb / 10),
    });
    from = to;
  }
  return bands;
}

const sumsOf = (spectrum: Float64Array, bands: readonly Band[]): Float64Array =>
  Float64Array.from(bands, ({ from, to }) => {
    let sum = 0;
    for (let bin = from; bin < to; bin++) sum += spectrum[bin]!;
    return sum;
  });

/**
 * Returns the noise that each band masks: the power of its own sound plus the spread from its neighbors (27
 * dB per Bark downwards, less steep upwards the louder it is), below which the mask lies by 3 to 6 dB.
 */
function maskOf(sound: Float64Array, bands: readonly Band[]): Float64Array {
  const spread = new Float64Array(bands.length);
  bands.forEach((source, index) => {
    const level = 10 * Math.log10(sound[index]! / FULL_SCALE_POWER + 1e-20) + FULL_SCALE_DB;
    const up = Math.max(4, 24 + 230 / source.hertz - 0.2 * level);
    const shares = bands.map(({ hertz }) => {
      const distance = barkOf(hertz) - barkOf(source.hertz);
      return 10 ** ((distance < 0 ? 27 * distance : -up * distance) / 10);
    });
    // Spreading moves power, and adds none.
    const whole = shares.reduce((sum, share) => sum + share, 0);
    shares.forEach((share, to) => (spread[to]! += (sound[index]! * share) / whole));
  });
  return spread.map((power, index) => Math.max(power * bands[index]!.offset, bands[index]!.quiet));
}

/**
 * Compares a sound with what a codec made of it; both begin at the same sample. Noise is the difference of
 * the samples, which is stricter than the standard's difference of magnitudes.
 */
export function noiseToMask(sound: Float32Array, decoded: Float32Array, sampleRate: number): NoiseToMask {
  const bands = bandsOf(sampleRate);
  let [sum, disturbed, frames] = [0, 0, 0];
  const limit = 10 ** (DISTURBED_DB / 10);
  for (let at = 0; at + FRAME <= Math.min(sound.length, decoded.length); at += HOP) {
    let power = 0;
    for (let i = at; i < at + FRAME; i++) power += sound[i]! ** 2 / FRAME;
    if (power < INAUDIBLE) continue;
    const mask = maskOf(
      sumsOf(
        powerSpectrum((i) => sound[at + i]!),
        bands,
      ),
      bands,
    );
    const noise = sumsOf(
      powerSpectrum((i) => sound[at + i]! - decoded[at + i]!),
      bands,
    );
    const ratios = noise.map((value, index) => value / mask[index]!);
    sum += ratios.reduce((total, ratio) => total + ratio, 0) / bands.length;
    if (ratios.some((ratio) => ratio > limit)) disturbed++;
    frames++;
  }
  return { totalDb: 10 * Math.log10(sum / frames), disturbed: disturbed / frames, frames };
}
