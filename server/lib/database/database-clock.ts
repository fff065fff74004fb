import type pg from 'pg';

/** How often the database's clock is read: a process that was suspended is late for so long at most. */
const everyMs = 60_000;

/** The database's time at a moment of this process's monotonic clock, milliseconds; null: not read yet. */
let reading: { time: number; at: number } | null = null;

/**
 * Returns the present time by the database's clock, which wrote the times in rows: compare those with this,
 * not with the clock of the process, which may be minutes off. Changes of the process's clock have no effect.
 * Before the first reading it is the process's time. Within a statement use `now()`.
 */
export const databaseTime = (): Date =>
  reading === null ? new Date() : new Date(reading.time + performance.now() - reading.at);

/** Reads the database's clock, and when that was by this process's monotonic clock. @throws pg errors */
export async function readDatabaseClock(pool: pg.Pool): Promise<{ time: number; at: number }> {
  const sentAt = performance.now();
  const { rows } = await pool.query<{ time: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS time',
  );
  // It was read about half-way between.
  return { time: rows[0]!.time, at: (sentAt + performance.now()) / 2 };
}

/**
 * Keeps `databaseTime` accurate. While the database does not respond, it continues from the last reading.
 * @returns a function that ends this
 */
export async function followDatabaseClock(pool: pg.Pool): Promise<() => Promise<void>> {
  const read = async (): Promise<void> => void (reading = await readDatabaseClock(pool));
  await read();
  let running = Promise.resolve();
  const timer = setInterval(() => (running = read().catch(() => undefined)), everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
