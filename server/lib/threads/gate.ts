/** As many as may wait are waiting, or the wait took too long. */
export class GateFullError extends Error {
  override name = 'GateFullError';
}

export interface GateOptions {
  atOnce: number | ((overloaded: boolean) => number);
  waitingMax: number;
  /** What one caller may have of all places, and how many of it may wait. Default: as many as all. */
  perCaller?: { share: number; waitingMax?: number };
  /** What visitors of a rank and below may have of all places, by rank. Default: all. */
  rankShares?: readonly number[];
  /** Milliseconds that one may wait whose caller has so many others inside or waiting. Default: for ever. */
  patience?: (overloaded: boolean, others: number) => number;
  /**
   * The gate is overloaded once a queue has existed for this long, milliseconds, until no visitor was refused
   * for this long. Default: 1000.
   */
  standingMs?: number;
}

export interface Visitor {
  /** Callers take turns, however many visitors each has waiting. */
  caller?: string;
  /** Lower ones first. */
  rank?: number;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}

interface Waiting {
  begin(): void;
}

/**
 * Limits concurrency. Waiting visitors are admitted by rank, then round robin over callers. A queue that does
 * not drain is an overload: then it is better to refuse most visitors at once than to keep all waiting (the
 * idea of CoDel, RFC 8289).
 */
export class Gate {
  readonly #options: GateOptions;
  #inside = 0;
  #waiting = 0;
  #queueSince = 0;
  #refusedAt = 0;
  #overloaded = false;
  readonly #insideOf = new Map<string, number>();
  readonly #insideOfRank: number[] = [];
  readonly #waitingOf = new Map<string, number>();
  /** By rank, then by caller, the next one first. */
  readonly #ranks: (Map<string, Waiting[]> | undefined)[] = [];

  constructor(options: GateOptions) {
    this.#options = options;
  }

  get inside(): number {
    return this.#inside;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Whether more have come of late than could be let in. */
  get overloaded(): boolean {
    const now = performance.now();
    const { standingMs = 1_000 } = this.#options;
    if (this.#overloaded) this.#overloaded = now - this.#refusedAt < standingMs;
    else if (this.#waiting > 0 && now - this.#queueSince > standingMs) {
      this.#overloaded = true;
      this.#refusedAt = now;
    }
    return this.#overloaded;
  }

  /**
   * Rejects a task that would only wait behind tasks of the same caller during overload.
   * @returns whether it did
   */
  turnAway({ caller = '', rank = 0 }: Visitor): boolean {
    if (!this.overloaded || !this.#waitingOf.has(caller) || this.#hasRoom(caller, rank)) return false;
    this.#refusedAt = performance.now();
    return true;
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

  /**
   * @returns what gives the place back; called again it does nothing. @throws GateFullError, the signal's
   * reason
   */
  enter({ caller = '', rank = 0, signal }: Visitor = {}): Promise<() => void> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    if (this.#hasRoom(caller, rank)) return Promise.resolve(this.#begin(caller, rank));
    const { waitingMax, perCaller, patience } = this.#options;
    const own = this.#waitingOf.get(caller) ?? 0;
    // Callers with nothing queued are not blocked by callers with a long queue.
    const places = own === 0 && perCaller ? 2 * waitingMax : waitingMax;
    if (this.#waiting >= places || own >= (perCaller?.waitingMax ?? waitingMax))
      return Promise.reject(this.#refuse('Too many are waiting.'));
    return new Promise((resolve, reject) => {
      const giveUp = (reason: Error): void => {
        end();
        const remaining = (callers.get(caller) ?? []).filter((other) => other !== waiting);
        if (remaining.length) callers.set(caller, remaining);
        else callers.delete(caller);
        this.#stopWaiting(caller);
        reject(reason);
      };
      const abort = (): void => giveUp(signal!.reason as Error);
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const waiting: Waiting = {
        begin: () => {
          end();
          resolve(this.#begin(caller, rank));
        },
      };
      const callers = (this.#ranks[rank] ??= new Map<string, Waiting[]>());
      const queue = callers.get(caller);
      if (queue) queue.push(waiting);
      else callers.set(caller, [waiting]);
      if (this.#waiting++ === 0) this.#queueSince = performance.now();
      add(this.#waitingOf, caller, 1);
      const timer =
        patience &&
        setTimeout(
          () => giveUp(this.#refuse('The wait took too long.')),
          patience(this.overloaded, own + (this.#insideOf.get(caller) ?? 0)),
        );
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  #refuse(message: string): GateFullError {
    this.#refusedAt = performance.now();
    return new GateFullError(message);
  }

  #hasRoom(caller: string, rank: number): boolean {
    const { atOnce, perCaller, rankShares } = this.#options;
    const places = typeof atOnce === 'number' ? atOnce : atOnce(this.overloaded);
    if (this.#inside >= places) return false;
    if (perCaller && (this.#insideOf.get(caller) ?? 0) >= shareOf(places, perCaller.share)) return false;
    const share = rankShares?.[rank];
    if (share === undefined || share === 1) return true;
    const below = this.#insideOfRank.reduce((sum, count, other) => (other >= rank ? sum + count : sum), 0);
    return below < shareOf(places, share);
  }

  #begin(caller: string, rank: number): () => void {
    this.#inside++;
    this.#insideOfRank[rank] = (this.#insideOfRank[rank] ?? 0) + 1;
    add(this.#insideOf, caller, 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#inside--;
      this.#insideOfRank[rank]!--;
      add(this.#insideOf, caller, -1);
      for (let next = this.#next(); next; next = this.#next()) next.begin();
    };
  }

  /** Returns the next visitor if there is room, and moves its caller's others to the end. */
  #next(): Waiting | undefined {
    if (this.#waiting === 0) return undefined;
    for (const [rank, callers] of this.#ranks.entries()) {
      for (const [caller, queue] of callers ?? []) {
        if (!this.#hasRoom(caller, rank)) continue;
        const next = queue.shift()!;
        callers!.delete(caller);
        if (queue.length) callers!.set(caller, queue);
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

const shareOf = (places: number, share: number): number => Math.max(1, Math.floor(places * share));

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count) counts.set(key, count);
  else counts.delete(key);
}
