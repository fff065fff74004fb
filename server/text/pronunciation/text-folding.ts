/**
 * Folds texts and sources for comparison: each UTF-16 unit separately, so that positions are those of the
 * text.
 */

/** Signs that typesetting exchanges: an entry with a typewriter's apostrophe finds the printed one too. */
const alike: Record<string, string> = {
  '’': "'",
  ʼ: "'",
  '‑': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\n': ' ',
  '\t': ' ',
};

const unknown = 0xffff;
const plainUnits = new Uint16Array(0x10000).fill(unknown);
const foldedUnits = new Uint16Array(0x10000).fill(unknown);

function plainUnit(unit: number): number {
  const known = plainUnits[unit]!;
  if (known !== unknown) return known;
  const character = String.fromCharCode(unit);
  return (plainUnits[unit] = (alike[character] ?? character).charCodeAt(0));
}

/**
 * Without its case, by way of the capital so that `ς` and `σ`, `ſ` and `s` are one; what would become longer
 * (`İ`) stays, and so does `ı`, which is not `i`.
 */
function withoutCase(character: string): string {
  if (character === 'ı') return character;
  const capital = character.toUpperCase();
  const small = (capital.length === character.length ? capital : character).toLowerCase();
  return small.length === character.length ? small : character;
}

function foldedUnit(unit: number): number {
  const known = foldedUnits[unit]!;
  if (known !== unknown) return known;
  return (foldedUnits[unit] = withoutCase(String.fromCharCode(plainUnit(unit))).charCodeAt(0));
}

const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800;

/** The units of a text with signs that mean the same made one; with `ignoreCase` letters too. */
export function comparable(text: string, ignoreCase: boolean): Uint16Array {
  const units = new Uint16Array(text.length);
  const unitOf = ignoreCase ? foldedUnit : plainUnit;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (!ignoreCase || !isHighSurrogate(unit) || at + 1 === text.length) {
      units[at] = unitOf(unit);
      continue;
    }
    const pair = withoutCase(text.slice(at, at + 2));
    units[at++] = pair.charCodeAt(0);
    units[at] = pair.charCodeAt(1);
  }
  return units;
}

/** A source as the automaton knows it. */
export const foldSource = (source: string): string =>
  String.fromCharCode(...comparable(source.normalize('NFC'), true));

/**
 * Whether a source matches at a position, including its case.
 * @param units of the text, with their case
 */
export function matchesAt(units: Uint16Array, start: number, source: string): boolean {
  for (let at = 0; at < source.length; at++)
    if (units[start + at] !== plainUnit(source.charCodeAt(at))) return false;
  return true;
}

/**
 * The text in NFC, and for each of its places (and its end) the place in the given text; null where it is NFC
 * already.
 */
export function composedText(text: string): { text: string; places: Uint32Array } | null {
  if (text.normalize('NFC') === text) return null;
  const parts: string[] = [];
  const places: number[] = [];
  for (const { segment, index } of new Intl.Segmenter('en').segment(text)) {
    const composed = segment.normalize('NFC');
    parts.push(composed);
    for (let unit = 0; unit < composed.length; unit++) places.push(index);
  }
  return { text: parts.join(''), places: Uint32Array.from([...places, text.length]) };
}
