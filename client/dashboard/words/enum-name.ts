/**
 * What GraphQL calls a word as it is stored: `should-not` is `SHOULD_NOT` there, `alexaSkill` `ALEXA_SKILL`.
 * Logs have the words; all else has the names.
 */
export const enumName = (word: string): string =>
  word
    .replaceAll('-', '_')
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toUpperCase();

/** The one that an address calls by that word: `limit_reached` is `LIMIT_REACHED`; null: none. */
export const parseAddressWord = <Name extends string>(
  names: readonly Name[],
  word: string | null,
): Name | null => names.find((name) => toAddressWord(name) === word) ?? null;

/** How addresses say it. */
export const toAddressWord = (name: string): string => name.toLowerCase();
