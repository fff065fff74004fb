import { alignWords } from '../../audio/align.ts';
import { wordsOf } from '../../text/words.ts';

/** How often a short text is said in one breath. */
const copies = 3;
/** Seconds around an aligned word in which the pause before it is looked for. */
const searchSeconds = 0.4;
const windowSeconds = 0.005;
/** A pause is fainter than this part of the loudest moment (-26 dB), and lasts so many windows. */
const pauseLevel = 0.05;
const shortestPause = 4;

/**
 * Speaks a text of one to three words, which some models garble alone, several times in one breath and
 * returns the last time: it has words before it, and the fall at the end of a sentence. The cut is the
 * longest pause near where the alignment has the last copy begin. Without a pause there, the text is spoken
 * alone.
 * @param speak returns mono samples
 */
export function lastCopy(
  text: string,
  language: string,
  sampleRate: number,
  speak: (text: string) => Float32Array,
): Float32Array {
  const bare = text.trim().replace(/[\s.,;:!?…]{1,20}$/u, '');
  const end = /[.!?…]["'”’»)]{0,3}$/u.exec(text.trim())?.[0] ?? '.';
  const repeated = `${Array.from({ length: copies }, () => bare).join(', ')}${end}`;
  const samples = speak(repeated);
  const cut = cutBeforeLast(samples, repeated, language, sampleRate);
  return cut === null ? speak(text) : samples.slice(cut);
}

/** Sample at the end of the pause before the last copy; null: there is none. */
function cutBeforeLast(
  samples: Float32Array,
  text: string,
  language: string,
  sampleRate: number,
): number | null {
  const timings = alignWords({ sampleRate, channels: [samples] }, text, language);
  const words = wordsOf(text, language).length;
  const first = timings[words - words / copies];
  if (!first) return null;
  const window = Math.round(windowSeconds * sampleRate);
  const expected = (first.startMs / 1_000) * sampleRate;
  // The pauses between the other copies are not meant.
  const reach = Math.min(searchSeconds * sampleRate, samples.length / copies / 2);
  const loudest = levelAt(samples, 0, samples.length);
  let best: { length: number; end: number } | null = null;
  let quiet = 0;
  for (let at = Math.max(0, Math.round(expected - reach)); at < expected + reach; at += window) {
    if (levelAt(samples, at, window) <= loudest * pauseLevel) {
      quiet++;
      continue;
    }
    if (quiet >= shortestPause && quiet > (best?.length ?? 0)) best = { length: quiet, end: at };
    quiet = 0;
  }
  // A window earlier: the first phoneme begins softly.
  return best && best.end - window;
}

function levelAt(samples: Float32Array, from: number, length: number): number {
  let level = 0;
  for (let at = from; at < Math.min(samples.length, from + length); at++)
    level = Math.max(level, Math.abs(samples[at]!));
  return level;
}
