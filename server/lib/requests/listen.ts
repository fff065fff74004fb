import pg from 'pg';

const firstRetryMs = 100;
const lastRetryMs = 5_000;
/**
 * Between two questions whether the connection still stands, and for its answer: a network that is cut says
 * nothing by itself.
 */
const heartbeatMs = 2_000;

/**
 * LISTEN on a dedicated PostgreSQL connection that comes back by itself after the server restarts.
 * `onReconnect` is called each time it is back, with the milliseconds since the connection before was known
 * to stand: notifications sent in between are lost, so read again what matters.
 */
export async function listenOnOwnConnection(
  connectionString: string,
  channel: string,
  onPayload: (payload: string) => void,
  onReconnect: (missedMs: number) => void = () => {},
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  let stoodAt = performance.now();

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'parlance listen',
      keepAlive: true,
      connectionTimeoutMillis: lastRetryMs,
    });
    let lost = false;
    let heartbeat: NodeJS.Timeout | undefined;
    const lose = () => {
      clearInterval(heartbeat);
      if (lost || stopped) return;
      lost = true;
      void next.end().catch(() => {});
      reconnect(firstRetryMs);
    };
    next.on('error', lose);
    next.on('notification', (message) => onPayload(message.payload ?? ''));
    await next.connect();
    await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    // Only from here on: a connection that never came up is reported by the promise.
    next.on('end', lose);
    stoodAt = performance.now();
    let answered = true;
    heartbeat = setInterval(() => {
      if (!answered) return lose();
      answered = false;
      next.query('SELECT 1').then(() => {
        answered = true;
        stoodAt = performance.now();
      }, lose);
    }, heartbeatMs);
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

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end().catch(() => {});
  };
}
