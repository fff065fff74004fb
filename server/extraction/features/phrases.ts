/** Words of a phrase. */
export const phraseWords = 4;

/** Every run of `phraseWords` words. */
export function phrasesOf(words: readonly string[]): Set<string> {
  const phrases = new Set<string>();
  for (let start = 0; start + phraseWords <= words.length; start++)
    phrases.add(words.slice(start, start + phraseWords).join(' '));
  return phrases;
}

/** The share of the phrases in a text's first 60 words that are known. */
export function sharedPhrases(words: readonly string[], known: ReadonlySet<string>): number {
  let shared = 0;
  const own = phrasesOf(words.slice(0, 60));
  for (const phrase of own) if (known.has(phrase)) shared++;
  return own.size === 0 ? 0 : shared / own.size;
}
