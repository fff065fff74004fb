/** As many as may wait are waiting. */
export class GateFullError extends Error {
  override name = 'GateFullError';
}

/** Lets so many in at once, and others wait their turn. */
export class Gate {
  readonly #atOnce: number;
  readonly #waitingMax: number;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number, waitingMax: number) {
    this.#atOnce = atOnce;
    this.#waitingMax = waitingMax;
  }

  /** Runs `work` when its turn comes. @throws GateFullError at once, and what `work` throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#atOnce) {
      if (this.#waiting.length >= this.#waitingMax) throw new GateFullError('Too many are waiting.');
      // Whoever leaves hands the place on.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#inside++;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#inside--;
    }
  }
}
