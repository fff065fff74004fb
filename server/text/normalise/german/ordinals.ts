import { sentenceRules } from '../../sentence-rules.ts';
import { capital } from '../abbreviation-rules.ts';
import { genderOf, ordinalBefore, ordinalEnding, ordinalNoun } from './endings.ts';
import { cardinal, ordinalStem } from './numbers.ts';
import { stopAfter } from '../sentence-end.ts';
import type { SpellingRule } from '../spelling.ts';

/** Returns the noun that is counted: the one after the number, or after one adjective. */
export const nounAfter = (after: string): string =>
  /^\s+(?:\p{Ll}+e[nrsm]?\s+)?(\p{Lu}[\p{L}-]+)/u.exec(after)?.[1] ?? '';

const link = '(?:,|und|oder|bis|sowie|bis zum|bis zur|auf den|auf die|[-–/&+])';
/** What follows an ordinal in a list, up to its last one. */
const restOfChain = `(?:\\s?${link}\\s?\\d{1,4}\\.){1,8}`;
const chainBefore = new RegExp(`(?:\\d{1,4}\\.\\s?${link}\\s?){1,8}$`, 'u');
const saidChainBefore = new RegExp(`(?:ten|te|ter|tes|tem)\\s?${link}\\s?$`, 'u');
const chainNoun = new RegExp(`^${restOfChain}\\s+(?:\\p{Ll}+e[nrsm]?\\s+)?(\\p{Lu}[\\p{L}-]+|\\p{Ll}+)`, 'u');

/** The text before the list of ordinals that ends here. */
const beforeChain = (before: string): string => before.replace(chainBefore, '');
const starts = (word: string): boolean => sentenceRules('de').starters.has(word.toLowerCase());

function inflected(value: string, before: string, noun: string): string {
  return ordinalStem(Number(value)) + ordinalEnding(beforeChain(before), noun);
}

/** Ordinals: single, in lists and ranges, with added time, and at the end of a line. */
export const ordinals: readonly SpellingRule[] = [
  {
    name: 'minute of added time',
    pattern: /(\d{1,3})\.?\s?\+\s?(\d{1,2})\.?(?=\s?(?:Spielm|M)inute|\)|,\s|\s*$)/uy,
    say: ([found, minute, added], { before, after }) =>
      /[\p{L}\p{N},]$/u.test(before) || !/\.|Minute/.test(found + after.slice(0, 12))
        ? null
        : `${ordinalStem(Number(minute))}${ordinalEnding(before, 'Minute')} plus ${cardinal(added!)}${found.endsWith('.') && after.trim() === '' ? '.' : ''}`,
  },
  {
    name: 'ordinal of somebody',
    pattern: /(\d{1,3})\.(?=\s\p{Ll}|\s*$)/uy,
    say: ([, value], { before, after }) =>
      /\b[Aa]ls\s$/.test(before) ||
      (/\b(?:wurde|wird|werden|ist|war|landete|lief|kam|Gesamt)\s$/.test(before) &&
        /^\s(?:im|in|bei|beim|hinter|vor|nach|und|mit|der|des|auf)\s/.test(after))
        ? `${capital(ordinalStem(Number(value)))}${/\b[Ss]ie\b/.test(before) ? 'e' : 'er'}${after.trim() === '' ? '.' : ''}`
        : null,
  },
  {
    name: 'ordinal in a chain',
    pattern: new RegExp(`(\\d{1,4})\\.(\\s?[-–]\\s?|/)?(?=(${restOfChain})|\\d{1,4}\\.\\s)`, 'uy'),
    say: ([found, value, dash], { text, start, before }) => {
      const rest = text.slice(start + value!.length + 1, start + 200);
      const noun = chainNoun.exec(rest)?.[1];
      if (noun === undefined || /[\p{L}\p{N},]$/u.test(before) || (/^\p{Lu}/u.test(noun) && starts(noun)))
        return null;
      const said = inflected(value!, before, /^\p{Lu}/u.test(noun) ? noun : '');
      return dash === undefined
        ? said
        : { text: `${said} ${dash === '/' ? 'und' : 'bis'} `, length: found.length };
    },
  },
  {
    name: 'ordinal',
    pattern: /(\d{1,4})\.(?=\s?\p{L})/uy,
    say: ([found, value], place) => {
      const { before, after } = place;
      const noun = nounAfter(after);
      const isKnown = ordinalNoun.test(after.trimStart());
      const isChained = chainBefore.test(before) || saidChainBefore.test(before);
      if (/[\p{L}\p{N},]$/u.test(before) || Number(value) === 0) return null;
      const isSomebodys = /\p{Lu}\p{L}+s\s$/u.test(before) && noun !== '' && genderOf(noun) !== null;
      const isPreceded =
        ordinalBefore.test(before) && (value!.length <= 3 || (noun !== '' && stopAfter(place) === ''));
      if (!isKnown && !isChained && !isSomebodys && !isPreceded) return null;
      // "im Jahr 3. Danach": a small word in capitals begins a sentence.
      if (!isKnown && /^\s\p{Lu}/u.test(after) && (!noun || starts(noun))) return null;
      const stem = inflected(value!, before, noun);
      const said =
        /^\s?Weltkrieg/.test(after) || (before.trim() === '' && /^\s/.test(after)) ? capital(stem) : stem;
      return /^\p{L}/u.test(after) ? { text: `${said} `, length: found.length } : said;
    },
  },
  {
    name: 'ordinal alone',
    pattern: /(\d{1,7})\.(?=\s*$)/uy,
    say: ([, value], { before }) =>
      before.trim() === '' ? `${capital(ordinalStem(Number(value)))}er` : null,
  },
  {
    name: 'ordinal with its ending',
    pattern: /(\d{1,4})(?:-?s?t(e[rnsm]?))(?![\p{L}\p{N}])/uy,
    say: ([, value, ending], { before }) =>
      /[\p{L}\p{N},-]$/u.test(before) ? null : ordinalStem(Number(value)) + ending!,
  },
  {
    name: 'ordinal at the end',
    pattern: /(\d{1,4})\.(?=["”“»)\]]*\s*$|[,;:!?]|\s[(–—])/uy,
    say: ([, value], { before, after }) => {
      if (
        !/(?:^|[\s(„»"])(?:am|vom|zum|beim|dem|den|des|ab dem|seit dem|jeden|jede|jedes|(?:m|s|d)einen|ihren|unseren)\s$/u.test(
          before,
        ) &&
        !chainBefore.test(before) &&
        !saidChainBefore.test(before)
      )
        return null;
      if (Number(value) === 0) return null;
      const stop = /^["”“»)\]]*\s*$/u.test(after) ? '.' : '';
      return `${inflected(value!, before, '')}${stop}`;
    },
  },
];
