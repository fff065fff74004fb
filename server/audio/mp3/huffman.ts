/**
 * Which Huffman tables there are for a stretch of quantised lines, what they would cost, and writing with
 * them.
 */
import type { BitWriter } from './bit-writer.ts';
import { HUFFMAN_CODES, LINBITS } from './huffman-tables.ts';

const codesOf = (table: number) => HUFFMAN_CODES[table]!.trim().split(/\s+/);
const signs = (...values: number[]) => values.filter((value) => value !== 0).length;

/** Tables of pairs by number, 16 values of y per row for all table sizes. */
const CODES = Array.from({ length: 32 }, () => new Uint32Array(256));
const LENGTHS = Array.from({ length: 32 }, () => new Uint8Array(256));
for (let table = 1; table < 32; table++) {
  const model = table < 16 ? table : table < 24 ? 16 : 24;
  if (!(model in HUFFMAN_CODES)) continue;
  const codes = codesOf(model);
  const size = Math.sqrt(codes.length);
  codes.forEach((code, i) => {
    const at = Math.floor(i / size) * 16 + (i % size);
    CODES[table]![at] = Number.parseInt(code, 2);
    LENGTHS[table]![at] = code.length;
  });
}

const [QUAD_CODES_A, QUAD_CODES_B] = [codesOf(32), codesOf(33)].map((codes) =>
  Uint32Array.from(codes, (code) => Number.parseInt(code, 2)),
) as [Uint32Array, Uint32Array];
const [QUAD_LENGTHS_A, QUAD_LENGTHS_B] = [codesOf(32), codesOf(33)].map((codes) =>
  Uint8Array.from(codes, (code) => code.length),
) as [Uint8Array, Uint8Array];
const SIGNS_OF_FOUR = Uint8Array.from({ length: 16 }, (_, quad) =>
  signs(quad & 1, quad & 2, quad & 4, quad & 8),
);

/** The tables that fit a highest value of 1, 2, 3, 4-5, 6-7, 8-15 and more. */
const FAMILIES = [[1], [2, 3], [5, 6], [7, 8, 9], [10, 11, 12], [13, 15], [16, 24]];
const FAMILY = Uint8Array.from([0, 0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6]);
const STEP = 2 ** 16;
/**
 * Lengths of a pair in all tables of a family, signs included, 16 bits of one number to each: they are summed
 * up at once.
 */
const FAMILY_LENGTHS = FAMILIES.map((tables) => {
  const lengths = new Float64Array(256);
  for (let at = 0; at < 256; at++) {
    for (const [i, table] of tables.entries())
      lengths[at]! += (LENGTHS[table]![at]! + signs(at >> 4, at & 15)) * STEP ** i;
  }
  return lengths;
});

/** The cheapest table of the last stretch that was priced. */
export let chosenTable = 0;

/**
 * Bits that the pairs in [from, to) take with the table that suits them best, which is then the
 * `chosenTable`.
 */
export function pairBits(lines: Int32Array, from: number, to: number): number {
  let highest = 0;
  for (let i = from; i < to; i++) if (lines[i]! > highest) highest = lines[i]!;
  chosenTable = 0;
  if (highest === 0) return 0;
  if (highest > 15) return escapedBits(lines, from, to, highest);
  const family = FAMILY[highest]!;
  const lengths = FAMILY_LENGTHS[family]!;
  let sum = 0;
  for (let i = from; i < to; i += 2) sum += lengths[lines[i]! * 16 + lines[i + 1]!]!;
  const tables = FAMILIES[family]!;
  let best = Infinity;
  for (let i = 0; i < tables.length; i++) {
    const bits = sum % STEP;
    sum = (sum - bits) / STEP;
    if (bits < best) {
      best = bits;
      chosenTable = tables[i]!;
    }
  }
  return best;
}

/** Values from 15 on are coded as 15 and what is left, in as many bits as the highest needs. */
function escapedBits(lines: Int32Array, from: number, to: number, highest: number): number {
  const lengths = FAMILY_LENGTHS[6]!;
  let [sum, escapes] = [0, 0];
  for (let i = from; i < to; i += 2) {
    let x = lines[i]!;
    let y = lines[i + 1]!;
    if (x > 14) {
      x = 15;
      escapes++;
    }
    if (y > 14) {
      y = 15;
      escapes++;
    }
    sum += lengths[x * 16 + y]!;
  }
  const needed = 32 - Math.clz32(highest - 15);
  let [low, high] = [0, 8];
  while (LINBITS[low]! < needed) low++;
  while (LINBITS[high]! < needed) high++;
  const bitsOf16 = (sum % STEP) + escapes * LINBITS[low]!;
  const bitsOf24 = Math.floor(sum / STEP) + escapes * LINBITS[high]!;
  chosenTable = bitsOf16 < bitsOf24 ? 16 + low : 16 + high;
  return Math.min(bitsOf16, bitsOf24);
}

/** 1 when table 33 was the cheaper one for the last stretch of fours that was priced, 0 for table 32. */
export let chosenQuadTable = 0;

/** Bits of the values of 0 and 1 in [from, to), by fours. */
export function quadBits(lines: Int32Array, from: number, to: number): number {
  let [a, b] = [0, 0];
  for (let i = from; i < to; i += 4) {
    const quad = lines[i]! * 8 + lines[i + 1]! * 4 + lines[i + 2]! * 2 + lines[i + 3]!;
    const signBits = SIGNS_OF_FOUR[quad]!;
    a += QUAD_LENGTHS_A[quad]! + signBits;
    b += QUAD_LENGTHS_B[quad]! + signBits;
  }
  chosenQuadTable = b < a ? 1 : 0;
  return Math.min(a, b);
}

/** Writes the pairs in [from, to); the signs are those of `spectrum`. */
export function writePairs(
  writer: BitWriter,
  table: number,
  lines: Int32Array,
  spectrum: Float64Array,
  from: number,
  to: number,
): void {
  if (table === 0) return;
  const codes = CODES[table]!;
  const lengths = LENGTHS[table]!;
  const linbits = table >= 16 ? LINBITS[table - 16]! : 0;
  for (let i = from; i < to; i += 2) {
    const x = lines[i]!;
    const y = lines[i + 1]!;
    const at = (x > 15 ? 15 : x) * 16 + (y > 15 ? 15 : y);
    writer.put(codes[at]!, lengths[at]!);
    if (linbits > 0 && x > 14) writer.put(x - 15, linbits);
    if (x > 0) writer.put(spectrum[i]! < 0 ? 1 : 0, 1);
    if (linbits > 0 && y > 14) writer.put(y - 15, linbits);
    if (y > 0) writer.put(spectrum[i + 1]! < 0 ? 1 : 0, 1);
  }
}

/** Writes the values of 0 and 1 in [from, to), by fours. */
export function writeQuads(
  writer: BitWriter,
  table: number,
  lines: Int32Array,
  spectrum: Float64Array,
  from: number,
  to: number,
): void {
  const codes = table === 1 ? QUAD_CODES_B : QUAD_CODES_A;
  const lengths = table === 1 ? QUAD_LENGTHS_B : QUAD_LENGTHS_A;
  for (let i = from; i < to; i += 4) {
    const quad = lines[i]! * 8 + lines[i + 1]! * 4 + lines[i + 2]! * 2 + lines[i + 3]!;
    let value = codes[quad]!;
    for (let j = i; j < i + 4; j++) if (lines[j]! > 0) value = value * 2 + (spectrum[j]! < 0 ? 1 : 0);
    writer.put(value, lengths[quad]! + SIGNS_OF_FOUR[quad]!);
  }
}
