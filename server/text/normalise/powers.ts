import type { CountedNoun } from './quantity-rules.ts';
import type { RulePosition, RuleResult, SpellingRule } from './spelling.ts';

/** How a language says powers. */
export interface PowerWords {
  /** "x squared", "ten to the power of six". @param exponent may be negative */
  power(base: string, exponent: number): string;
  say(written: string, place: RulePosition): string;
  units: ReadonlyMap<string, CountedNoun>;
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const raised = '([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}|\\^[-−]?\\d{1,3})(?![\\p{L}\\p{N}])';

/** Characters after a word that make it the base of a power. */
export const raises = `${superscripts}⁻^`;

function exponentOf(written: string): number {
  const digits = Array.from(written.replace('^', ''), (sign) =>
    '⁻−-'.includes(sign) ? '-' : superscripts.includes(sign) ? String(superscripts.indexOf(sign)) : sign,
  ).join('');
  return Number(digits.replace('⁺', ''));
}

/** Powers of numbers: "10⁶", "10^-3", also before a unit. */
export const numberPowers = ({ power, say, units }: PowerWords): SpellingRule => ({
  name: 'power of a number',
  pattern: new RegExp(
    `([-−–]?)(\\d{1,9})${raised}(?:\\s?(\\p{L}{1,3}(?:\\/\\p{L}{1,3}|[²³])?)(?![\\p{L}\\p{N}²³]))?`,
    'uy',
  ),
  say: ([found, sign, base, exponent, unit], place): string | RuleResult | null => {
    if (/[\p{L}\p{N}.,]$/u.test(place.before)) return null;
    const noun = unit === undefined ? undefined : units.get(unit);
    const length = noun === undefined && unit !== undefined ? found.lastIndexOf(unit) : found.length;
    const trimmed = found.slice(0, length).trimEnd();
    // A mark at a year, or at a large number, is a note.
    const isNote = base!.length > 3 && !exponent!.startsWith('^');
    const said = isNote ? say(base!, place) : power(say(base!, place), exponentOf(exponent!));
    const negative = sign && /(?:^|[\s(=×·])$/.test(place.before) ? '-' : sign!;
    return {
      text: `${negative}${said}${noun === undefined ? '' : ` ${noun.many}`}`,
      length: noun === undefined ? trimmed.length : found.length,
    };
  },
});

/** Returns the rule for powers of variables and units alone: "mc²", "x^2", "m²". Tried at the word. */
export const letterPowers = ({ power, units }: PowerWords): SpellingRule => ({
  name: 'power of a letter',
  pattern: new RegExp(`(\\p{L}{1,3})${raised}`, 'uy'),
  say: ([found, letters, exponent], { before }) => {
    if (/[\p{L}\p{N}@_]$/u.test(before)) return null;
    const unit = units.get(found);
    if (unit !== undefined) return unit.one;
    const isMarked = exponent!.startsWith('^') || letters!.length === 1 || /[=+×·(-]\s?$/.test(before);
    return isMarked ? power(Array.from(letters!).join(' '), exponentOf(exponent!)) : null;
  },
});
