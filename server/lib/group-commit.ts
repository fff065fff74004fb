/** So many rows wait to be written that no more are taken; the same again succeeds soon. */
export class GroupCommitFullError extends Error {
  override name = 'GroupCommitFullError';
}

export interface GroupCommitOptions<Row> {
  /** Writes rows in one transaction; done when that is committed. */
  write(rows: readonly Row[]): Promise<void>;
  /** Rows that are written together at most. */
  rowsMax: number;
  /** Rows that may wait, those that are being written included. */
  waitingMax: number;
}

interface Waiting<Row> {
  rows: readonly Row[];
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Writes what many bring at once together: one transaction at a time, and what comes meanwhile is the next.
 * Nobody waits for a clock, and everybody for the commit.
 */
export class GroupCommit<Row> {
  readonly #options: GroupCommitOptions<Row>;
  #queue: Waiting<Row>[] = [];
  #waiting = 0;
  #writing: Promise<void> | null = null;

  constructor(options: GroupCommitOptions<Row>) {
    this.#options = options;
  }

  /** Rows that wait or are being written. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Resolves once the rows are committed, which they are together. @throws GroupCommitFullError, and what
   * `write` throws
   */
  add(rows: readonly Row[]): Promise<void> {
    if (this.#waiting + rows.length > this.#options.waitingMax)
      return Promise.reject(new GroupCommitFullError('Too much waits to be written.'));
    this.#waiting += rows.length;
    return new Promise((resolve, reject) => {
      this.#queue.push({ rows, resolve, reject });
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
    while (this.#queue.length > 0) await this.#writeOnce(this.#next());
    this.#writing = null;
  }

  #next(): Waiting<Row>[] {
    let rows = 0;
    let end = 0;
    do rows += this.#queue[end++]!.rows.length;
    while (end < this.#queue.length && rows + this.#queue[end]!.rows.length <= this.#options.rowsMax);
    return this.#queue.splice(0, end);
  }

  async #writeOnce(group: Waiting<Row>[]): Promise<void> {
    const rows = group.flatMap((one) => one.rows);
    try {
      await this.#options.write(rows);
      for (const one of group) one.resolve();
    } catch (error) {
      for (const one of group) one.reject(error);
    } finally {
      this.#waiting -= rows.length;
    }
  }
}
