/** Stretches of a text that are spoken for, none touching another's inside. */
export class ClaimedRanges<Owner> {
  readonly #taken: { start: number; end: number; owner: Owner }[] = [];

  /** Claims a range, or returns who has claimed a part of it. */
  take(start: number, end: number, owner: Owner): { owner: Owner } | null {
    let low = 0;
    let high = this.#taken.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#taken[middle]!.end <= start) low = middle + 1;
      else high = middle;
    }
    const next = this.#taken[low];
    if (next && next.start < end) return next;
    this.#taken.splice(low, 0, { start, end, owner });
    return null;
  }
}
