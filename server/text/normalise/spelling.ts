/** A rule that spells out one kind of thing: a date, an amount of money, an abbreviation. */
export interface SpellingRule {
  /** What it is for; named when a rule fails. */
  name: string;
  /**
   * Tried where something begins that it may be: sticky, and bounded, so that a try costs about as much as
   * the match is long. Context before is looked at through `Place.before`.
   */
  pattern: RegExp;
  /**
   * Returns the spoken replacement; null: the rule does not apply. With `length`, only a part of the match is
   * replaced.
   * @param match of the pattern
   */
  say(match: RegExpExecArray, place: RulePosition): string | RuleResult | null;
}

export interface RuleResult {
  text: string;
  /** UTF-16 units that are replaced, from where the match begins. */
  length: number;
  /** Whether the text on both sides allows another reading, and the rule chose one by default. */
  ambiguous?: boolean;
  /** Whether it stays as it is written because editors decided so for its class. */
  kept?: boolean;
  /** Whether editors decided how its class is read. */
  decided?: boolean;
}

/** Where a rule is tried. */
export interface RulePosition {
  text: string;
  start: number;
  /** The end of the match. */
  end: number;
  /** BCP 47, lower case. */
  language: string;
  /** The text before, as far back as context matters. */
  before: string;
  /** The text after the match, as far as context matters. */
  after: string;
}

/** All that is spelled out in a language. */
export interface SpellingTable {
  /** Tried in order where a digit begins, or a sign before one. */
  numbers: readonly SpellingRule[];
  /** Tried at spoken signs: currencies, `§`, `&`, `#`, `@`. */
  signs: readonly SpellingRule[];
  /** What is tried at a word, by that word as written; asked of every word of the text. */
  words(word: string): readonly SpellingRule[];
  /** What is tried at any word that a dot, `@`, `:`, `_` or `-` follows at once. */
  addresses: readonly SpellingRule[];
  /** Tried at a word that an exponent follows at once: "mc²". */
  powers: readonly SpellingRule[];
  /** Tried at a word that a raised dot follows at once: "étudiant·e". */
  inclusive?: readonly SpellingRule[];
  /** Tried at capitals that digits follow at once: IBAN, serial numbers. */
  codes: readonly SpellingRule[];
  /** What separates decimals, by which other languages group thousands: "12,345". */
  decimal: '.' | ',';
  /** Says a whole number below 100. */
  cardinal(number: number): string;
  /** Spoken form of a list number at the start of an item; null if it is not one. */
  enumerator(number: number): string;
}

/** Stretch that is spoken differently than written. */
export interface SpelledOut {
  /** UTF-16 offset and length in the written text. */
  start: number;
  length: number;
  /** Spoken replacement. */
  spoken: string;
}

/** Spoken form of a text. */
export interface Spelling {
  spoken: string;
  /** In order, not touching. */
  changes: SpelledOut[];
}

/** UTF-16 units of context that rules see on either side. */
export const contextLength = 80;
