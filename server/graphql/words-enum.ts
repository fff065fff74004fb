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
 * Returns the values of an enum for stored words, each under its code. The code also is the description:
 * stored words never change, although better ones may be known today.
 * @param words by their codes
 */
export function codesEnum<Word extends string>(
  words: Readonly<Record<string, Word>>,
): Record<string, { value: Word; description: string }> {
  return Object.fromEntries(
    Object.entries(words).map(([code, word]) => [code, { value: word, description: sentenceOf(code) }]),
  );
}

/** `API_KEY_REPLACED` as `API key replaced.` */
const sentenceOf = (code: string): string => {
  const words = code.replaceAll('_', ' ').toLowerCase();
  const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  return sentence.replaceAll(/\b(?:api|url)\b/gi, (name) => name.toUpperCase());
};
