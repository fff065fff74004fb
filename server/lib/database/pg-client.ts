import pg from 'pg';

/** Members of pg's client that its types omit. */
interface Inside {
  connection: pg.Connection;
  connectionParameters: { query_timeout?: number | string | false };
  /** False while the server owes an answer; undefined before it is there. */
  readyForQuery?: boolean;
}

/** Between two looks at whether an answer is late, milliseconds at most. */
const lookMs = 1_000;

/**
 * pg's client, which lets what a statement is made of be collected while it is young. V8 puts a function that
 * is written where a property is set (`query.callback = (error) => …`) among what is old at once, as if it
 * were a method (`CheckAssigningFunctionLiteralToProperty` in its parser), and all that the function sees
 * follows it there: the statement, its values and their buffers, until the whole heap is looked through. pg
 * has two of these functions, where it makes a promise and where it limits the time. So promises are made
 * here, and `query_timeout` is kept here: where the server owes an answer for so many milliseconds, and up to
 * a second more, the connection is closed, with whose statements it would otherwise go back to its pool.
 */
export class Client extends pg.Client {
  /** Time of the last response, or of the request that ended an idle period. */
  #heardAt = 0;

  constructor(options?: pg.ClientConfig) {
    super(options);
    const { connection, connectionParameters } = this.#inside;
    const patienceMs = Number(connectionParameters.query_timeout) || 0;
    connectionParameters.query_timeout = false;
    if (patienceMs === 0) return;
    connection.on('readyForQuery', () => (this.#heardAt = performance.now()));
    this.once('connect', () => {
      const isLate = (): boolean =>
        this.#inside.readyForQuery === false && performance.now() - this.#heardAt > patienceMs;
      const watch = setInterval(
        () => {
          // After a stall the process may have responses that it has not read yet.
          if (isLate())
            setImmediate(() => isLate() && connection.stream.destroy(new Error('Query read timeout')));
        },
        Math.min(patienceMs / 4, lookMs),
      ).unref();
      this.once('end', () => clearInterval(watch));
    });
  }

  // Overloads of pg, of which each caller sees those of its own type.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(statement: any, values?: any, callback?: any): any {
    if (this.#inside.readyForQuery) this.#heardAt = performance.now();
    if (callback || typeof values === 'function' || statement.callback || statement.submit)
      return super.query(statement, values, callback);
    return new Promise((resolve, reject) => {
      super.query(statement, values, (error: Error | null, result: unknown) =>
        error ? reject(error) : resolve(result),
      );
    });
  }

  get #inside(): Inside {
    return this as unknown as Inside;
  }
}
