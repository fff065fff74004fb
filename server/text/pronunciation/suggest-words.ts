import { primaryLanguage } from '../primary-language.ts';

/** Why a word is likely to be mispronounced. */
export type SuggestionReason = 'other-script' | 'abbreviation' | 'foreign-letters' | 'name';

/** Word of some texts, and its first occurrence. */
export interface SuggestedWord {
  word: string;
  reason: SuggestionReason;
  count: number;
  /** The text, as they came, and the place in it, UTF-16. */
  text: number;
  start: number;
}

interface Seen {
  count: number;
  /** Inside sentences, where a capital tells something. */
  inside: number;
  /** After an article or an adjective: a noun's place. */
  asNoun: number;
  text: number;
  start: number;
}

const wordsIn = /[\p{L}\p{M}\p{N}]+(?:['’.\-‑][\p{L}\p{M}\p{N}]+)*/gu;
const startsCapital = /^\p{Lu}/u;
const abbreviation = /^(?:\p{Lu}[\p{Lu}\p{N}&]{1,6}|\p{Lu}\p{Ll}*\p{Lu}[\p{L}\p{N}]*|(?:\p{L}\.){2,})$/u;
/** Text before the first word of a sentence. */
const sentenceEnd = /(?:^|[.!?…:][\s"'“”„»«)\]]*|\n\s*[-–•*]?\s*|["“„»«]\s*)$/u;

/** Letters of a language beside those without accents. */
const letters: Record<string, string> = {
  de: 'äöüß',
  en: '',
  fr: 'àâæçéèêëîïôœùûüÿ',
  es: 'áéíñóúü',
  it: 'àèéìíîòóùú',
  nl: 'éëïóöüèáê',
};
/** Words before nouns in a language that capitalizes nouns. */
const beforeNouns =
  /(?:^|[^\p{L}])(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines|kein\p{L}*|im|am|zum|zur|vom|beim|ins|ans|dies\p{L}*|jed\p{L}*|all\p{L}*|ihr\p{L}*|sein\p{L}*|unser\p{L}*|mein\p{L}*|viel\p{L}*|mehr|\p{Ll}{2,}(?:en|er|es|em|te|ge|he)|\p{N}+)\s$/iu;
/** Endings of nouns, which no name has. */
const nounEndings =
  /(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|ität|ismus|chen|nis|nisse|tum)$/u;

/**
 * Counts words that an engine is likely to mispronounce: of another script, abbreviations, with letters that
 * the language lacks, and names. A name is a word that always has a capital, also inside sentences; in
 * German, which capitalizes nouns too, it is seldom in a noun's position. Detection relies on the words'
 * positions in the texts, not on a word list.
 */
export class WordTally {
  readonly #language: string;
  readonly #seen = new Map<string, Seen>();
  readonly #small = new Set<string>();

  /** @param language BCP 47 */
  constructor(language: string) {
    this.#language = primaryLanguage(language);
  }

  /** @param index identifies the text */
  add(text: string, index: number): void {
    for (const { 0: word, index: start } of text.matchAll(wordsIn)) {
      if (!startsCapital.test(word)) this.#small.add(word.toLowerCase());
      const before = text.slice(Math.max(0, start - 24), start);
      const known = this.#seen.get(word);
      const one = known ?? { count: 0, inside: 0, asNoun: 0, text: index, start };
      one.count++;
      if (!sentenceEnd.test(before)) {
        one.inside++;
        if (beforeNouns.test(before)) one.asNoun++;
      }
      if (!known) this.#seen.set(word, one);
    }
  }

  /** The most frequent first. */
  suggested(): SuggestedWord[] {
    const suggested: SuggestedWord[] = [];
    for (const [word, { count, inside, asNoun, text, start }] of this.#seen) {
      const isSmallToo = this.#small.has(word.toLowerCase());
      const reason = reasonFor(word, this.#language, { inside, asNoun, isSmallToo });
      if (reason) suggested.push({ word, reason, count, text, start });
    }
    return suggested.sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1));
  }
}

function reasonFor(
  word: string,
  language: string,
  { inside, asNoun, isSmallToo }: { inside: number; asNoun: number; isSmallToo: boolean },
): SuggestionReason | null {
  const own = letters[language];
  if (!/\p{L}/u.test(word) || word.length < 2) return null;
  if (own !== undefined && /[^\p{Script=Latin}\p{M}\p{N}\p{P}]/u.test(word)) return 'other-script';
  if (abbreviation.test(word)) return isSmallToo ? null : 'abbreviation';
  if (own !== undefined && hasForeignLetters(word, own)) return 'foreign-letters';
  if (!startsCapital.test(word) || isSmallToo || inside === 0) return null;
  if (language !== 'de') return 'name';
  return !nounEndings.test(word) && asNoun * 4 <= inside ? 'name' : null;
}

const hasForeignLetters = (word: string, own: string): boolean =>
  [...word.normalize('NFC').toLowerCase()].some(
    (letter) => /\p{L}/u.test(letter) && !/[a-z]/.test(letter) && !own.includes(letter),
  );
