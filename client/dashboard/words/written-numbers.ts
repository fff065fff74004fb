import { perLanguage } from './language.ts';

const whole = perLanguage((shown) => new Intl.NumberFormat(shown, { maximumFractionDigits: 0 }));
const euros = perLanguage((shown) => new Intl.NumberFormat(shown, { style: 'currency', currency: 'EUR' }));

/** A count within a sentence, as its language writes it. */
export const writtenCount = (value: number): string => whole().format(value);

/** An amount in EUR within a sentence, as its language writes it. */
export const writtenMoney = (value: number): string => euros().format(value);
