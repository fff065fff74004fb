/** Writes numbers of up to 24 bits one after the other, highest bit first. */
export class BitWriter {
  readonly bytes: Uint8Array;
  #length = 0;
  #pending = 0;
  #pendingBits = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
  }

  /** Whole bytes so far. */
  get length(): number {
    return this.#length;
  }

  restart(): void {
    this.#length = 0;
    this.#pending = 0;
    this.#pendingBits = 0;
  }

  put(value: number, bits: number): void {
    this.#pending = (this.#pending << bits) | value;
    this.#pendingBits += bits;
    while (this.#pendingBits >= 8) {
      this.#pendingBits -= 8;
      this.bytes[this.#length++] = this.#pending >>> this.#pendingBits;
    }
  }

  /** Fills the last byte with zeros. */
  align(): void {
    if (this.#pendingBits > 0) this.put(0, 8 - this.#pendingBits);
  }
}
