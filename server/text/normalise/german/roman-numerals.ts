import { capital } from '../abbreviation-rules.ts';
import { ordinalBefore, ordinalEnding, ordinalNoun } from './endings.ts';
import { cardinal, ordinalStem } from './numbers.ts';
import { isFeminineName, isRegnal, romanNumber } from '../roman-numerals.ts';
import { stopAfter } from '../sentence-end.ts';
import type { SpellingRule } from '../spelling.ts';

/** After a ruler's name: with the article that the case asks for. */
function rulerOf(name: string, value: number, before: string): string {
  const feminine = isFeminineName(name);
  const preceding =
    /([\p{L}]+)\s(?:(?:König|Königin|Kaiser|Kaiserin|Papst|Zar|Zarin|Prinz|Fürst|Herzog)s?\s)?[\p{L}-]+\s$/u
      .exec(before)?.[1]
      ?.toLowerCase() ?? '';
  const genitive =
    name.endsWith('s') &&
    isRegnal(name.slice(0, -1)) &&
    !/^(?:Karlos|Charles|Louis|Carlos|Nikolaus|Innozenz|Pius|Clemens|Ramses|Stanislaus|Xerxes|Bonifatius|Sixtus|James|Jacques|Georges|Nicolas|Nicholas|Alfons|Hans)$/.test(
      name,
    );
  const stem = capital(ordinalStem(value));
  if (genitive || preceding === 'des') return feminine ? `der ${stem}en` : `des ${stem}en`;
  if (/^(?:von|unter|mit|bei|nach|zu|seit|aus|vor|an|in|dem|gegenüber|neben|zwischen)$/.test(preceding))
    return feminine ? `der ${stem}en` : `dem ${stem}en`;
  if (/^(?:für|gegen|durch|ohne|um|über|den)$/.test(preceding))
    return feminine ? `die ${stem}e` : `den ${stem}en`;
  return `${feminine ? 'die' : 'der'} ${stem}e`;
}

/** "Kapitel IV", "II. Weltkrieg", "Ludwigs XIV.". */
export const roman: SpellingRule = {
  name: 'Roman numeral',
  pattern: /([IVXLCDM]{1,9})(\.)?(?![\p{L}\p{N}]|-\p{L})/uy,
  say: ([found, numeral = '', stop], place) => {
    const { before, after } = place;
    const value = numeral === 'XX' && stop ? 20 : romanNumber(numeral);
    if (value === null || /[\p{L}\p{N}.-]$/u.test(before)) return null;
    // "VI ZR 12/18" is a file number of a court.
    if (/^\s[A-Z][A-Za-z]{0,4}(?:\s\([A-Z]\p{L}*\))?\s(?:\d+\/\d|\p{Ll}+\sSchrägstrich)/u.test(after))
      return null;
    const name = /(?:^|[\s("„»])(\p{Lu}[\p{L}-]+)\s$/u.exec(before)?.[1];
    const next = /^\s(\p{Lu}[\p{L}-]+)/u.exec(after)?.[1] ?? '';
    // A letter with a full stop is an initial: "Georg C. Greve".
    if (stop && /^[CDLM]$/.test(numeral)) return null;
    if (name !== undefined && isRegnal(name) && value <= 100 && !(numeral.length === 1 && stop === undefined))
      return `${rulerOf(name, value, before)}${stop ? stopAfter(place) : ''}`;
    // "II. Weltkrieg", "das XIX. Jahrhundert", "am II. Senat"
    if (stop && ordinalNoun.test(next) && value <= 100) {
      const said = ordinalStem(value) + ordinalEnding(before, next);
      return next.startsWith('Weltkrieg') ? capital(said) : said;
    }
    if (stop && numeral.length > 1 && ordinalBefore.test(before) && next)
      return ordinalStem(value) + ordinalEnding(before, next);
    if (name === undefined || isRegnal(name)) return null;
    const counted =
      /(?:^|[a-zäöü-])(?:Teil|Kapitel|Band|Akt|Artikel|Weltkrieg|Buch|Klasse|Stufe|Phase|Typ|Gruppe|Abschnitt|Satz|Staffel|Welle|Hartz|Folge|Apollo|Zone|Kategorie|Grad)$/iu.test(
        name,
      );
    if (!counted && (numeral.length < 2 || !/^[IVX]+$/.test(numeral))) return null;
    return { text: cardinal(value), length: found.length - (stop ? 1 : 0) };
  },
};
