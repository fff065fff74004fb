import { mp3Stream, readMp3Layout } from './mp3-decoder.ts';

/** Values of a waveform: one for every other pixel of a wide screen. */
export const waveformValues = 400;
/** Stretches a second whose loudness is measured first. */
const stretchesPerSecond = 50;

/**
 * Measures how loud a file is over time, to draw it.
 * @returns `waveformValues` root mean squares of equally long parts, 0 to 255, in proportion to the loudest
 * @throws AudioError `unreadable`, `empty`
 */
export async function measureWaveform(mp3: Uint8Array): Promise<Uint8Array> {
  const { sampleRate, channels, pieces } = mp3Stream(mp3, readMp3Layout(mp3));
  const stretch = Math.round(sampleRate / stretchesPerSecond);
  const energies: number[] = [];
  let [energy, samples] = [0, 0];
  const close = () => {
    energies.push(energy / (samples * channels));
    [energy, samples] = [0, 0];
  };
  for await (const piece of pieces()) {
    for (let index = 0; index < piece[0]!.length; index++) {
      for (const channel of piece) energy += channel[index]! ** 2;
      if (++samples === stretch) close();
    }
  }
  if (samples > 0) close();
  const levels = Array.from({ length: waveformValues }, (_, index) => {
    const from = Math.floor((index * energies.length) / waveformValues);
    const to = Math.max(from + 1, Math.floor(((index + 1) * energies.length) / waveformValues));
    const part = energies.slice(from, to);
    return Math.sqrt(part.reduce((sum, each) => sum + each, 0) / part.length);
  });
  const loudest = Math.max(...levels);
  return Uint8Array.from(levels, (level) => (loudest > 0 ? Math.round((255 * level) / loudest) : 0));
}
