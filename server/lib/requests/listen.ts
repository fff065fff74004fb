import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const firstRetryMs = 100;
const lastRetryMs = 5_000;
/**
 * Milliseconds between two connection checks, and the timeout of each: a broken network does not report
 * itself.
 */
const heartbeatMs = 2_000;
/** Between two proofs that notifications arrive, and for the arrival of one, milliseconds. */
const proofMs = { between: 10_000, arrival: 10_000 };
const startTries = 3;

/** Notifications do not arrive, so the process must not start. */
export class ListenError extends Error {
  override name = 'ListenError';

  constructor() {
    super(
      'No notifications arrive from the database: LISTEN does not work on this connection. ' +
        'A pooler at DATABASE_URL must be in session mode (pgbouncer: pool_mode=session). Or connect to PostgreSQL directly.',
    );
  }
}

export interface ListenOptions {
  connectionString: string;
  channel: string;
  onPayload(payload: string): void;
  /**
   * Called each time the connection is back, with the milliseconds since the previous connection was known
   * to work: notifications sent in between are lost, so read again what matters.
   */
  onReconnect?: ((missedMs: number) => void) | undefined;
  /**
   * Sends a notification on another connection. On the same one, a pooler in transaction mode would pass its
   * own answer back and prove nothing.
   */
  notify(channel: string, payload: string): Promise<void>;
  proof?: typeof proofMs;
}

export interface Listener {
  /** Whether the last notification that was sent to prove it has arrived, and the connection works. */
  isHearing(): boolean;
  stop(): Promise<void>;
}

/**
 * LISTEN on a dedicated PostgreSQL connection that reconnects automatically after the server restarts, and
 * that is replaced when a notification which it sent to itself does not arrive.
 * @throws ListenError when the first one does not
 */
export async function listenOnOwnConnection({
  connectionString,
  channel,
  onPayload,
  onReconnect = () => {},
  notify,
  proof = proofMs,
}: ListenOptions): Promise<Listener> {
  let client: pg.Client | undefined;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  let stoodAt = performance.now();
  let isConnected = false;
  const echo = openEcho(notify, proof.arrival);

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'parlance listen',
      keepAlive: true,
      connectionTimeoutMillis: lastRetryMs,
    });
    let lost = false;
    let stopWatch = (): void => {};
    const lose = () => {
      stopWatch();
      if (lost || stopped) return;
      lost = true;
      isConnected = false;
      void next.end().catch(() => {});
      reconnect(firstRetryMs);
    };
    next.on('error', lose);
    next.on('notification', (message) =>
      message.channel === echo.channel ? echo.hear(message.payload) : onPayload(message.payload ?? ''),
    );
    await next.connect();
    for (const name of [channel, echo.channel]) await next.query(`LISTEN ${pg.escapeIdentifier(name)}`);
    // Only from here on: a connection that never came up is reported by the promise.
    next.on('end', lose);
    stoodAt = performance.now();
    isConnected = true;
    stopWatch = watchConnection(next, echo, proof, { stood: (at) => (stoodAt = at), lose });
    client = next;
  }

  function reconnect(afterMs: number): void {
    retry = setTimeout(() => {
      const before = stoodAt;
      connect().then(
        () => onReconnect(performance.now() - before),
        () => {
          if (!stopped) reconnect(Math.min(afterMs * 2, lastRetryMs));
        },
      );
    }, afterMs);
  }

  const stop = async (): Promise<void> => {
    stopped = true;
    clearTimeout(retry);
    await client?.end().catch(() => {});
  };
  await connect();
  const isHeard = await isProven(echo).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  if (!isHeard) {
    await stop();
    throw new ListenError();
  }
  return { isHearing: () => isConnected && echo.isHeard(), stop };
}

/**
 * Checks the connection every two seconds, and less often that notifications arrive. @param on is notified
 * when the connection was last known to work, and once when it has failed
 * @returns what ends that
 */
function watchConnection(
  connection: pg.Client,
  echo: Echo,
  proof: typeof proofMs,
  on: { stood(at: number): void; lose(): void },
): () => void {
  let answered = true;
  let provenAt = performance.now();
  let isProving = false;
  const prove = async (): Promise<void> => {
    isProving = true;
    // While nothing can be sent, it proves nothing.
    const arrived = await echo.prove().catch(() => null);
    isProving = false;
    if (arrived === false) {
      on.stood(provenAt);
      on.lose();
    }
    provenAt = performance.now();
  };
  const timer = setInterval(() => {
    if (!answered) return on.lose();
    answered = false;
    connection.query('SELECT 1').then(() => {
      answered = true;
      if (echo.isHeard()) on.stood(performance.now());
    }, on.lose);
    if (!isProving && performance.now() - provenAt >= (echo.isHeard() ? proof.between : 0)) void prove();
  }, heartbeatMs);
  return () => clearInterval(timer);
}

type Echo = ReturnType<typeof openEcho>;

/** Proves it at the start, where a busy machine is given more than one try before the process ends. */
async function isProven(echo: Echo): Promise<boolean> {
  for (let tries = 0; tries < startTries; tries++) if (await echo.prove()) return true;
  return false;
}

/** Sends notifications on a channel of this listener alone, and waits for them. */
function openEcho(notify: ListenOptions['notify'], arrivalMs: number) {
  const channel = `parlance_echo_${randomUUID()}`;
  /** Tokens that were sent and have not arrived. */
  const expected = new Map<string, AbortController>();
  let isHeard = true;
  return {
    channel,
    hear(token = ''): void {
      expected.get(token)?.abort();
      expected.delete(token);
    },
    /** Whether the last one that was sent has arrived. */
    isHeard: () => isHeard,
    /** @returns whether it arrived. @throws what kept it from being sent */
    async prove(): Promise<boolean> {
      const token = randomUUID();
      const { signal } = expected.set(token, new AbortController()).get(token)!;
      try {
        await notify(channel, token);
        if (!signal.aborted) await delay(arrivalMs, undefined, { signal, ref: false }).catch(() => {});
        // A process that stood still has notifications that it has not read yet.
        if (!signal.aborted) await setImmediate();
        isHeard = signal.aborted;
        return isHeard;
      } finally {
        expected.delete(token);
      }
    },
  };
}
