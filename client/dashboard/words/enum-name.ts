/**
 * What GraphQL calls a word as it is stored: `should-not` is `SHOULD_NOT` there, `alexaSkill` `ALEXA_SKILL`.
 * Logs have the words; all else has the names.
 */
export const enumName = (word: string): string =>
  word
    .replaceAll('-', '_')
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toUpperCase();

/**
 * Returns the name that an address gives as a word, in any case: `limit_reached`, `limit-reached` and the
 * API's `LIMIT_REACHED` are the same; null: none.
 */
export const parseAddressWord = <Name extends string>(
  names: readonly Name[],
  word: string | null,
): Name | null => {
  const wanted = word?.toLowerCase().replaceAll('-', '_');
  return names.find((name) => toAddressWord(name) === wanted) ?? null;
};

/** How addresses say it. */
export const toAddressWord = (name: string): string => name.toLowerCase();
