import type { SpellingRule } from './spelling.ts';

/** What signs between words are called. */
export interface TextSignWords {
  /** @param after the text after it */
  and(after: string): string;
  plus: string;
  equals: string;
  times: string;
  arrow: string;
  less: string;
  more: string;
  most: string;
  least: string;
  /** "§ 5" and "§§ 5". */
  paragraph: string;
  paragraphs: string;
}

/** Returns rules for signs between words: "Müller & Söhne", "< 5", "§ 5". Tried at the sign. */
export const textSigns = (words: TextSignWords): SpellingRule[] => [
  {
    name: 'paragraphs of law',
    pattern: /§§?(?=\s?\d)/uy,
    say: ([found], { after }) =>
      `${found.length > 1 ? words.paragraphs : words.paragraph}${/^\s/.test(after) ? '' : ' '}`,
  },
  {
    name: 'sign between words',
    pattern: /[&+=×→<>≤≥]/uy,
    say: ([sign], { before, after }) => {
      if (sign === '&' && /\p{Lu}$/u.test(before) && /^\p{Lu}/u.test(after)) return ` ${words.and(after)} `;
      if (!/\s$/.test(before) || !/^\s/.test(after)) return null;
      return (
        {
          '&': words.and(after.trimStart()),
          '+': words.plus,
          '=': words.equals,
          '×': words.times,
          '→': words.arrow,
          ...(/^\s\d/.test(after) && { '<': words.less, '>': words.more, '≤': words.most, '≥': words.least }),
        }[sign] ?? null
      );
    },
  },
];
