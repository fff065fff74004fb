import { wordsOf, type WordSpan, type WordTiming } from '../text/words.ts';
import { durationMs } from './pcm.ts';
import type { Pcm } from './pcm.ts';
import { expectedDuration } from './spoken-length.ts';

/**
 * When each word of a text sounds, measured where a service gives no marks: the silences in the audio are
 * matched with the punctuation of the text (dynamic programming over both, weighing how long the words
 * between would take), and inside a phrase the words share its length by their expected durations. Takes well
 * under 1 % of the audio's length. Returns one timing for each word, in order and within the audio; for a
 * text without words none.
 */
export function alignWords(pcm: Pcm, text: string, language: string): WordTiming[] {
  const words = wordsOf(text, language);
  if (words.length === 0) return [];
  const total = durationMs(pcm);
  const sound = findSilences(pcm) ?? { start: 0, end: total, silences: [] };
  const expected = words.map((word, index) => {
    const gap = text.slice(word.start + word.length, words[index + 1]?.start ?? text.length);
    return (
      expectedDuration(text.slice(word.start, word.start + word.length), language) +
      spokenSign * (gap.match(/[%€$£§&+=°@]/g)?.length ?? 0)
    );
  });
  const gaps = words.slice(0, -1).map((word, index) => gapKind(text, word, words[index + 1]!));

  const sums = [0];
  for (const [index, duration] of expected.entries()) sums.push(sums[index]! + duration);
  // The pace is known only once the pauses are: guess it, align, measure it, align again.
  const longSilence = sum(
    sound.silences.map(({ start, end }) => (end - start >= surePause ? end - start : 0)),
  );
  let pace = (sound.end - sound.start - longSilence) / sums.at(-1)!;
  const whole = { from: 0, to: words.length, start: sound.start, end: sound.end };
  // Audio and text that cannot belong together are not worth matching, and would take long.
  if (pace < paces.min || pace > paces.max) return timings(words, [whole], sums);
  let phrases = matchPauses(sound, gaps, sums, pace);
  pace = sum(phrases.map(({ start, end }) => end - start)) / sums.at(-1)!;
  phrases = matchPauses(sound, gaps, sums, pace);
  return timings(words, phrases, sums);
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** What "%" or "&" between words takes, on the scale of `expectedDuration`. */
const spokenSign = 350;
/**
 * Silences shorter than this are closures of consonants, longer than `surePause` hardly ever. In
 * milliseconds.
 */
const shortestPause = 50;
const surePause = 130;

/** Between these the pace of speech lies, 1 being about 175 words a minute and 5 five times slower. */
const paces = { min: 0.2, max: 5 };

type GapKind = 'none' | 'clause' | 'stop' | 'sentence' | 'paragraph';

function gapKind(text: string, word: WordSpan, next: WordSpan): GapKind {
  const gap = text.slice(word.start + word.length, next.start);
  if (/\n\s*\n/.test(gap)) return 'paragraph';
  if (/[!?。！？؟।…:]/u.test(gap) || gap.includes('\n')) return 'sentence';
  // "Dr. Weiß", "3. März": the words alone do not tell whether the sentence ends.
  if (gap.includes('.'))
    return word.length <= 3 || /^\p{Ll}/u.test(text.slice(next.start, next.start + 1)) ? 'stop' : 'sentence';
  return /[^\s'’\-‐‑]/u.test(gap) ? 'clause' : 'none';
}

/**
 * What it costs, on the scale of squared deviations, to hear a pause where the text has such a gap, and to
 * hear none.
 */
const gapCosts: Record<GapKind, { pause: number; noPause: number }> = {
  none: { pause: 6, noPause: 0 },
  clause: { pause: 0.5, noPause: 1 },
  stop: { pause: 1, noPause: 0.5 },
  sentence: { pause: 0, noPause: 5 },
  paragraph: { pause: 0, noPause: 7 },
};

interface Silence {
  /** Milliseconds. */
  start: number;
  end: number;
}

interface Sound {
  /** Where the first and the last sound lie, in milliseconds. */
  start: number;
  end: number;
  /** Between them, in order. */
  silences: Silence[];
}

const frameMs = 5;

/** Stretches well below the loudness of the speech around. Undefined when there is no sound at all. */
function findSilences({ channels, sampleRate }: Pcm): Sound | undefined {
  const samples = channels[0];
  if (!samples || samples.length === 0) return undefined;
  const size = (sampleRate * frameMs) / 1000;
  const levels = new Float64Array(Math.floor(samples.length / size));
  for (let frame = 0; frame < levels.length; frame++) {
    const end = Math.floor((frame + 1) * size);
    let energy = 0;
    for (let at = Math.floor(frame * size); at < end; at++) energy += samples[at]! * samples[at]!;
    levels[frame] = 10 * Math.log10(energy / size + 1e-12);
  }
  const sorted = levels.slice().sort();
  const quantile = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? -120;
  const speech = quantile(0.9);
  if (speech < -75) return undefined;
  // In a noisy recording the floor is the noise in pauses; in a clean one it lies far below speech.
  const threshold = Math.max(speech - 36, Math.min(quantile(0.05) + 6, speech - 18));

  const silences: Silence[] = [];
  let first = -1;
  let last = -1;
  for (let frame = 0; frame < levels.length; frame++) {
    if (levels[frame]! < threshold) continue;
    if (first < 0) first = frame;
    else if ((frame - last - 1) * frameMs >= shortestPause)
      silences.push({ start: (last + 1) * frameMs, end: frame * frameMs });
    last = frame;
  }
  return { start: first * frameMs, end: (last + 1) * frameMs, silences };
}

/** Words said in one breath: those from `from` up to `to`, and when. */
interface Phrase {
  from: number;
  to: number;
  start: number;
  end: number;
}

/** A silence taken for the gap before word `word`, and the cheapest way there. */
interface State {
  word: number;
  cost: number;
  silence: number;
  before: State | undefined;
}

/** Of the states of one silence only the best few, and only those that can still win. */
const beamWidth = 48;
const beamCost = 40;
/** A phrase holds no more ignored silences than this, unless nothing else is possible. */
const mostIgnored = 40;
const costliestIgnored = 60;

/**
 * Which silence belongs to which gap. A state is (silence, gap); the cost of a phrase between two of them is
 * how far its length is from what its words take at the pace, and what the gaps without pause and the
 * silences without gap in it cost.
 */
function matchPauses(sound: Sound, gaps: GapKind[], sums: number[], pace: number): Phrase[] {
  const words = sums.length - 1;
  const silences: Silence[] = [
    { start: sound.start, end: sound.start },
    ...sound.silences,
    { start: sound.end, end: sound.end },
  ];
  const final = silences.length - 1;
  const skipped = [0, 0];
  for (const gap of gaps) skipped.push(skipped.at(-1)! + gapCosts[gap].noPause);

  const states: State[][] = silences.map(() => []);
  states[0] = [{ word: 0, cost: 0, silence: 0, before: undefined }];
  for (let from = 0; from < final; from++) {
    const alive = states[from]!.sort((a, b) => a.cost - b.cost).filter(
      ({ cost }, _, [best]) => cost <= best!.cost + beamCost,
    );
    for (const state of alive.slice(0, beamWidth)) {
      let ignored = 0;
      for (let to = from + 1; to <= final; to++) {
        const length = (silences[to]!.start - silences[from]!.end) / pace;
        extend(state, to, length, ignored);
        ignored += ignoredCost(silences[to]!);
        if (to - from > mostIgnored || ignored > costliestIgnored) break;
      }
    }
    states[from] = [];
  }

  let state = states[final]!.find(({ word }) => word === words);
  if (!state) return [{ from: 0, to: words, start: sound.start, end: sound.end }];
  const phrases: Phrase[] = [];
  for (; state.before; state = state.before) {
    const { before }: State = state;
    phrases.unshift({
      from: before!.word,
      to: state.word,
      start: silences[before!.silence]!.end,
      end: silences[state.silence]!.start,
    });
  }
  return phrases;

  function extend(state: State, to: number, length: number, ignored: number): void {
    const origin = sums[state.word]!;
    const lowest =
      to === final ? words : Math.max(state.word + 1, lowerBound(sums, origin + length * 0.5 - 250));
    const highest = origin + length * 1.7 + 250;
    for (let word = lowest; word <= words && (sums[word]! <= highest || to === final); word++) {
      if (to !== final && word === words) break;
      const expected = sums[word]! - origin;
      const deviation = (expected - length) / (60 + 2.2 * Math.sqrt(expected * 4));
      const gap = to === final ? 0 : gapCost(gaps[word - 1]!, silences[to]!);
      const cost =
        state.cost + deviation * deviation + ignored + (skipped[word]! - skipped[state.word + 1]!) + gap;
      const known = states[to]!.find((other) => other.word === word);
      if (!known) states[to]!.push({ word, cost, silence: to, before: state });
      else if (cost < known.cost) Object.assign(known, { cost, before: state });
    }
  }
}

const ignoredCost = ({ start, end }: Silence): number => Math.min(20, Math.max(0, (end - start - 60) / 25));

/** A long silence where the text has none is a breath: possible, but the longer the less likely. */
function gapCost(kind: GapKind, { start, end }: Silence): number {
  const length = end - start;
  const { pause } = gapCosts[kind];
  if (kind === 'none') return pause + Math.min(6, length / 80);
  return pause + (length < surePause ? (surePause - length) / 40 : 0);
}

/** The first index whose value is at least the given one. */
function lowerBound(sorted: number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function timings(words: WordSpan[], phrases: Phrase[], sums: number[]): WordTiming[] {
  return phrases.flatMap(({ from, to, start, end }) => {
    const scale = (end - start) / (sums[to]! - sums[from]!);
    const at = (word: number): number => Math.round(start + (sums[word]! - sums[from]!) * scale);
    return words
      .slice(from, to)
      .map((word, index) => ({
        start: word.start,
        length: word.length,
        startMs: at(from + index),
        endMs: at(from + index + 1),
      }));
  });
}
