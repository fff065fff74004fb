import { language, useLanguage, type Language } from './language.ts';

/** The words of a part of the catalogue (catalogues/), in every language. */
export type Words<Texts> = Readonly<Record<Language, Texts>>;

/** Returns the words in the current language. Rerenders the caller when it changes. */
export const useWords = <Texts>(texts: Words<Texts>): Texts => texts[useLanguage()];

/** The words in the language that is shown now, for what is no component. */
export const currentWords = <Texts>(texts: Words<Texts>): Texts => texts[language()];

/** The text under a key that the server names; undefined where the catalogue knows nothing of it. */
export const textByKey = <Texts extends object>(texts: Texts, key: string): Texts[keyof Texts] | undefined =>
  Object.hasOwn(texts, key) ? texts[key as keyof Texts] : undefined;
