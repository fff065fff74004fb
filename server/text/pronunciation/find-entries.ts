import { findWords } from './automaton.ts';
import { TextBoundaries } from './text-boundaries.ts';
import { ClaimedRanges } from './claimed-ranges.ts';
import type { CompiledDictionary } from './compile-dictionary.ts';
import { isWithin, rankOf, type Entry, type HeardVoice } from './dictionary.ts';
import { comparable, composedText, matchesAt } from './text-folding.ts';
import { patternMatches } from './patterns.ts';
import { formAt, type WordForm } from './word-forms.ts';

/** An entry at a place of a text. */
export interface EntryMatch {
  dictionary: CompiledDictionary;
  entry: Entry;
  start: number;
  end: number;
  /** The replacement, a pattern's groups filled in. */
  replacement: string;
  form: WordForm;
}

/** Why an entry that nearly applied did not. */
export type NearReason = 'case' | 'word-boundary' | 'scope' | 'overlap';

export interface NearMiss {
  dictionary: CompiledDictionary;
  entry: Entry;
  reason: NearReason;
  start: number;
  end: number;
  /** The entry that matched the word; null except for `taken`. */
  coveredBy: Entry | null;
}

const asItIs: WordForm = { length: 0, sounds: () => '' };
/** What the pipeline's texts are marked up with. */
const markup = /<\/?voice(?![\p{L}\p{N}_-])[^<>]*>/giu;

/**
 * Finds where entries apply: the nearer dictionary first, in it the narrower scope, then the longer match,
 * then the earlier one. Finds nothing inside a tag, inside a character, or overlapping another match.
 * @param near called with every entry that nearly applied, in no order
 * @returns matches in text order; positions are those of the given text, whatever its normal form
 */
export function findEntries(
  dictionaries: readonly CompiledDictionary[],
  given: string,
  voice: HeardVoice,
  near?: (miss: NearMiss) => void,
): EntryMatch[] {
  const composed = composedText(given);
  const places = composed?.places;
  const placed = <Place extends { start: number; end: number }>(place: Place): Place =>
    places ? { ...place, start: places[place.start]!, end: places[place.end]! } : place;
  const search = new Search(composed?.text ?? given, voice, near && ((miss) => near(placed(miss))));
  for (const dictionary of dictionaries) search.add(dictionary);
  return search.best().map(placed);
}

interface Candidate extends EntryMatch {
  rank: number;
}

class Search {
  readonly #text: string;
  readonly #voice: HeardVoice;
  readonly #near: ((miss: NearMiss) => void) | undefined;
  readonly #borders: TextBoundaries;
  readonly #folded: Uint16Array;
  #plain: Uint16Array | undefined;
  readonly #candidates: Candidate[] = [];

  constructor(text: string, voice: HeardVoice, near: ((miss: NearMiss) => void) | undefined) {
    this.#text = text;
    this.#voice = voice;
    this.#near = near;
    this.#borders = new TextBoundaries(text, voice.language);
    this.#folded = comparable(text, true);
  }

  add(dictionary: CompiledDictionary): void {
    const isHeard = isWithin(dictionary.scope, this.#voice);
    if (!isHeard && !this.#near) return;
    const rank = rankOf(dictionary);
    const { index, entries, patterns } = dictionary;
    const words = (start: number, end: number, entry: Entry): void => {
      const place = { dictionary, entry, start, end };
      const form = this.#formOf(place);
      if (!form) return;
      if (entry.matchCase && !this.#hasCase(start, entry.source)) this.#miss(place, 'case');
      else if (!isHeard) this.#miss(place, 'scope');
      else this.#candidates.push({ ...place, replacement: entry.replacement, form, rank });
    };
    findWords(index.automaton, this.#folded, (word, end) => {
      for (let at = index.first[word]!; at < index.first[word + 1]!; at++) {
        const entry = entries[index.entries[at]!]!;
        words(end - entry.source.length, end, entry);
      }
    });
    for (const { patterns: group, any } of patterns)
      for (const hit of any.match(this.#text) as number[]) {
        const pattern = group[hit]!;
        const entry = entries[pattern.entry]!;
        for (const { start, end, replacement } of patternMatches(pattern, this.#text)) {
          const place = { dictionary, entry, start, end };
          const form = this.#formOf(place);
          if (form && !isHeard) this.#miss(place, 'scope');
          else if (form) this.#candidates.push({ ...place, replacement, form, rank });
        }
      }
  }

  /** What holds its place against the others. */
  best(): EntryMatch[] {
    const claims = new ClaimedRanges<Entry | null>();
    if (this.#text.includes('<'))
      for (const { index, 0: tag } of this.#text.matchAll(markup))
        claims.take(index, index + tag.length, null);
    const ordered = this.#candidates.sort(
      (a, b) =>
        a.rank - b.rank ||
        b.end - b.start - (a.end - a.start) ||
        a.start - b.start ||
        a.dictionary.id - b.dictionary.id ||
        a.entry.id - b.entry.id,
    );
    return ordered
      .filter((candidate) => {
        const other = claims.take(candidate.start, candidate.end, candidate.entry);
        if (other?.owner) this.#miss(candidate, 'overlap', other.owner);
        return other === null;
      })
      .sort((a, b) => a.start - b.start);
  }

  #formOf(place: Omit<NearMiss, 'reason' | 'coveredBy'>): WordForm | null {
    const { entry, start, end } = place;
    const borders = this.#borders;
    const isApart = borders.isBetweenCharacters(start) && borders.isBetweenCharacters(end);
    const form = !isApart
      ? null
      : !entry.wholeWord
        ? asItIs
        : borders.isBetweenWords(start)
          ? formAt(this.#text, end, this.#voice.language, borders, entry.inflected && !entry.isPattern)
          : null;
    if (!form) this.#miss(place, 'word-boundary');
    return form;
  }

  #hasCase(start: number, source: string): boolean {
    this.#plain ??= comparable(this.#text, false);
    return matchesAt(this.#plain, start, source);
  }

  #miss(
    { dictionary, entry, start, end }: Omit<NearMiss, 'reason' | 'coveredBy'>,
    reason: NearReason,
    coveredBy: Entry | null = null,
  ): void {
    this.#near?.({ dictionary, entry, start, end, reason, coveredBy });
  }
}
