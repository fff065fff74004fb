import { setTimeout as delay } from 'node:timers/promises';

/** SQLSTATEs of a transaction that fell victim to another one: the same again succeeds. */
const victim: ReadonlySet<string | undefined> = new Set(['40P01', '40001']);

/** Codes of pg and of the sockets below it when the server is not there, goes, or comes. */
const absent = /^(08|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)/;
const absentMessage = /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|terminating connection)/i;

/** Whether the database could not be asked at all: restarting, cut off, out of connections. */
export function isDatabaseAbsent(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  return (typeof code === 'string' && absent.test(code) && (error as Error).name !== 'FetchError') || absentMessage.test(message);
}

/** Runs a transaction again that lost to a concurrent one. */
export async function retryingDeadlocks<T>(work: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !victim.has((error as { code?: string }).code)) throw error;
      await delay(Math.random() * 50 * attempt);
    }
  }
}

/** Runs `work` until the database can be asked, for at most `patience` milliseconds; it must bear being run twice. */
export async function untilDatabaseAnswers<T>(work: () => Promise<T>, patience = 30_000): Promise<T> {
  const deadline = performance.now() + patience;
  for (let wait = 100; ; wait = Math.min(wait * 2, 2_000)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAbsent(error) || performance.now() + wait > deadline) throw error;
      await delay(wait);
    }
  }
}
