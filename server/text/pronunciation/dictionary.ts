/** Owner of a dictionary. If two contain the same word, the one nearer to the article wins. */
export const dictionaryLevels = ['project', 'organization', 'global'] as const;
export type DictionaryLevel = (typeof dictionaryLevels)[number];

/** What an entry makes of a word: another spelling, sounds in IPA, or its letters one by one. */
export const entryKinds = ['substitution', 'phonemes', 'letters'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Scope in which a dictionary applies; null: everywhere. */
export interface Scope {
  /** BCP 47; `de` is German of every region. */
  language: string | null;
  provider: string | null;
  voice: string | null;
}

/** Word and its pronunciation. */
export interface Entry {
  id: number;
  /** As it is written; with `isPattern` a regular expression of RE2. */
  source: string;
  /**
   * Said instead. Of sounds: what voices say that take none, empty: the word as it is written. With
   * `isPattern`, `$1` is the first group.
   */
  replacement: string;
  kind: EntryKind;
  /** IPA; null except for phonetic entries. */
  phonemes: string | null;
  /** Matches only whole words and their forms. */
  wholeWord: boolean;
  matchCase: boolean;
  isPattern: boolean;
  /** With the endings of German and French too: `Merkel` in `Merkels`. */
  inflected: boolean;
}

export interface Dictionary {
  id: number;
  name: string;
  level: DictionaryLevel;
  scope: Scope;
  entries: readonly Entry[];
}

/** Characters of a source or a replacement, and of what a pattern may find. */
export const entryMaxCharacters = 500;

/** Returns the precedence of a dictionary: the level, then the narrower scope. Lower ranks come first. */
export function rankOf({ level, scope }: Pick<Dictionary, 'level' | 'scope'>): number {
  const narrow = (scope.voice ? 8 : 0) + (scope.provider ? 4 : 0) + narrowness(scope.language);
  return dictionaryLevels.indexOf(level) * 16 + (15 - narrow);
}

/** A region is narrower than a language. */
const narrowness = (language: string | null): number => (!language ? 0 : language.includes('-') ? 2 : 1);

/** The voice that a text is for. */
export interface HeardVoice {
  /** BCP 47. */
  language: string;
  provider: string;
  name: string;
}

/** Whether a voice is within a scope. */
export function isWithin({ language, provider, voice }: Scope, heard: HeardVoice): boolean {
  return (
    (!provider || provider === heard.provider) &&
    (!voice || voice === heard.name) &&
    (!language || `${heard.language.toLowerCase()}-`.startsWith(`${language.toLowerCase()}-`))
  );
}
