/**
 * How many different listeners there are, without keeping who they are: HyperLogLog (Flajolet and others,
 * 2007) with the estimator of Ertl, "New cardinality estimation algorithms for HyperLogLog sketches"
 * (arXiv:1702.01284, algorithm 6), which needs no correction for few or many. Sketches of parts are merged to
 * that of the whole; who is added twice, or in another order, changes nothing.
 */

const precision = 13;
const registers = 1 << precision;
/** Bits of a listener's hash that are left to count zeros in. */
const bits = 64 - precision;
/** Of the estimate, for any number of listeners: one time in three it is further off. 0.0115. */
export const standardError = 1.04 / Math.sqrt(registers);

const dense = 0;
const sparse = 1;
const bytesOfEntry = 3;

export class HyperLogLog {
  readonly #ranks = new Uint8Array(registers);

  /** @param listener 64 bits of a hash */
  add(listener: bigint): void {
    const hash = BigInt.asUintN(64, listener);
    const register = Number(hash >> BigInt(bits));
    const rest = Number(hash & ((1n << BigInt(bits)) - 1n));
    const high = Math.floor(rest / 2 ** 32);
    const zeros = high > 0 ? Math.clz32(high) - (64 - bits) : bits - 32 + Math.clz32(rest);
    this.#raise(register, zeros + 1);
  }

  /** @param bytes what `toBytes` gave */
  merge(bytes: Uint8Array): this {
    if (bytes[0] === dense) {
      const ranks = this.#ranks;
      for (let register = 0; register < registers; register++) {
        const rank = bytes[register + 1]!;
        if (rank > ranks[register]!) ranks[register] = rank;
      }
    } else
      for (let at = 1; at < bytes.length; at += bytesOfEntry)
        this.#raise(bytes[at]! * 256 + bytes[at + 1]!, bytes[at + 2]!);
    return this;
  }

  #raise(register: number, rank: number): void {
    if (rank > this.#ranks[register]!) this.#ranks[register] = rank;
  }

  /** The estimate, a whole number. */
  count(): number {
    const tally = new Float64Array(bits + 2);
    for (const rank of this.#ranks) tally[rank]!++;
    let sum = registers * tau(1 - tally[bits + 1]! / registers);
    for (let rank = bits; rank >= 1; rank--) sum = 0.5 * (sum + tally[rank]!);
    sum += registers * sigma(tally[0]! / registers);
    return Math.round(registers ** 2 / (2 * Math.LN2 * sum));
  }

  /** The same for the same listeners: few as a list of their registers, many as all registers. */
  toBytes(): Buffer {
    const ranks = this.#ranks;
    let raised = 0;
    for (let register = 0; register < registers; register++) if (ranks[register]! > 0) raised++;
    if (raised * bytesOfEntry >= registers) return Buffer.concat([Buffer.from([dense]), ranks]);
    const bytes = Buffer.alloc(1 + raised * bytesOfEntry);
    bytes[0] = sparse;
    for (let register = 0, at = 1; register < registers; register++)
      if (ranks[register]! > 0) {
        bytes[at++] = register >> 8;
        bytes[at++] = register & 255;
        bytes[at++] = ranks[register]!;
      }
    return bytes;
  }
}

function sigma(share: number): number {
  if (share === 1) return Infinity;
  let [power, weight, sum] = [share, 1, share];
  for (let before = -1; before !== sum;) {
    before = sum;
    power *= power;
    sum += power * weight;
    weight += weight;
  }
  return sum;
}

function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let [root, weight, sum] = [share, 1, 1 - share];
  for (let before = -1; before !== sum;) {
    before = sum;
    root = Math.sqrt(root);
    weight *= 0.5;
    sum -= (1 - root) ** 2 * weight;
  }
  return sum / 3;
}
