import { shortStates, states } from './contexts.ts';
import { cardinal, digits, ordinal } from './numbers.ts';
import { sayDigits } from '../identifier-rules.ts';
import { stopAfter } from '../sentence-end.ts';
import type { SpellingRule } from '../spelling.ts';

const suffixes: Readonly<Record<string, string>> = {
  St: 'Street',
  Ave: 'Avenue',
  Av: 'Avenue',
  Blvd: 'Boulevard',
  Rd: 'Road',
  Dr: 'Drive',
  Ln: 'Lane',
  Ct: 'Court',
  Pl: 'Place',
  Sq: 'Square',
  Ter: 'Terrace',
  Terr: 'Terrace',
  Pkwy: 'Parkway',
  Hwy: 'Highway',
  Expy: 'Expressway',
  Fwy: 'Freeway',
  Cir: 'Circle',
  Aly: 'Alley',
  Cres: 'Crescent',
  Gdns: 'Gardens',
};
const directions: Readonly<Record<string, string>> = {
  N: 'North',
  S: 'South',
  E: 'East',
  W: 'West',
  NE: 'Northeast',
  NW: 'Northwest',
  SE: 'Southeast',
  SW: 'Southwest',
};

/** "fourteen twenty-eight", "seven oh eight": a house number. */
export function houseNumber(written: string): string {
  const pair = (two: string) =>
    two.startsWith('0') ? (two === '00' ? 'hundred' : `oh ${digits[Number(two[1])]!}`) : cardinal(two);
  if (written.length === 3) return `${digits[Number(written[0])]!} ${pair(written.slice(1))}`;
  if (written.length === 4 && written.slice(1, 3) !== '00')
    return `${cardinal(written.slice(0, 2))} ${pair(written.slice(2))}`;
  return written.length < 5 ? cardinal(written) : sayDigits(written, digits);
}

const ordinalStreet = (name: string): string =>
  name.replace(/(\d{1,3})(?:st|nd|rd|th)/g, (_, value: string) => ordinal(Number(value)));
const suffixSource = Object.keys(suffixes)
  .flatMap((key) => [key, key.toLowerCase()])
  .join('|');

/** "1428 Elm St.", "708 N 1st St": tried at the house number. */
export const streetAddress: SpellingRule = {
  name: 'street address',
  pattern: new RegExp(
    `(\\d{1,5})\\s(?:([NSEW]|[NS][EW])\\.?\\s)?((?:\\p{Lu}[\\p{L}'’-]{1,20}|\\d{1,3}(?:st|nd|rd|th))(?:\\s\\p{Lu}[\\p{L}'’-]{1,20}){0,3})\\s(${suffixSource})(?![\\p{L}\\p{N}])(\\.?)`,
    'uy',
  ),
  say: ([, number, direction, name, suffix, stop], place) => {
    if (/[\p{L}\p{N}.,#-]$/u.test(place.before)) return null;
    const key = suffix![0]!.toUpperCase() + suffix!.slice(1);
    // "5 Jan St. Clair" is not an address: the saint's name continues.
    if (key === 'St' && /^\s\p{Lu}\p{Ll}/u.test(place.after) && !(stop && stopAfter(place))) return null;
    const way = direction === undefined ? '' : `${directions[direction]!} `;
    const end = stop ? stopAfter(place) : '';
    return `${houseNumber(number!)} ${way}${ordinalStreet(name!)} ${suffixes[key]!}${end}`;
  },
};

/** "on Elm St. It was": a street that ends its sentence. Tried at "St". */
export const streetAtEnd: SpellingRule = {
  name: 'street at the end of a sentence',
  pattern: /St\.?(?!\p{L})/uy,
  say: ([found], place) => {
    if (
      !/\b(?:on|at|near|off|along|down|to|from|of|and|across)\s(?:\p{Lu}\p{Ll}+\s){1,2}$/u.test(place.before)
    )
      return null;
    const stop = found.endsWith('.') ? stopAfter(place) : '';
    return stop !== '' || /^\s?(?:[,;:)]|\p{Ll}|$)/u.test(place.after) ? `Street${stop}` : null;
  },
};

/** "Austin, TX", "Fresno, Calif.": tried at the state. */
export const state: SpellingRule = {
  name: 'state after its city',
  pattern: new RegExp(
    `(?:(${Object.keys(states).join('|')})(?![\\p{L}\\p{N}'’-]|\\.\\p{L})|(${Object.keys(shortStates).join('|').replace(/\./g, '\\.')}))`,
    'uy',
  ),
  say: ([, code, short], place) => {
    if (!/\p{Lu}[\p{L}'’-]+,\s$/u.test(place.before)) return null;
    if (code !== undefined)
      return /^(?:,?\s\d{5}|[,;:.)!?]|\s*$|\s(?:\p{Ll}|\())/u.test(place.after) ? states[code]! : null;
    return `${shortStates[short!]!}${stopAfter(place)}`;
  },
};
export const stateWords: readonly string[] = [
  ...Object.keys(states),
  ...Object.keys(shortStates).map((written) => written.slice(0, -1)),
];
