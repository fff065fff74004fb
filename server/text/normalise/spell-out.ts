import { primaryLanguage } from '../primary-language.ts';
import { capital } from './abbreviation-rules.ts';
import { dutch } from './dutch/rules.ts';
import { english } from './english/rules.ts';
import { french } from './french/rules.ts';
import { german } from './german/rules.ts';
import { italian } from './italian/rules.ts';
import { polish } from './polish/rules.ts';
import { portuguese } from './portuguese/rules.ts';
import { swedish } from './swedish/rules.ts';
import { spanish } from './spanish/rules.ts';
import { foldCompatibility } from './compatibility.ts';
import { composeChanges } from './compose-changes.ts';
import { raises } from './powers.ts';
import { defaultReadings, type Readings } from './readings.ts';
import { applyRuleAt } from './apply-rule-at.ts';
import { writtenPosition } from './written-positions.ts';
import type { SpelledOut, Spelling, SpellingRule, SpellingTable } from './spelling.ts';

const tables: Record<string, SpellingTable> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pl: polish,
  pt: portuguese,
  sv: swedish,
};

/** Whether there are rules for a language (BCP 47). */
export const isSpelled = (language: string): boolean => primaryLanguage(language) in tables;

/** Words, digits with a sign before them, and spoken signs. Everything in between is skipped. */
const candidate =
  /(?<word>\p{L}[\p{L}\p{M}]*)|(?<number>(?:(?<![\p{L}\p{N}])[-−–+±~≈><≥≤])?(?:[$€£¥₹₩]\s?)?\p{Nd}|(?:(?<![\p{L}\p{N}.)\]])|[$€£¥₹₩])\.\p{Nd}|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])|(?<sign>[·⋅€$£¥₹₩₽₺₴₿₪₦§&/#@%‰°+=×÷≈~<>≤≥←→↑↓©®™])/gu;
const mostPasses = 5;
const enumeration = /^\s*\(?(\d{1,3})[.)]\s+(?=[\p{L}„“"«»'’(\d])/u;

/**
 * Says a piece of text (a sentence, a heading, a list item) as a person would read it aloud: numbers, dates,
 * times, money, units, abbreviations and addresses as words, by the rules of its language. A language without
 * rules, and a text with nothing of that, stays as it is. Idempotent, and linear in the length.
 * @param language BCP 47
 * @param begins whether a line begins with it, so that a number before it may be a list's
 * @param readings what editors decided for classes of numbers and signs
 */
export function spellOut(
  text: string,
  language: string,
  begins = false,
  readings: Readings = defaultReadings,
): Spelling {
  const folded = foldCompatibility(text, language);
  const { spoken, changes } = spellOnce(folded.spoken, language, begins, readings);
  const first: Spelling = { spoken, changes };
  let spelling: Spelling =
    folded.changes.length === 0
      ? first
      : { spoken: first.spoken, changes: composeChanges(folded.changes, first) };
  // A change can make a neighbor match: "Dr. 2" is not a title with a name, "Dr. zwei" is.
  for (let pass = 1; pass < mostPasses && spelling.changes.length > 0; pass++) {
    const again = spellOnce(spelling.spoken, language, false, readings);
    if (again.changes.length === 0) break;
    spelling = { spoken: again.spoken, changes: composeChanges(spelling.changes, again) };
  }
  return spelling;
}

/**
 * Returns the passages of a piece that can be read in two ways, with the reading that `spellOut` chooses by
 * default: "3/4", "1:25", "12,345". Offsets count in the written text.
 */
export const ambiguousPassages = (text: string, language: string, readings: Readings): SpelledOut[] =>
  passages(text, language, readings, 'ambiguous');

/** Returns the passages that stay as they are written because editors decided so. */
export const keptPassages = (text: string, language: string, readings: Readings): SpelledOut[] =>
  passages(text, language, readings, 'kept');

/** Whether editors decided how something in a piece is read. */
export const hasDecidedReading = (text: string, language: string, readings: Readings): boolean =>
  readings !== defaultReadings &&
  spellOnce(foldCompatibility(text, language).spoken, language, false, readings).decided;

function passages(
  text: string,
  language: string,
  readings: Readings,
  which: 'ambiguous' | 'kept',
): SpelledOut[] {
  const folded = foldCompatibility(text, language);
  const found = spellOnce(folded.spoken, language, false, readings)[which];
  return found.map(({ start, length, spoken }) => {
    const from = writtenPosition(start, folded.changes, 'before');
    return { start: from, length: writtenPosition(start + length, folded.changes, 'after') - from, spoken };
  });
}

function spellOnce(
  text: string,
  language: string,
  begins: boolean,
  readings: Readings,
): Spelling & { ambiguous: readonly SpelledOut[]; kept: readonly SpelledOut[]; decided: boolean } {
  const table = tables[primaryLanguage(language)];
  if (!table) return { spoken: text, changes: [], ambiguous: [], kept: [], decided: false };
  const changes: SpelledOut[] = [];
  const ambiguous: SpelledOut[] = [];
  const kept: SpelledOut[] = [];
  let decided = false;
  const given = language.toLowerCase();
  let from = 0;
  const listed = begins ? enumeration.exec(text) : null;
  if (listed && Number(listed[1]) > 0 && !isOrdinalThere(table, text, listed, given)) {
    const at = listed[0].length - listed[0].trimStart().length;
    const length = listed[0].trim().length;
    changes.push({ start: at, length, spoken: table.enumerator(Number(listed[1])) });
    from = listed[0].length;
  }
  candidate.lastIndex = from;
  for (let found = candidate.exec(text); found; found = candidate.exec(text)) {
    const { word, number } = found.groups!;
    const next = candidate.lastIndex;
    const rules =
      word !== undefined
        ? wordRules(table, word, text[next])
        : number !== undefined
          ? table.numbers
          : table.signs;
    if (rules.length === 0) continue;
    const said = applyRuleAt(rules, text, found.index, given, table, readings);
    if (said) {
      const written = text.slice(found.index, found.index + said.length);
      const change = {
        start: found.index,
        length: said.length,
        spoken: opensWith(text, found.index) ? capital(said.text) : said.text,
      };
      decided ||= said.decided === true;
      if (said.kept) kept.push(change);
      else if (said.text !== written) changes.push(change);
      if (said.ambiguous || mayGroupThousands(table, written, text.slice(found.index + said.length)))
        ambiguous.push(change);
      candidate.lastIndex = found.index + Math.max(said.length, 1);
      // What a sign or point before a number did not make may begin at the next character.
    } else candidate.lastIndex = number === undefined ? next : found.index + 1;
  }
  return { spoken: apply(text, changes), changes, ambiguous, kept, decided };
}

/**
 * Whether three decimals may be thousands in another language's notation, in a number of something that is
 * counted or in an amount of money: "12,345 Menschen" in German, "12.345 people" in English.
 */
function mayGroupThousands({ decimal }: SpellingTable, written: string, after: string): boolean {
  return thousands[decimal].test(written) && !measured.test(after.slice(0, 20));
}

const money = '[$€£¥]|Euro|Dollar|Franken|euros|dollars|francs|EUR|USD|CHF|GBP';
const thousandsWith = (mark: string): RegExp =>
  new RegExp(`^(?:[-−–+$€£¥]\\s?)?[1-9]\\d{0,2}${mark}\\d{3}(?:\\s?(?:${money}))?$`, 'iu');
const thousands: Readonly<Record<SpellingTable['decimal'], RegExp>> = {
  ',': thousandsWith(','),
  '.': thousandsWith('\\.'),
};
/** What is measured has decimals. */
const measured =
  /^[\s-]?(?:[%°]|Prozent|per ?cent|pour cent|(?:[Kk]ilo|[Zz]enti|[Cc]enti|[Mm]illi|[Mm]ikro|[Mm]icro)?(?:[Mm]eter|metre|mètre|[Gg]ram|[Ll]it|[Ss]ek|sec)|[Mm]inute|Grad|degr|inch|mile|Punkt|point|Stunden|hours|heures|Milli|[mb]illion|millio|milliard)/;

function wordRules(table: SpellingTable, word: string, next: string | undefined): readonly SpellingRule[] {
  const own = table.words(word);
  if (next === undefined) return own;
  if (raises.includes(next)) return [...table.powers, ...own];
  if (next >= '0' && next <= '9')
    return [...(/^[A-Z]{1,16}$/.test(word) ? table.codes : []), ...table.addresses, ...own];
  if ('·•⋅‧'.includes(next)) return [...(table.inclusive ?? []), ...own];
  if (next === '-' && /^[A-Z]{1,4}$/.test(word)) return [...table.codes, ...table.addresses, ...own];
  if (!'.@:_-'.includes(next)) return own;
  return own.length === 0 ? table.addresses : [...table.addresses, ...own];
}

/** Whether a number with a full stop at the beginning is no list's: "1. FC Köln", "3. Mai". */
function isOrdinalThere(
  table: SpellingTable,
  text: string,
  listed: RegExpExecArray,
  language: string,
): boolean {
  const at = listed[0].length - listed[0].trimStart().length;
  if (text[at] === '(') return false;
  return (
    applyRuleAt(
      table.numbers.filter(({ name }) => name.startsWith('date') || name.startsWith('ordinal')),
      text,
      at,
      language,
    ) !== null
  );
}

/** Whether a sentence begins with the figures at a position. */
const opensWith = (text: string, at: number): boolean =>
  at < 8 && /^[\s„“”"'«»‹›([]*$/.test(text.slice(0, at)) && !/^\p{Ll}/u.test(text.slice(at, at + 2));

function apply(text: string, changes: readonly SpelledOut[]): string {
  if (changes.length === 0) return text;
  let spoken = '';
  let at = 0;
  for (const { start, length, spoken: said } of changes) {
    spoken += text.slice(at, start) + said;
    at = start + length;
  }
  return spoken + text.slice(at);
}
