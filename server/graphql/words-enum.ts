/**
 * The values of an enum for a closed set of words. GraphQL's names have no hyphens: `should-not` is called
 * `should_not` there.
 * @param descriptions of the words
 */
export function wordsEnum<Word extends string>(
  descriptions: Readonly<Record<Word, string>>,
): Record<string, { value: Word; description: string }> {
  return Object.fromEntries(
    Object.entries<string>(descriptions).map(([word, description]) => [
      word.replaceAll('-', '_'),
      { value: word as Word, description },
    ]),
  );
}
