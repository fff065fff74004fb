import { primaryLanguage } from '../primary-language.ts';
import type { SpelledOut, Spelling } from './spelling.ts';

/**
 * Compatibility characters: ligatures and full-width forms from PDF, unit signs, Roman numerals, mathematical
 * letters, subscripts, and the fraction slash. Superscripts and vulgar fractions are excluded, because they
 * carry meaning.
 */
const compatible =
  /[\u0132\u0133\u013f\u0140\u0149\u01c4-\u01cc\u01f1-\u01f3\u2044\u2080-\u208e\u2090-\u209c\u2100-\u2121\u2123-\u2129\u212b-\u214f\u2150-\u2152\u215f-\u2188\u2460-\u249b\u24b6-\u24e9\u3380-\u33df\ufb00-\ufb06\uff01-\uff5e\uffe0-\uffe6\u{1d400}-\u{1d7ff}\u{1f100}-\u{1f10a}]/u;
/** Raised letters after a digit or capital: "1ˢᵗ", "Mᵐᵉ". */
const raisedLetters = /(?<=\p{Nd}|\p{Lu})[ᵃ-ᶻʰ-ʸˠ-ˤ]+/gu;
/** Letters that are shown in boxes or circles, one by one, as emoji do with "🅰". */
const run = /[^\s.,;:!?()[\]{}"“”„«»–—…]+/gu;
const vulgar = /^[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]$/;

const numero: Readonly<Record<string, string>> = { de: 'Nr.', en: 'No.', fr: 'n°' };

/** Returns a text with compatibility characters folded, and where; without any, the text itself. */
export function foldCompatibility(text: string, language: string): Spelling {
  const changes: SpelledOut[] = [];
  const isAny = compatible.test(text);
  if (!isAny && !/[ᵃ-ᶻʰ-ʸˠ-ˤ]/u.test(text)) return { spoken: text, changes };
  let spoken = '';
  let at = 0;
  for (const { 0: written, index } of text.matchAll(run)) {
    const folded = foldedRun(written, language);
    if (folded === written) continue;
    changes.push({ start: index, length: written.length, spoken: folded });
    spoken += text.slice(at, index) + folded;
    at = index + written.length;
  }
  return { spoken: spoken + text.slice(at), changes };
}

function foldedRun(written: string, language: string): string {
  let folded = '';
  for (const sign of written.replace(raisedLetters, (letters) => letters.normalize('NFKC')))
    folded += compatible.test(sign) && !vulgar.test(sign) ? foldedSign(sign, language) : sign;
  // "1¹⁄₂" is one and a half.
  return folded
    .replace(/(\p{Nd}?)([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})(?=\/\p{Nd})/gu, (_, whole: string, above: string) =>
      [...(whole ? [whole] : []), above.normalize('NFKC')].join(' '),
    )
    .normalize('NFC');
}

function foldedSign(sign: string, language: string): string {
  if (sign === '⁄') return '/';
  if (sign === '№') return numero[primaryLanguage(language)] ?? 'No.';
  if (sign === '℡') return 'Tel.';
  // "㎡" folds to "m2", which is read as "m²" would be.
  return sign.normalize('NFKC').replace(/⁄/g, '/').replace(/∕/g, '/');
}
