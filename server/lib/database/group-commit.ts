/** The queue of rows to write is full; a retry succeeds soon. */
export class GroupCommitFullError extends Error {
  override name = 'GroupCommitFullError';
}

export interface GroupCommitOptions<Row, Held = undefined> {
  /** Writes rows in one transaction; done when that is committed. */
  write(rows: readonly Row[], held: Held): Promise<void>;
  /** What transactions that follow each other share. None needs anything unless it is given. */
  shared?: SharedResource<Held>;
  /**
   * Approximate milliseconds between the starts of two transactions under load: fewer and larger ones cost
   * less. The shared resource is held in between, unless it is wanted elsewhere. Default: 0
   */
  apartMs?: number;
  /** Rows that are written together at most. */
  rowsMax: number;
  /** Rows that may wait, those that are being written included. */
  waitingMax: number;
}

/** Resource that consecutive transactions share, for example a connection. */
export interface SharedResource<Held> {
  /** Runs work with it; it is given back when that is done: when nothing waits, or a transaction failed. */
  hold(work: (held: Held) => Promise<void>): Promise<void>;
  /** Whether another user waits for the resource, so that it is released before the next transaction. */
  isWanted(): boolean;
}

/** Number of calls in one transaction from which load counts as high. */
const many = 16;

interface Waiting<Row> {
  rows: readonly Row[];
  told: unknown;
  resolve: (told: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Writes the rows of concurrent callers together: one transaction at a time, and rows that arrive during it
 * go into the next one. Each caller waits for the commit. Delays between transactions apply only under load.
 */
export class GroupCommit<Row, Held = undefined> {
  readonly #options: GroupCommitOptions<Row, Held>;
  readonly #shared: SharedResource<Held>;
  #queue: Waiting<Row>[] = [];
  #waiting = 0;
  #writing: Promise<void> | null = null;

  constructor(options: GroupCommitOptions<Row, Held>) {
    this.#options = options;
    this.#shared = options.shared ?? { hold: (work) => work(undefined as Held), isWanted: () => false };
  }

  /** Rows that wait or are being written. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Resolves with `told` once the rows are committed, which they are together. @throws GroupCommitFullError,
   * and what `write` throws
   */
  add<Told = void>(rows: readonly Row[], told?: Told): Promise<Told> {
    if (this.#waiting + rows.length > this.#options.waitingMax)
      return Promise.reject(new GroupCommitFullError('Too much waits to be written.'));
    this.#waiting += rows.length;
    return new Promise((resolve, reject) => {
      this.#queue.push({ rows, told, resolve: resolve as Waiting<Row>['resolve'], reject });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Resolves once nothing waits any more. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // What else arrives in this turn of the loop is written with it.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) await this.#writeSome();
    this.#writing = null;
  }

  /** Writes what waits, as long as what is shared for it can be kept. */
  async #writeSome(): Promise<void> {
    let held = false;
    try {
      await this.#shared.hold(async (shared) => {
        held = true;
        do {
          const begun = performance.now();
          const group = this.#next();
          if (!(await this.#writeOnce(group, shared))) return;
          const { apartMs = 0, rowsMax } = this.#options;
          const early = apartMs - (performance.now() - begun);
          if (early > 0 && group.length >= many && this.#waiting < rowsMax && !this.#shared.isWanted())
            await new Promise((resolve) => setTimeout(resolve, early));
        } while (this.#queue.length > 0 && !this.#shared.isWanted());
      });
    } catch (error) {
      // Without the resource nothing was written. An error on releasing it does not concern the waiting
      // callers.
      if (!held) this.#end(this.#next(), (one) => one.reject(error));
    }
  }

  #next(): Waiting<Row>[] {
    let rows = 0;
    let end = 0;
    do rows += this.#queue[end++]!.rows.length;
    while (end < this.#queue.length && rows + this.#queue[end]!.rows.length <= this.#options.rowsMax);
    return this.#queue.splice(0, end);
  }

  /** @returns whether it was committed */
  async #writeOnce(group: Waiting<Row>[], shared: Held): Promise<boolean> {
    try {
      await this.#options.write(
        group.flatMap((one) => one.rows),
        shared,
      );
    } catch (error) {
      this.#end(group, (one) => one.reject(error));
      return false;
    }
    this.#end(group, (one) => one.resolve(one.told));
    return true;
  }

  #end(group: Waiting<Row>[], tell: (one: Waiting<Row>) => void): void {
    for (const one of group) {
      tell(one);
      this.#waiting -= one.rows.length;
    }
  }
}
