import { stopAfter } from './sentence-end.ts';
import type { SpellingRule } from './spelling.ts';

/** Context conditions of an abbreviation. */
export interface AbbreviationOptions {
  /** What has to follow, spaces included. */
  followedBy?: RegExp;
  /** Required preceding text, spaces included. */
  precededBy?: RegExp;
}

/** Abbreviation as it is written ("z. B."; spaces may be missing), its spoken form, and its conditions. */
export type Abbreviation = readonly [written: string, spoken: string, options?: AbbreviationOptions];

/** Rules for abbreviations, by their first word in lower case. A capital at the beginning is kept as one. */
export function abbreviationRules(
  abbreviations: readonly Abbreviation[],
): ReadonlyMap<string, readonly SpellingRule[]> {
  const byWord = new Map<string, SpellingRule[]>();
  // The longest first: "u. a. m." before "u. a.".
  for (const [written, spoken, options = {}] of [...abbreviations].sort(([a], [b]) => b.length - a.length)) {
    const word = /^\p{L}+/u.exec(written)![0].toLowerCase();
    const rules = byWord.get(word) ?? [];
    byWord.set(word, rules);
    rules.push(abbreviationRule(written, spoken, options));
  }
  return byWord;
}

function abbreviationRule(
  written: string,
  spoken: string,
  { followedBy, precededBy }: AbbreviationOptions,
): SpellingRule {
  const first = written[0]!;
  const isSmall = first === first.toLowerCase();
  const source = written.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/ /g, '\\s?');
  const head = isSmall ? `[${first}${first.toUpperCase()}]` : first;
  const pattern = new RegExp(`${head}${source.slice(first.length)}(?![\\p{L}\\p{N}])`, 'uy');
  return {
    name: `abbreviation ${written}`,
    pattern,
    say(match, place) {
      if (/[\p{L}\p{N}.@/_-]$/u.test(place.before) && !/(?:^|\s)\p{L}*[’']$/u.test(place.before)) return null;
      if (followedBy && !followedBy.test(place.after)) return null;
      if (precededBy && !precededBy.test(place.before)) return null;
      const said = isSmall && match[0][0] !== first ? capital(spoken) : spoken;
      // What has to be followed by something does not end a sentence.
      return said + (written.endsWith('.') && !followedBy ? stopAfter(place) : '');
    },
  };
}

/** With a capital letter at its beginning. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
