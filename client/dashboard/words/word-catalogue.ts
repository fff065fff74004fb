import { language, perLanguage, useLanguage, type Language } from './language.ts';

/** A text, or one that is made of something; parts of a screen may be groups of their own. */
export interface Vocabulary {
  readonly [key: string]: string | ((...values: never[]) => string) | Vocabulary;
}

export type Words<Texts> = Readonly<Record<Language, Texts>>;

/**
 * The words of a part of the dashboard, in every language: the English ones say which there are and what they
 * are made of.
 */
export const words = <Texts extends Vocabulary>(
  texts: { en: Texts } & Record<Exclude<Language, 'en'>, NoInfer<Texts>>,
): Words<Texts> => texts;

/** The words in the language that is shown; whoever calls it is rendered again when that changes. */
export const useWords = <Texts>(texts: Words<Texts>): Texts => texts[useLanguage()];

/** The words in the language that is shown now, for what is no component. */
export const wordsNow = <Texts>(texts: Words<Texts>): Texts => texts[language()];

const rules = perLanguage((shown) => new Intl.PluralRules(shown));
const numbers = perLanguage((shown) => new Intl.NumberFormat(shown));

/** A number as the language writes it: "1,234". */
export const numeral = (count: number): string => numbers().format(count);

/** A number and what it counts, in the form that the language wants: "1 article", "1,234 articles". */
export const counted = (count: number, { one, other }: { one: string; other: string }): string =>
  `${numeral(count)} ${rules().select(count) === 'one' ? one : other}`;
