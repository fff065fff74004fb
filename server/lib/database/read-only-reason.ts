import type pg from 'pg';

/** Says that this is a standby or was set to be read-only; null: it can be written. @throws pg errors */
export async function readOnlyReason(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ is: boolean }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS is`,
  );
  return rows[0]!.is ? 'The database is read-only.' : null;
}
