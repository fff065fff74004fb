import { perLanguage } from '../../words/language.ts';

const tenths = perLanguage(
  (shown) => new Intl.NumberFormat(shown, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** An average of stars with one decimal, as the language writes it; a dash where there is none. */
export const formatStars = (average: number | null | undefined): string =>
  average === null || average === undefined ? '–' : tenths().format(average);
