import { toCardinal } from 'n2words/sv-SE';
import { sayWithDecimals } from '../number-rules.ts';
import type { Gender } from '../quantity-rules.ts';
import type { NumberMarks, WrittenNumber } from '../written-number.ts';

export const digits = 'noll ett två tre fyra fem sex sju åtta nio'.split(' ');
/** How Swedish writes numbers. */
export const marks: NumberMarks = { group: ".   '’", decimal: ',' };

/** "tvåhundratjugofem": one word up to a thousand, and plural millions, unlike in the library. */
export const cardinal = (value: number | string): string =>
  toCardinal(BigInt(value))
    .replaceAll('-', '')
    .replaceAll(' och ', ' ')
    .replace(/ ?hundra /g, 'hundra')
    .replace(/ hundra/g, 'hundra')
    .replace(/hundra(?=(?:miljo|miljard|biljo))/g, 'hundra ')
    .replace(/(?<!ett) tusen/g, 'tusen')
    .replace(/(?<!^en )(?<! en )(miljon|miljard|biljon)(?=\s|$)/g, '$1er');

const below20 =
  'nollte första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte trettonde fjortonde femtonde sextonde sjuttonde artonde nittonde'.split(
    ' ',
  );

/** "tredje", "tjugoförsta", "hundrade". */
export function ordinal(value: number): string {
  if (value < 20) return below20[value]!;
  if (value >= 1e6) return `${cardinal(value)}te`;
  const below = value % 100;
  const before = cardinal(value - (below < 20 ? below : below % 10)).replace(/ $/, '');
  if (below < 20) return below === 0 ? `${before}de` : before + below20[below]!;
  return below % 10 === 0 ? `${before}nde` : before + below20[below % 10]!;
}

/** "nittonhundranittionio", "tjugohundratjugofyra"; around 2000 the number. */
export function year(value: number): string {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  return (value >= 1100 && value <= 1999) || (value >= 2010 && value <= 2099)
    ? `${cardinal(century)}hundra${rest === 0 ? '' : cardinal(rest)}`
    : cardinal(value).replace('tusen ', 'tusen');
}

/** A number with its decimals, as words. */
export const say = sayWithDecimals(cardinal, 'komma', digits);

/** "en" or "ett" before a noun; larger numbers end in "ett" before either. */
export const count = (number: WrittenNumber, gender: Gender): string =>
  number.whole === '1' && number.decimals === ''
    ? gender === 'n'
      ? 'ett'
      : 'en'
    : say(number, { language: 'sv' });

/** Nouns with "ett". */
const neuter =
  /^(?:\p{L}{0,20}(?:barn|år|hus|mål|kilo|ton|gram|lag|land|parti|företag|liv|par|jobb|ord|sätt|fall|brott|bord|rum|träd|djur|fartyg|plan|exemplar|poäng|hål|beslut|besök|skott|varv|försök|steg|dygn|ägg|glas|pund|mandat|sekel|decennium|stycke|bolag|beslag|avsnitt|museum|bi|vittne|fönster|brev|hem|namn|bad|band|mord|rån|inbrott|foto|fynd|nummer|spår|tåg|säte|skolår))$/u;
export const genderOf = (noun: string): Gender => (neuter.test(noun) ? 'n' : 'm');
