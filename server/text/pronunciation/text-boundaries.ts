import { primaryLanguage } from '../primary-language.ts';
import { segmenter } from '../sentences.ts';

const word = 1;
const unspaced = 2;
const joining = 4;
const unknown = 255;

/** Writes no spaces: only a dictionary of the language knows where its words end. */
const unspacedScript = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー々]/u;
/**
 * Characters that may form one grapheme with their neighbors: marks, joiners, jamo, flags, emoji, surrogates.
 */
const joinsWithNeighbours =
  /[\p{M}\p{Cs}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Extended_Pictographic}\p{Cf}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\uff9e\uff9f]/u;

const kindOfCharacter = (character: string): number =>
  (/[\p{L}\p{M}\p{N}]/u.test(character) ? word : 0) |
  (unspacedScript.test(character) ? unspaced : 0) |
  (joinsWithNeighbours.test(character) ? joining : 0);

const kinds = new Uint8Array(0x10000).fill(unknown);

function kindOf(character: string): number {
  if (character.length > 1) return kindOfCharacter(character);
  const unit = character.charCodeAt(0);
  const known = kinds[unit]!;
  return known !== unknown ? known : (kinds[unit] = kindOfCharacter(character));
}

const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

const apostrophe = /['’ʼ]/;
/** What is set before a word with an apostrophe, by language: the word begins after it. */
const elisions: Record<string, RegExp> = {
  fr: /(?:^|[^\p{L}])(?:[cdjlmnst]|(?:jusqu|lorsqu|puisqu|quoiqu|quelqu|qu))$/iu,
  it: /(?:^|[^\p{L}])(?:[cdlmnstv]|un|all|dall|dell|nell|sull|gl|quell|quest)$/iu,
  ca: /(?:^|[^\p{L}])[dlmnst]$/iu,
};
const longestElision = 8;

/** Where words and characters begin and end in one text; what takes long is found out when asked for. */
export class TextBoundaries {
  readonly #text: string;
  readonly #language: string;
  #words: Intl.Segments | undefined;
  #graphemes: Intl.Segments | undefined;

  /** @param language BCP 47 */
  constructor(text: string, language: string) {
    this.#text = text;
    this.#language = language;
  }

  /** Whether a place lies between two characters as readers count them. */
  isBetweenCharacters(at: number): boolean {
    const text = this.#text;
    if (at <= 0 || at >= text.length) return true;
    if (isLowSurrogate(text.charCodeAt(at)) && this.#before(at).length === 1) return false;
    if (((kindOf(this.#before(at)) | kindOf(this.#after(at))) & joining) === 0) return true;
    this.#graphemes ??= segmenter(this.#language, 'grapheme').segment(text);
    return this.#graphemes.containing(at)?.index === at;
  }

  /**
   * Whether a word may begin or end at a place. An apostrophe inside a word is part of it, except what a
   * language sets before words: `l’Élysée`.
   */
  isBetweenWords(at: number): boolean {
    const text = this.#text;
    if (at <= 0 || at >= text.length) return true;
    const before = kindOf(this.#before(at));
    const after = kindOf(this.#after(at));
    if (before & after & word) return ((before | after) & unspaced) !== 0 && this.#isSegmentBorder(at);
    if (before & word && apostrophe.test(text[at]!)) return !this.#isLetter(at + 1);
    if (after & word && apostrophe.test(text[at - 1]!))
      return !this.#isLetter(at - 2) || this.#isElided(at - 1);
    return true;
  }

  /** Number of UTF-16 units of letters from an offset on, up to a maximum. */
  lettersFrom(at: number, most: number): number {
    let end = at;
    while (end - at < most && this.#isLetter(end)) end++;
    return end - at;
  }

  #isLetter(at: number): boolean {
    return at >= 0 && at < this.#text.length && (kindOf(this.#text[at]!) & word) !== 0;
  }

  #isElided(at: number): boolean {
    return (
      elisions[primaryLanguage(this.#language)]?.test(
        this.#text.slice(Math.max(0, at - longestElision), at),
      ) ?? false
    );
  }

  #isSegmentBorder(at: number): boolean {
    this.#words ??= segmenter(this.#language, 'word').segment(this.#text);
    return this.#words.containing(at)?.index === at;
  }

  #after(at: number): string {
    return String.fromCodePoint(this.#text.codePointAt(at)!);
  }

  #before(at: number): string {
    const text = this.#text;
    const isPair = at > 1 && isLowSurrogate(text.charCodeAt(at - 1)) && text.codePointAt(at - 2)! > 0xffff;
    return isPair ? text.slice(at - 2, at) : text[at - 1]!;
  }
}
