import { primaryLanguage } from '../../../../text/primary-language.ts';
import { alignWords, type WordPair, type SoundsOf } from './align-words.ts';
import { recognisedWords, type RecognisedWord } from './recognised-words.ts';

/** A difference between a text and its recognized speech. */
export interface Divergence {
  kind: 'missing' | 'added' | 'otherwise';
  /** Its position, or that of the insertion, in the given text. */
  start: number;
  length: number;
  /** Its words as written, and as recognized; either may be empty. */
  said: string;
  heard: string;
  /** Words of the text, or of what was put in, that it is about. */
  words: number;
  /** Whether it changes the meaning: a negation or a number. */
  turns: boolean;
  /** How much of it differs, in words; those that change the meaning count several times. */
  distance: number;
  /** Whether enough consecutive words mismatch that the passage counts as not spoken. */
  isAstray: boolean;
}

/** Under this, words sound alike: recognisers write one of several. */
const alike = 0.3;
/** Numbers that sound nearly alike are not the same: forty and fourteen. */
const alikeNumbers = 0.1;
/** The spelling of names can't be derived from their sound. */
const alikeNames = 0.5;
/** Consecutive words none of which is recognized as written (the window of a fault). */
const astray = 8;
const weightOf = { sense: 4, little: 0.4, word: 1 };

/** Words without which a sentence says the contrary. */
const negations: Record<string, ReadonlySet<string>> = {
  en: new Set(
    'not no never none nobody nothing neither nor cannot cant dont doesnt didnt wont wouldnt isnt arent wasnt werent hasnt havent hadnt shouldnt couldnt without'.split(
      ' ',
    ),
  ),
  de: new Set(
    'nicht kein keine keinen keinem keiner keines nie niemals nichts niemand weder ohne nirgends'.split(' '),
  ),
  fr: new Set('pas non jamais rien aucun aucune personne ni sans guère nullement'.split(' ')),
};

/**
 * Compares recognized speech with its text.
 * @param language BCP 47
 * @param soundsOf as in `alignWords`
 * @returns differences, in the order of the text
 */
export function compareSpeech(
  text: string,
  heard: string,
  language: string,
  soundsOf?: SoundsOf,
): Divergence[] {
  const [said, got] = [recognisedWords(text, language), recognisedWords(heard, language)];
  const pairings = alignWords(
    said.map((word) => word.said),
    got.map((word) => word.said),
    soundsOf,
  );
  const comparison = { text, heard, language, said, got };
  const runs = differingRuns(comparison, pairings);
  return runs.flatMap((run) => divergencesOf(comparison, run));
}

/**
 * Returns the words of a text and of its recognized speech that are not spelled alike in both: their sounds
 * decide.
 */
export function uncertainWords(text: string, heard: string, language: string): string[] {
  const [said, got] = [recognisedWords(text, language), recognisedWords(heard, language)].map((words) =>
    words.map((word) => word.said),
  ) as [string[], string[]];
  return alignWords(said, got)
    .filter(({ distance }) => distance > 0)
    .flatMap(({ said: [a, b], heard: [c, d] }) => [
      // Their neighbours may be joined with them.
      ...said.slice(Math.max(0, a - 1), b + 1),
      ...got.slice(Math.max(0, c - 1), d + 1),
    ]);
}

interface Comparison {
  text: string;
  heard: string;
  language: string;
  said: readonly RecognisedWord[];
  got: readonly RecognisedWord[];
}

/** Pairings that differ, those in a row together: one little word that fits by chance does not end a row. */
function differingRuns(comparison: Comparison, pairings: readonly WordPair[]): WordPair[][] {
  const runs: WordPair[][] = [];
  let fits = Infinity;
  let between: WordPair[] = [];
  for (const pairing of pairings) {
    if (!differs(comparison, pairing)) {
      const word = comparison.said[pairing.said[0]]?.said ?? '';
      fits += word.length <= 3 ? 1 : 2;
      between.push(pairing);
      continue;
    }
    const run = runs.at(-1);
    if (run && fits <= 1) run.push(...between, pairing);
    else runs.push([pairing]);
    fits = 0;
    between = [];
  }
  return runs;
}

function differs(comparison: Comparison, pairing: WordPair): boolean {
  const { text, said, language } = comparison;
  const { said: place, heard, distance } = pairing;
  if (place[0] === place[1] || heard[0] === heard[1]) return true;
  if (isNumber(comparison, pairing)) return distance > alikeNumbers;
  return distance > (said.slice(...place).some((word) => isName(text, word, language)) ? alikeNames : alike);
}

/** Whether digits are written for it, on either side. */
const isNumber = ({ text, heard, said, got }: Comparison, pairing: WordPair): boolean =>
  said
    .slice(...pairing.said)
    .some(({ start, length }) => /\p{Nd}/u.test(text.slice(start, start + length))) ||
  got.slice(...pairing.heard).some(({ start, length }) => /\p{Nd}/u.test(heard.slice(start, start + length)));

/** A capital within a sentence, where not every noun has one, or nothing but capitals. */
function isName(text: string, { start, length }: RecognisedWord, language: string): boolean {
  const word = text.slice(start, start + length);
  if (/^\p{Lu}{2,}/u.test(word)) return true;
  return (
    primaryLanguage(language) !== 'de' &&
    /^\p{Lu}\p{Ll}/u.test(word) &&
    /[\p{L},] $/u.test(text.slice(0, start))
  );
}

/** Returns a run that is long enough as one divergence, and a shorter one part by part. */
function divergencesOf(comparison: Comparison, run: readonly WordPair[]): Divergence[] {
  const differing = run.filter((pairing) => differs(comparison, pairing));
  const words = differing.reduce((sum, pairing) => sum + wordsIn(pairing), 0);
  if (words >= astray) return [divergence(comparison, run, true)];
  return grouped(differing).map((group) => divergence(comparison, group, false));
}

const wordsIn = ({ said, heard }: WordPair): number => Math.max(said[1] - said[0], heard[1] - heard[0]);

/** Those that touch each other. */
function grouped(pairings: readonly WordPair[]): WordPair[][] {
  const groups: WordPair[][] = [];
  for (const pairing of pairings) {
    const last = groups.at(-1)?.at(-1);
    if (last && last.said[1] === pairing.said[0] && last.heard[1] === pairing.heard[0])
      groups.at(-1)!.push(pairing);
    else groups.push([pairing]);
  }
  return groups;
}

function divergence(comparison: Comparison, pairings: readonly WordPair[], isAstray: boolean): Divergence {
  const { text, heard, said, got } = comparison;
  const [first, last] = [pairings[0]!, pairings.at(-1)!];
  const saidWords = said.slice(first.said[0], last.said[1]);
  const heardOnes = got.slice(first.heard[0], last.heard[1]);
  const place = placeOf(comparison, saidWords, first.said[0]);
  const weights = pairings
    .filter((pairing) => differs(comparison, pairing))
    .map((pairing) => weigh(comparison, pairing));
  return {
    kind: saidWords.length === 0 ? 'added' : heardOnes.length === 0 ? 'missing' : 'otherwise',
    ...place,
    said: saidWords.length === 0 ? '' : text.slice(place.start, place.start + place.length),
    heard: sliceOf(heard, heardOnes),
    words: Math.max(saidWords.length, heardOnes.length),
    turns: weights.some(({ turns }) => turns),
    distance: weights.reduce((sum, { distance }) => sum + distance, 0),
    isAstray,
  };
}

/** Returns how much of it a listener misses, and whether it changes the meaning. */
function weigh(comparison: Comparison, pairing: WordPair) {
  const { said, got, language } = comparison;
  const saidWords = said.slice(...pairing.said);
  const heardOnes = got.slice(...pairing.heard);
  const isNegated = (words: readonly RecognisedWord[]) =>
    words.some((word) => negations[primaryLanguage(language)]?.has(word.said));
  const turns = isNegated(saidWords) !== isNegated(heardOnes) || isNumber(comparison, pairing);
  const isLittle = [...saidWords, ...heardOnes].every((word) => word.said.length <= 3);
  const weight = turns ? weightOf.sense : isLittle ? weightOf.little : weightOf.word;
  return { turns, distance: weight * pairing.distance * wordsIn(pairing) };
}

/**
 * Returns the position of the words. An insertion is placed at the word that follows it, or after the last
 * one.
 */
function placeOf({ text, said }: Comparison, words: readonly RecognisedWord[], before: number) {
  const [first, last] = [
    words[0] ?? said[before] ?? said.at(-1),
    words.at(-1) ?? said[before] ?? said.at(-1),
  ];
  if (!first || !last) return { start: 0, length: text.length };
  return { start: first.start, length: last.start + last.length - first.start };
}

function sliceOf(text: string, words: readonly RecognisedWord[]): string {
  const [first, last] = [words[0], words.at(-1)];
  return first && last ? text.slice(first.start, last.start + last.length) : '';
}
