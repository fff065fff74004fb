import { asDefault } from '../ambiguous.ts';
import { clock, isTime } from './dates.ts';
import { marks, say } from './numbers.ts';
import type { SpellingRule } from '../spelling.ts';
import { numberSource, parseNumber } from '../written-number.ts';

const scoreWords =
  /(?:sieg|siegt|gewann|gewinn|gewonnen|besieg|schlug|schlag|führ|verlor|verlier|niederlage|unentschieden|remis|endstand|spielstand|halbzeit|treffer|tor\b|tore\b|ausgleich|trenn|stand|partie|heimspiel|satz|sätze|finale|match|duell|gegen|erfolg|pleite|rückstand|vorsprung|glich)/i;
/** What names a ratio, a scale, odds or a format. */
const ratioBefore =
  /(?:verhältnis\p{Ll}*|maßst\p{Ll}+|massst\p{Ll}+|chancen?|wette\p{Ll}*|quote\p{Ll}*|format|mischung\p{Ll}*|verdünn\p{Ll}*|misch\p{Ll}*|schlüssel|übersetzung|gefälle|steigung|skala|kopie|modell\p{Ll}*|karte|plan|umtausch\p{Ll}*|getauscht|split|wahrscheinlichkeit|odds|ratio)(?:\s(?:von|im|ist|liegt|lag|steht|stand|beträgt|betrug|bei|mit|etwa|rund|als|auf|zu|in|der|des|den|dem|ein|eine|einem|wird|bleibt)){0,4}[\s:(]*$/iu;
const ratioAfter =
  /^[\s-](?:mischen|gemischt|mischt|verdünn\p{Ll}*|anrühren|angerührt|angesetzt|ansetzen|umgetauscht|getauscht|verkleinert\p{Ll}*|vergrößert\p{Ll}*|nachgebaut\p{Ll}*|abgebildet|übersetzt|umgesetzt|übertragen|übernommen|kopiert\p{Ll}*|Mischung|Maßstab|Massstab|Modell\p{Ll}*|Kopie|Format|Verhältnis|Betreuung|Situation|Gespräch\p{Ll}*|Chance|Wette|Quote|Karte|Nachbau)/u;

/** What tells a time of day from a ratio or a score. */
const timeBefore =
  /(?:^\s*|(?:^|[\s(])(?:[Uu]m|[Aa]b|[Bb]is|[Vv]on|[Gg]egen|[Ss]eit|[Zz]wischen|[Nn]ach|[Vv]or|(?:\p{L}*tag|Mittwoch|[Mm]orgens|[Aa]bends|[Hh]eute),?)\s|\d{1,2}:\d\d\s?(?:Uhr\s)?(?:[-–/]|bis|und|oder|,)\s?|\d\.,?\s|[\s.](?:19|20)\d\d,?\s(?:[-–|]\s)?)$/u;
const timeAfter = /^(?:\s?[-–]\s?|\s(?:bis|und|oder)\s)\d{1,2}:\d\d/;

const number = numberSource(marks);

/** Scores, ratios and scales; a time of day where nothing names one of these. */
export const ratios: readonly SpellingRule[] = [
  {
    name: 'score or ratio',
    pattern: new RegExp(
      `(${number})(\\s?):(\\s?)(${number})(?::(\\d{1,3}))?(?![\\p{L}\\p{N}:]|[.,’']\\d)`,
      'uy',
    ),
    say: ([found, first, gapBefore, gapAfter, second, third], { before, after }) => {
      if (/[\p{L}\p{N}:]$/u.test(before) || (gapBefore === '' && gapAfter !== '')) return null;
      const said = [first!, second!, ...(third === undefined ? [] : [third])]
        .map((written) => say(parseNumber(written, marks)))
        .join(' zu ')
        .replace(/zu eine (?=(?:M|B)illi)/g, 'zu einer ');
      if (third !== undefined) return gapBefore ? null : said;
      const isNamed = ratioBefore.test(before) || ratioAfter.test(after);
      const looksTimed =
        gapBefore === '' &&
        !isNamed &&
        /^\d{1,2}$/.test(first!) &&
        isTime(first!, second!) &&
        !scoreWords.test(before) &&
        !scoreWords.test(after.slice(0, 40)) &&
        !/[(,]\s?$/.test(before);
      if (looksTimed) {
        const isClear = first!.startsWith('0') || timeBefore.test(before) || timeAfter.test(after);
        return isClear ? clock(first!, second!) : asDefault(clock(first!, second!), found.length);
      }
      return /^-\p{L}/u.test(after) && !gapBefore
        ? { text: said.replaceAll(' ', '-'), length: found.length }
        : said;
    },
  },
];
