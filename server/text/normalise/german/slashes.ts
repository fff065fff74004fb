import { capital } from '../abbreviation-rules.ts';
import { asDefault } from '../ambiguous.ts';
import { genderOf } from './endings.ts';
import { cardinal, digits, ordinalStem, year } from './numbers.ts';
import { nounAfter } from './ordinals.ts';
import { sayDigits } from '../identifier-rules.ts';
import type { CountedNoun, Gender } from '../quantity-rules.ts';
import type { RulePosition, RuleResult, SpellingRule } from '../spelling.ts';
import { unitAfterFraction } from '../unit-after.ts';
import { vulgarFractions } from '../vulgar-fractions.ts';

function fractionWords(above: number, below: number): string {
  if (below === 2) return above === 1 ? 'ein halb' : `${cardinal(above)} Halbe`;
  const part =
    below === 3
      ? 'Drittel'
      : below === 7
        ? 'Siebtel'
        : below === 8
          ? 'Achtel'
          : `${capital(ordinalStem(below))}el`;
  return `${above === 1 ? 'ein' : cardinal(above)} ${part}`;
}

const halves = (whole: string, above: number, below: number): string =>
  below === 2
    ? `${whole === '1' ? 'ein' : cardinal(whole)}einhalb`
    : `${whole === '1' ? 'ein' : cardinal(whole)} ${fractionWords(above, below)}`;

const half = (gender: Gender | null): string =>
  ({ m: 'ein halber', f: 'eine halbe', n: 'ein halbes', none: 'ein halb' })[gender ?? 'none'];

/** Labels whose numbers are listed side by side: seasons, sizes, platforms, issues. */
const sideBySide =
  /(?:^|[\s(„»"-])(?:\p{L}*(?:[Ss]aison|[Ss]pielzeit|[Gg]röße|[Gg]leise?n?|[Bb]ahnsteig|[Hh]eft|[Aa]usgabe|[Nn]ummer|[Ww]inter|[Ss]emester|[Ss]chuljahr|[Jj]ahrgang|[Jj]ahr|[Zz]immer|[Rr]aum|[Kk]lasse|[Hh]alle|[Tt]or|[Bb]and|[Ll]inien?|[Ss]aal|[Pp]latz|[Tt]eil|[Ff]olge|[Ss]eiten?|[Ww]oche|KW|Nr\.?|Gr\.|Jg\.|SoSe|WiSe|WS|SS|Herbst|Frühjahr|Sommer|Haus|Block|Wohnung|Top|Stiege|Parzelle|Tisch|Etage|Stock|Spielplan|Messe|Katalog|Kollektion|Serie|Liga|Schicht|Kurs|Modul|Blatt|Karte|Rollen?|Dosis|Hausnummern?|Straße|Weg|Platz|Gasse)|Heft Nr\.)\s$/u;
/** Labels of file numbers and printed papers, whose slash is read. */
const withSlash =
  /(?:^|[\s(])(?:\p{L}*(?:[Aa]ktenzeichen|[Dd]rucksache|[Vv]orlage|[Aa]ntrag|[Bb]eschluss|[Uu]rteil|[Rr]echtssache|[Vv]erordnung|[Rr]ichtlinie|[Bb]ebauungsplan|[Nn]ote)|Az\.:?|AZ:?|Drs\.|BT-Drs\.|LT-Drs\.|Rs\.|\p{Lu}{1,4}|[a-z]{1,3})\s$/u;
const shortWord = /(?:^|[\s(])[a-zäöü]{1,3}\s$/u;
/** What follows a part of something. */
const partOf =
  /^(?:\s?-?(?:Mehrheit|Takt|Stelle|Finale|Teil|Stunde)|-\p{Lu}|\s(?:der|des|dieser|aller|seiner|ihrer|unserer|von|davon|vom|aus|mehr|weniger|l\b|kg\b|g\b|km\b|m\b|Liter|Kilo|Pfund|Gramm|Meter|Stunden?|Tassen?|Teelöffel|Esslöffel|TL|EL|Becher|Glas|Bund|Dose|Päckchen|Zwiebel|Zitrone|Tasse|Jahre?|Tage?|Zoll|Meilen?|Kilometer))/u;
/** Words before a fraction at the beginning of a sentence. */
const adverb =
  /(?:^|[\s„»(])(?:[Rr]und|[Ee]twa|[Nn]ur|[Ff]ast|[Ii]nsgesamt|[Kk]napp|[Gg]ut|[Mm]ehr als|[Üü]ber|[Zz]u|[Uu]m|[Aa]uf|[Mm]it|[Bb]is zu|[Jj]e|[Aa]nteil|[Dd]ie|[Dd]as|[Cc]irca|ca\.|[Uu]ngefähr|[Mm]indestens|[Ww]eniger als|[Aa]lso)\s$/u;
const usualParts = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 100, 1000]);

/** Whether two numbers with a slash are a fraction, by the text on both sides. */
function isFraction(above: number, below: number, { before, after }: RulePosition): boolean {
  const isAlone = before.trim() === '' && after.trim() === '';
  if (above < 1 || below < 2 || (above >= below && !isAlone) || below > 1000) return false;
  if (isAlone) return true;
  if (sideBySide.test(before)) return false;
  if (partOf.test(after)) return true;
  if (withSlash.test(before) && !adverb.test(before)) return false;
  // A noun right before it names what the numbers belong to: "Station 3/4".
  if (/\p{Lu}[\p{L}-]*\s$/u.test(before) && !adverb.test(before)) return false;
  return usualParts.has(below);
}

/** Whether the text around a fraction leaves no other reading: "3/4 der Räte", "rund 1/3". */
const isNamedFraction = ({ before, after }: RulePosition): boolean =>
  partOf.test(after) || adverb.test(before) || (before.trim() === '' && after.trim() === '');

const part = (written: string): string =>
  written.startsWith('0') && written.length > 1 && written.length !== 2
    ? sayDigits(written, digits)
    : written.length === 4
      ? year(Number(written))
      : cardinal(written);

/** Returns rules for numbers with a slash: fractions, file numbers, seasons. */
export function slashRules(units: ReadonlyMap<string, CountedNoun>): readonly SpellingRule[] {
  const unitAfter = unitAfterFraction(units);
  return [
    {
      name: 'round the clock',
      pattern: /(24\/7|9\/11|50\/50|7\/24)(?![\p{L}\p{N}/])/uy,
      say: ([, found], { before }) =>
        sideBySide.test(before) || (withSlash.test(before) && !/^(?:24|7)\//.test(found!))
          ? null
          : {
              '24/7': 'vierundzwanzig sieben',
              '9/11': 'nine eleven',
              '50/50': 'fünfzig fünfzig',
              '7/24': 'sieben vierundzwanzig',
            }[found!]!,
    },
    {
      name: 'mixed fraction',
      pattern: /([-−]?)(\d{1,3})\s(\d{1,2})\/(\d{1,3})(?![\p{L}\p{N}/])/uy,
      say: ([found, sign, whole, above, below], place) => {
        const [a, b] = [Number(above), Number(below)];
        if (/[\p{L}\p{N}/.,]$/u.test(place.before) || a < 1 || b < 2 || a >= b || !usualParts.has(b))
          return null;
        return unitAfter(`${sign ? 'minus ' : ''}${halves(whole!, a, b)}`, found, place, 'many');
      },
    },
    {
      name: 'fraction',
      pattern: /([-−]?)(\d{1,4})\/(\d{1,4})(?![\p{L}\p{N}/]|[.,’']\d)/uy,
      say: ([found, sign, above, below], place): string | RuleResult | null => {
        if (/[\p{N}/]$|\d[.,’']$/u.test(place.before)) return null;
        const [a, b] = [Number(above), Number(below)];
        if (isFraction(a, b, place)) {
          const said = unitAfter(`${sign ? 'minus ' : ''}${fractionWords(a, b)}`, found, place, 'one');
          const isClear = sign !== '' || typeof said !== 'string' || isNamedFraction(place);
          return isClear ? said : asDefault(said, found.length);
        }
        if (sign) return null;
        const season = /^(?:19|20)\d\d$/.test(above!) && /^(?:\d\d|20\d\d)$/.test(below!);
        const issue = /^(?:19|20)\d\d$/.test(below!);
        const beside = season || issue || sideBySide.test(place.before);
        const numbers = `${part(above!)} ${beside ? '' : 'Schrägstrich '}${part(below!)}`;
        // A short word may be an abbreviation of a file number's, or just a word: "er hat 3/4".
        const isDefault = !beside && a > 0 && a < b && usualParts.has(b) && shortWord.test(place.before);
        return isDefault ? asDefault(numbers, found.length) : numbers;
      },
    },
    {
      name: 'numbers with slashes',
      pattern: /\d{1,9}(?:\/\d{1,9}){2,6}(?![\p{L}\p{N}/])/uy,
      say: ([found], { before }) =>
        /[\p{L}\p{N}/]$/u.test(before) ? null : found.split('/').map(part).join(' Schrägstrich '),
    },
    {
      name: 'vulgar fraction',
      pattern: /(\d{1,9})?\s?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/uy,
      say: ([found, whole, sign], place) => {
        const [above, below] = vulgarFractions[sign!]!;
        if (whole !== undefined) return unitAfter(halves(whole, above, below), found, place, 'many');
        return below === 2
          ? half(genderOf(nounAfter(place.after)))
          : unitAfter(fractionWords(above, below), found, place, 'one');
      },
    },
  ];
}
