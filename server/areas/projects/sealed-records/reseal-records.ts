import type { App } from '../../../kernel/app.ts';
import { execute } from '../../../lib/database/db.ts';
import { sealPlainTokens } from '../../listening/statistics/statistics-shares.ts';
import { keyIdSql, sealedColumns, type SealedColumn } from './sealed-columns.ts';

/** What a run came to. */
export interface ResealOutcome {
  /** Records that are sealed under the current key now. */
  resealed: number;
  /** Records that no key of this process opens. */
  unreadable: number;
}

/**
 * Seals under the current data key what is sealed under another, in small batches: each record is replaced
 * only if it is still what was read. Does nothing while no data key seals yet.
 * @param signal ends it between two batches
 */
export async function resealRecords(app: App, signal: AbortSignal): Promise<ResealOutcome> {
  const total: ResealOutcome = { resealed: 0, unreadable: 0 };
  const key = app.dataSealing.keyId();
  if (key === null) return total;
  total.resealed += await sealPlainTokens(app, signal);
  for (const sealed of sealedColumns) {
    const { resealed, unreadable } = await resealColumn(app, sealed, key, signal);
    total.resealed += resealed;
    total.unreadable += unreadable;
    if (unreadable > 0)
      app.log.error(
        { kind: sealed.kind, count: unreadable },
        'records cannot be resealed; the key that sealed them is missing',
      );
    if (resealed > 0) app.log.info({ kind: sealed.kind, count: resealed, key }, 'records resealed');
  }
  return total;
}

async function resealColumn(
  { db, dataSealing }: App,
  { table, column, owner, purposeOf, batch }: SealedColumn,
  key: string,
  signal: AbortSignal,
): Promise<ResealOutcome> {
  const count: ResealOutcome = { resealed: 0, unreadable: 0 };
  for (let last = 0; ;) {
    signal.throwIfAborted();
    const { rows } = await execute(
      db.sql,
      `SELECT "id", "${owner}" AS owner, "${column}" AS value FROM "${table}"
       WHERE "id" > $1 AND "${column}" IS NOT NULL AND ${keyIdSql(column)} <> $2 ORDER BY "id" LIMIT ${batch}`,
      [last, key],
    );
    const found = rows as { id: number; owner: never; value: string }[];
    for (const { id, owner: of, value } of found) {
      const purpose = purposeOf(of);
      const text = dataSealing.open(value, purpose);
      if (text === null) {
        count.unreadable++;
        continue;
      }
      await execute(db.sql, `UPDATE "${table}" SET "${column}" = $1 WHERE "id" = $2 AND "${column}" = $3`, [
        dataSealing.seal(text, purpose),
        id,
        value,
      ]);
      count.resealed++;
    }
    if (found.length < batch) return count;
    last = found.at(-1)!.id;
  }
}
