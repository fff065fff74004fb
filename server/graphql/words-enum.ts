/** The values of an enum for a closed set of words. @param descriptions of the words */
export function wordsEnum<Word extends string>(
  descriptions: Readonly<Record<Word, string>>,
): Record<string, { value: Word; description: string }> {
  return Object.fromEntries(
    Object.entries<string>(descriptions).map(([word, description]) => [
      word,
      { value: word as Word, description },
    ]),
  );
}

/**
 * The values of an enum for words that are stored, each under its code.
 * @param words by their codes
 */
export function codesEnum<Word extends string>(
  words: Readonly<Record<string, Word>>,
): Record<string, { value: Word; description: string }> {
  return Object.fromEntries(
    Object.entries(words).map(([code, word]) => [code, { value: word, description: `${sentenceOf(word)}.` }]),
  );
}

const sentenceOf = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replaceAll(/\b(?:api|url)\b/gi, (name) =>
    name.toUpperCase(),
  );
