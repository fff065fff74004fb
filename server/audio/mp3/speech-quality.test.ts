/** The encoder against LAME, on speech brought to the loudness that every article has. */
import { beforeAll, expect, it } from 'vitest';
import { loadCodecs, type Codecs } from '../../../tests/support/mp3-codecs.ts';
import { OfflineEngine } from '../../speech/offline-engine.ts';
import { engineVoice } from '../../speech/offline-voices.ts';
import { integratedLoudness } from '../loudness.ts';
import { normaliseLoudness } from '../segment.ts';
import { truePeakDb } from '../true-peak.ts';

const SAMPLE_RATE = 22_050;
const VOICES = [
  [
    'en-US-Otto',
    'The council approved the new budget on Thursday. Peter picked a paper cup; take it to the back, and keep quiet.',
  ],
  [
    'en-US-Ada',
    'Nobody expected the storm to turn north so quickly, said Maria Keller, who runs the harbour office.',
  ],
  ['de-DE-Otto', 'Der Stadtrat hat am Donnerstag nach langer Debatte den neuen Haushalt beschlossen.'],
  [
    'de-DE-Ada',
    'Pünktlich um acht packte Katja ihre Tasche; niemand hatte erwartet, dass der Sturm so schnell nach Norden abdreht.',
  ],
  [
    'fr-FR-Otto',
    'Le conseil municipal a adopté jeudi le nouveau budget après un long débat sur les écoles et les routes.',
  ],
  [
    'fr-FR-Ada',
    'Peu de passants portaient un parapluie, et personne ne s’attendait à ce que la tempête tourne aussi vite.',
  ],
] as const;

let engine: OfflineEngine;
let codecs: Codecs;
beforeAll(async () => {
  [engine, codecs] = await Promise.all([OfflineEngine.load(), loadCodecs()]);
});

/**
 * Mean over stretches of 20 ms of the signal-to-noise ratio, each held between -10 and 60 dB; near-silent
 * ones do not count.
 */
function segmentalSnr(sound: Float32Array, decoded: Float32Array): number {
  const size = SAMPLE_RATE / 50;
  const ratios: number[] = [];
  for (let at = 0; at + size <= sound.length; at += size) {
    let [signal, noise] = [0, 1e-12];
    for (let i = at; i < at + size; i++) {
      signal += sound[i]! ** 2;
      noise += (sound[i]! - decoded[i]!) ** 2;
    }
    if (signal / size > 1e-7) ratios.push(Math.min(60, Math.max(-10, 10 * Math.log10(signal / noise))));
  }
  return ratios.reduce((a, b) => a + b, 0) / ratios.length;
}

const WINDOW = 256;
const COSINES = Float64Array.from({ length: WINDOW }, (_, i) => Math.cos((2 * Math.PI * i) / WINDOW));

/**
 * A sine wave 90 dB below full scale, in the units of the spectrum below: quieter differences are inaudible.
 */
const FLOOR = (WINDOW / 4) ** 2 * 1e-9;

/** Log power spectrum of a Hann-windowed stretch. */
function logSpectrum(sound: Float32Array, at: number): Float64Array {
  const windowed = Float64Array.from({ length: WINDOW }, (_, i) => sound[at + i]! * (0.5 - COSINES[i]! / 2));
  return Float64Array.from({ length: WINDOW / 2 }, (_, k) => {
    let [re, im] = [0, 0];
    for (let i = 0; i < WINDOW; i++) {
      re += windowed[i]! * COSINES[(i * k) % WINDOW]!;
      im += windowed[i]! * COSINES[(i * k + WINDOW / 4) % WINDOW]!;
    }
    return 10 * Math.log10(re * re + im * im + FLOOR);
  });
}

/** Mean over stretches of the root mean square difference of the log spectra, decibels. */
function logSpectralDistance(sound: Float32Array, decoded: Float32Array): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at + WINDOW <= sound.length; at += 2 * WINDOW, count++) {
    const [a, b] = [logSpectrum(sound, at), logSpectrum(decoded, at)];
    sum += Math.sqrt(a.reduce((total, value, k) => total + (value - b[k]!) ** 2, 0) / a.length);
  }
  return sum / count;
}

it.each(VOICES)('is no worse than LAME for %s', async (voice, text) => {
  const sound = engine.speak(text, engineVoice(voice, {})).pcm.channels[0]!.slice();
  normaliseLoudness({ sampleRate: SAMPLE_RATE, channels: [sound] });
  const ours = await codecs.own(sound, SAMPLE_RATE, 64);
  const theirs = await codecs.lame(sound, SAMPLE_RATE, 64);
  expect(segmentalSnr(sound, ours)).toBeGreaterThan(segmentalSnr(sound, theirs));
  expect(logSpectralDistance(sound, ours)).toBeLessThan(logSpectralDistance(sound, theirs) * 1.05);
  const pcm = (samples: Float32Array) => ({ sampleRate: SAMPLE_RATE, channels: [samples] });
  expect(Math.abs(integratedLoudness(pcm(ours)) - integratedLoudness(pcm(sound)))).toBeLessThan(0.1);
  expect(truePeakDb(pcm(ours)) - truePeakDb(pcm(theirs))).toBeLessThan(0.2);
});
