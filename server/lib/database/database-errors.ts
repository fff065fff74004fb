import { setTimeout as delay } from 'node:timers/promises';

/** SQLSTATEs of a transaction that fell victim to another one: the same again succeeds. */
const victim: ReadonlySet<string | undefined> = new Set(['40P01', '40001']);

/**
 * Codes of pg, of the sockets below it and of Prisma above it when the server is not there, goes, or comes.
 */
const absent =
  /^(08|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1008|P1017|P2024|P2037)/;
const absentMessage =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|terminating connection|Query read timeout|The embedded database)/i;
/**
 * A statement took too long (57014), waited too long for a lock (55P03), or its transaction did nothing for
 * too long (25P03).
 */
const late = /^(57014|55P03|25P03)/;
/** No space on the database's disk, or it cannot be written. */
const full = /^(53100|58030)/;

/** Returns the SQLSTATE or the socket's code of an error, also where Prisma has wrapped it; empty: none. */
export function databaseErrorCode(error: unknown): string {
  const { code, meta } = error as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { originalCode?: string } } };
  };
  return meta?.driverAdapterError?.cause?.originalCode ?? (typeof code === 'string' ? code : '');
}

/**
 * Whether the database could not be asked, or not to write: restarting, cut off, out of connections, or
 * read-only, as a standby is until it is promoted. The same again succeeds when it is back.
 */
export function isDatabaseAbsent(error: unknown): boolean {
  const { name, message = '' } = error as Partial<Error>;
  return (
    isDatabaseReadOnly(error) ||
    (absent.test(databaseErrorCode(error)) && name !== 'FetchError') ||
    absentMessage.test(message)
  );
}

/** Whether the database refuses to write because it is a standby, or was set to be read-only. */
export const isDatabaseReadOnly = (error: unknown): boolean => databaseErrorCode(error) === '25006';

/**
 * Names the outage of the database that an error shows; null: none, or it may be of another service, as
 * errors of sockets are.
 */
export function databaseOutage(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if (isDatabaseReadOnly(error)) return 'DATABASE_READ_ONLY';
  if (isDatabaseFull(error)) return 'DATABASE_FULL';
  const code = databaseErrorCode(error);
  const isOfSocket = /^E[A-Z]/.test(code);
  return isDatabaseAbsent(error) && !isOfSocket ? 'DATABASE_UNREACHABLE' : null;
}

/** Whether the database gave a statement up because it took too long: the same again may succeed. */
export const isDatabaseTimeout = (error: unknown): boolean => late.test(databaseErrorCode(error));

/** Whether a transaction did not get a lock, or gave way to another one: the same again may succeed. */
export const isLockTrouble = (error: unknown): boolean => /^(40P01|55P03)/.test(databaseErrorCode(error));

/** Whether the database cannot write. */
export const isDatabaseFull = (error: unknown): boolean => full.test(databaseErrorCode(error));

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

/**
 * Runs `work` until the database is available, for at most `patience` milliseconds; `work` must be
 * repeatable.
 */
export async function retryOnDatabaseOutage<T>(work: () => Promise<T>, patience = 30_000): Promise<T> {
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
