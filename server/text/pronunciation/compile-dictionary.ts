import { buildAutomaton, type Automaton } from './automaton.ts';
import type { Dictionary, Entry } from './dictionary.ts';
import { foldSource } from './text-folding.ts';
import { compilePatterns, type PatternGroup } from './patterns.ts';

/** What finds a dictionary's words: plain data, so that a thread can make it. */
export interface WordIndex {
  automaton: Automaton;
  /**
   * The entries of each of the automaton's words, which differ in what else they ask for: those from
   * `first[word]` to `first[word + 1]` in `entries`.
   */
  first: Int32Array;
  /** Places among the dictionary's entries. */
  entries: Int32Array;
}

/** A dictionary that can be applied; made once for each of its versions. */
export interface CompiledDictionary extends Dictionary {
  index: WordIndex;
  patterns: PatternGroup[];
}

/** @param entries as compared. Takes about a second for 100,000 of them: large ones belong in a thread. */
export function indexWords(entries: readonly Pick<Entry, 'source' | 'isPattern'>[]): WordIndex {
  const known = entries.flatMap(({ source, isPattern }, place) => {
    const word = isPattern ? '' : foldSource(source);
    return word === '' ? [] : [{ word, place }];
  });
  known.sort((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : a.place - b.place));
  const words: string[] = [];
  const first: number[] = [];
  for (const [at, { word }] of known.entries()) {
    if (words.at(-1) === word) continue;
    words.push(word);
    first.push(at);
  }
  return {
    automaton: buildAutomaton(words),
    first: Int32Array.from([...first, known.length]),
    entries: Int32Array.from(known, ({ place }) => place),
  };
}

/** A small dictionary, at once. */
export function compileDictionary(dictionary: Dictionary): CompiledDictionary {
  const entries = dictionary.entries.map(normaliseSource);
  return { ...dictionary, entries, index: indexWords(entries), patterns: [...compilePatterns(entries)] };
}

/** An entry with its source in the form that texts are compared in. */
export const normaliseSource = (entry: Entry): Entry => ({ ...entry, source: entry.source.normalize('NFC') });
