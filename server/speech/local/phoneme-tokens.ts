import { sentenceRanges, type TextRange } from '../../text/sentences.ts';
import { wordsOf } from '../../text/words.ts';
import { NothingToSpeakError } from '../offline-text.ts';
import type { RequestedSounds } from '../provider.ts';

/** Returns the pronunciation of a clause in IPA with stress; empty if it has no sound. */
export type Phonemize = (clause: string) => string;
export type Tokens = Readonly<Record<string, number>>;

/** Signs of Piper's models: padding between phonemes, beginning and end. */
const signs = { pad: '_', begin: '^', end: '$' };
/** Punctuation that ends a clause; a full stop within a sentence is that of an abbreviation. */
const clauseEnd = /(?:(?:[,;:!?…]|\.{2,3})["'”’»)\]]{0,3}|\s[–—-]{1,2})(?=\s|$)|\.["'”’»)\]]{0,3}$/g;
/** The sign for it that a model knows. */
const signOf = (end: string): string => ['?', '!', '.', ':', ','].find((sign) => end.includes(sign)) ?? ';';

/**
 * Converts a text to the tokens of a Piper model as Piper does (piper-phonemize, phoneme_ids): one utterance
 * for each sentence, with punctuation as signs of their own.
 * @param sounds stretches with given phonemes, in order
 * @throws NothingToSpeakError
 */
export function utterancesOf(
  text: string,
  language: string,
  tokens: Tokens,
  phonemize: Phonemize,
  sounds: readonly RequestedSounds[] = [],
): number[][] {
  const utterances: number[][] = [];
  let from = 0;
  for (const paragraph of text.split('\n')) {
    for (const { start, end } of sentenceRanges(paragraph, language)) {
      const phonemes = sentencePhonemes(text, { start: from + start, end: from + end }, phonemize, sounds);
      const ids = tokensOf(phonemes, tokens);
      if (ids.some(({ isSound }) => isSound))
        utterances.push([
          ...[signs.begin, signs.pad].flatMap((sign) => tokens[sign] ?? []),
          ...ids.flatMap(({ id }) => [id, tokens[signs.pad] ?? 0]),
          ...[signs.end].flatMap((sign) => tokens[sign] ?? []),
        ]);
    }
    from += paragraph.length + 1;
  }
  if (utterances.length === 0) throw new NothingToSpeakError();
  return utterances;
}

function sentencePhonemes(
  text: string,
  { start, end }: TextRange,
  phonemize: Phonemize,
  sounds: readonly RequestedSounds[],
): string {
  const clauses: string[] = [];
  let from = start;
  const add = (to: number, sign: string): void => {
    const phonemes = rangePhonemes(text, { start: from, end: to }, phonemize, sounds);
    if (phonemes !== '') clauses.push(phonemes + sign);
  };
  for (const match of text.slice(start, end).matchAll(clauseEnd)) {
    const at = start + match.index;
    if (sounds.some((one) => one.start < at + 1 && at < one.start + one.length)) continue;
    add(at, signOf(match[0]));
    from = at + match[0].length;
  }
  add(end, '');
  return clauses.join(' ');
}

function rangePhonemes(
  text: string,
  { start, end }: TextRange,
  phonemize: Phonemize,
  sounds: readonly RequestedSounds[],
): string {
  const parts: string[] = [];
  let from = start;
  for (const sound of sounds) {
    if (sound.start < start || sound.start + sound.length > end) continue;
    parts.push(phonemize(text.slice(from, sound.start)), sound.ipa);
    from = sound.start + sound.length;
  }
  parts.push(phonemize(text.slice(from, end)));
  return parts.filter(Boolean).join(' ');
}

/** Separators and modifiers of phonemes. */
const noSound = /[\s\p{P}\p{M}\p{Lm}ˈˌ]/u;

/** The tokens of phonemes; those that a model lacks are left out. */
function tokensOf(phonemes: string, tokens: Tokens): { id: number; isSound: boolean }[] {
  return [...phonemes.normalize('NFD')].flatMap((sign) => {
    const id = tokens[sign];
    return id === undefined ? [] : [{ id, isSound: !noSound.test(sign) }];
  });
}

/** Whether a model has at least one sound of these phonemes. */
export const canSay = (phonemes: string, tokens: Tokens): boolean =>
  tokensOf(phonemes, tokens).some(({ isSound }) => isSound);

/** The signs of phonemes that a model lacks, without stress and other prosody. */
export const missingSounds = (phonemes: string, tokens: Tokens): string[] => [
  ...new Set([...phonemes.normalize('NFD')].filter((sign) => !noSound.test(sign) && !(sign in tokens))),
];

/** Words of a text that a model passes over in silence, because it has none of their sounds. */
export function unspokenWords(
  text: string,
  language: string,
  tokens: Tokens,
  phonemize: Phonemize,
  sounds: readonly RequestedSounds[] = [],
): TextRange[] {
  return wordsOf(text, language).flatMap(({ start, length }) => {
    const isGiven = sounds.some((one) => one.start < start + length && start < one.start + one.length);
    if (isGiven || canSay(phonemize(text.slice(start, start + length)), tokens)) return [];
    return [{ start, end: start + length }];
  });
}

/**
 * Cuts a text where it has more phonemes than a model can say at once: after punctuation where possible,
 * else between words.
 */
export function splitByPhonemes(text: string, max: number, phonemize: Phonemize): string[] {
  if (phonemize(text).length <= max) return [text];
  const middle = text.length / 2;
  const places = [...text.matchAll(/\s+/g)].map(({ index, 0: space }) => {
    const afterPunctuation = /[,;:.!?…)–—-]/.test(text[index - 1] ?? '');
    // A break within a clause is worth a quarter of the text.
    return {
      index,
      end: index + space.length,
      cost: Math.abs(index - middle) + (afterPunctuation ? 0 : middle / 2),
    };
  });
  const best = places.sort((a, b) => a.cost - b.cost)[0];
  // One word that long is no word.
  if (!best) return cutWord(text, max);
  return [text.slice(0, best.index), text.slice(best.end)]
    .filter(Boolean)
    .flatMap((part) => splitByPhonemes(part, max, phonemize));
}

function cutWord(text: string, max: number): string[] {
  const characters = [...text];
  // A letter is rarely more than three phonemes.
  const length = Math.max(1, Math.floor(max / 3));
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  );
}
