import pg from 'pg';
import { Gate, GateFullError } from '../threads/gate.ts';
import { runForNoCaller, statementCaller } from './statement-caller.ts';

type Done = (broken?: Error | boolean) => void;
type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: Done) => void;

/** Of all connections, what one caller may hold at once. */
const callerShare = 0.5;

/**
 * A pool whose connections are given to callers in turn, at most half of them to one. pg's own queue is in
 * order of arrival, so that one caller's hundred statements would keep everyone else's waiting; with the
 * embedded database, which has one connection, for seconds. What is sent for no caller (jobs, upkeep) takes a
 * turn for each statement.
 */
export class FairPool extends pg.Pool {
  readonly #gate: Gate;
  #own = 0;

  constructor(config: pg.PoolConfig & { max: number }) {
    super(config);
    const { max, connectionTimeoutMillis: waitMs = 0 } = config;
    this.#gate = new Gate({
      atOnce: max,
      waitingMax: Infinity,
      perCaller: { share: callerShare },
      ...(waitMs > 0 && { patience: () => waitMs }),
    });
    // pg's types declare a field. Its own queue only holds requests that wait for a new connection.
    Object.defineProperty(this, 'waitingCount', { get: () => this.#gate.waiting });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    const client = this.#connect();
    if (!callback) return client;
    client.then(
      (connected) => callback(undefined, connected, connected.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }

  async #connect(): Promise<pg.PoolClient> {
    const asking = statementCaller();
    if (asking) asking.statements++;
    const leave = await this.#gate
      .enter({ caller: asking?.caller ?? `own ${this.#own++}` })
      .catch((error: unknown) => {
        // In pg's words, which others know it by.
        if (error instanceof GateFullError)
          throw new Error('timeout exceeded when trying to connect', { cause: error });
        throw error;
      });
    try {
      // A connection lives longer than the request that it is opened in.
      const client = await runForNoCaller(() => super.connect());
      const release = client.release.bind(client);
      client.release = (broken) => {
        release(broken);
        leave();
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }
}
