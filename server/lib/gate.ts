/** As many as may wait are waiting, or the wait took too long. */
export class GateFullError extends Error {
  override name = 'GateFullError';
}

export interface GateOptions {
  atOnce: number;
  waitingMax: number;
  /** Of one caller. Default: as many as of all. */
  perCaller?: { atOnce: number; waitingMax?: number };
  /** Milliseconds that one may wait; `standing` is how long there has been a queue already. Default: for ever. */
  patience?: (standing: number) => number;
}

export interface Visitor {
  /** Whoever has many wait takes turns with whoever has one. */
  caller?: string;
  /** Lower ones first. */
  rank?: number;
}

interface Waiting {
  caller: string;
  begin(): void;
}

/** Lets so many in at once. Others wait their turn: by rank, then each caller in turn. */
export class Gate {
  readonly #options: Required<Omit<GateOptions, 'perCaller' | 'patience'>> & Pick<GateOptions, 'patience'>;
  readonly #perCaller: { atOnce: number; waitingMax: number };
  #inside = 0;
  #waiting = 0;
  #standingSince = 0;
  readonly #insideOf = new Map<string, number>();
  readonly #waitingOf = new Map<string, number>();
  /** By rank, then by caller, the next one first. */
  readonly #ranks: Map<string, Waiting[]>[] = [];

  constructor({ atOnce, waitingMax, perCaller, patience }: GateOptions) {
    this.#options = { atOnce, waitingMax, ...(patience && { patience }) };
    this.#perCaller = { waitingMax, ...(perCaller ?? { atOnce }) };
  }

  get inside(): number {
    return this.#inside;
  }

  /** Runs `work` when its turn comes. @throws GateFullError, and what `work` throws */
  async run<T>(work: () => Promise<T>, visitor?: Visitor): Promise<T> {
    const leave = await this.enter(visitor);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** @returns what gives the place back; called again it does nothing. @throws GateFullError */
  enter({ caller = '', rank = 0 }: Visitor = {}): Promise<() => void> {
    if (this.#inside < this.#options.atOnce && this.#hasRoom(caller)) return Promise.resolve(this.#begin(caller));
    const { waitingMax, patience } = this.#options;
    const own = this.#waitingOf.get(caller) ?? 0;
    if (this.#waiting >= waitingMax || own >= this.#perCaller.waitingMax) return Promise.reject(new GateFullError('Too many are waiting.'));
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const waiting: Waiting = {
        caller,
        begin: () => {
          clearTimeout(timer);
          resolve(this.#begin(caller));
        },
      };
      const callers = (this.#ranks[rank] ??= new Map<string, Waiting[]>());
      const queue = callers.get(caller);
      if (queue) queue.push(waiting);
      else callers.set(caller, [waiting]);
      const now = performance.now();
      if (this.#waiting++ === 0) this.#standingSince = now;
      this.#waitingOf.set(caller, own + 1);
      if (!patience) return;
      timer = setTimeout(() => {
        const remaining = (callers.get(caller) ?? []).filter((other) => other !== waiting);
        if (remaining.length) callers.set(caller, remaining);
        else callers.delete(caller);
        this.#stopWaiting(caller);
        reject(new GateFullError('The wait took too long.'));
      }, patience(now - this.#standingSince));
    });
  }

  #hasRoom(caller: string): boolean {
    return (this.#insideOf.get(caller) ?? 0) < this.#perCaller.atOnce;
  }

  #begin(caller: string): () => void {
    this.#inside++;
    add(this.#insideOf, caller, 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#inside--;
      add(this.#insideOf, caller, -1);
      this.#next()?.begin();
    };
  }

  /** Whose turn it is. The caller's others then wait behind everybody else's. */
  #next(): Waiting | undefined {
    for (const callers of this.#ranks) {
      for (const [caller, queue] of callers ?? []) {
        if (!this.#hasRoom(caller)) continue;
        const next = queue.shift()!;
        callers.delete(caller);
        if (queue.length) callers.set(caller, queue);
        this.#stopWaiting(caller);
        return next;
      }
    }
    return undefined;
  }

  #stopWaiting(caller: string): void {
    this.#waiting--;
    add(this.#waitingOf, caller, -1);
  }
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count) counts.set(key, count);
  else counts.delete(key);
}
