/** A stored word, where a set of words has it; null: there is none, or another release wrote it. */
export const parseEnum = <Word extends string>(
  words: Readonly<Record<string, Word>>,
  stored: string | null,
): Word | null => Object.values(words).find((word) => word === stored) ?? null;
