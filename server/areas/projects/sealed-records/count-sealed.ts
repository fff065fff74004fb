import type { App } from '../../../kernel/app.ts';
import { withoutKeyId } from '../../../lib/security/data-sealing.ts';
import { execute } from '../../../lib/database/db.ts';
import { keyIdSql, sealedColumns, type SealedColumn } from './sealed-columns.ts';

/**
 * Under what a record is sealed: the key that seals now, an earlier one that this process has, the secrets of
 * sessions (or nothing yet, for links to statistics), or a key that this process lacks.
 */
export const sealingKeys = ['current', 'earlier', 'session', 'missing'] as const;

export type SealingKey = (typeof sealingKeys)[number];

export interface SealedCount {
  kind: string;
  under: SealingKey;
  count: number;
}

type Sealed = Pick<App, 'db' | 'dataSealing'>;

/** Counts the records of every kind by what they are sealed under. */
export async function countSealed(app: Sealed): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const sealed of sealedColumns) {
    const byKey = await countByKey(app, sealed);
    for (const under of sealingKeys) {
      const count = byKey
        .filter(({ key }) => underOf(app, key) === under)
        .reduce((sum, { count: one }) => sum + one, 0);
      counts.push({ kind: sealed.kind, under, count });
    }
  }
  return counts;
}

function underOf({ dataSealing }: Sealed, key: string): SealingKey {
  if (key === withoutKeyId) return 'session';
  if (key === dataSealing.keyId()) return 'current';
  return dataSealing.keyIds.includes(key) ? 'earlier' : 'missing';
}

async function countByKey(
  { db }: Sealed,
  { table, column }: SealedColumn,
): Promise<{ key: string; count: number }[]> {
  const { rows } = await execute(
    db.sql,
    `SELECT ${keyIdSql(column)} AS key, count(*)::int AS count FROM "${table}" WHERE "${column}" IS NOT NULL GROUP BY 1`,
  );
  return rows as { key: string; count: number }[];
}

/** Values that are tried of each kind when a process starts. */
const sample = 20;

/**
 * Logs an error for each kind of records that this process cannot open because their key is missing. Nothing
 * is changed: once the key is there again, so are they.
 */
export async function reportMissingKeys(app: Sealed & Pick<App, 'log'>): Promise<void> {
  for (const sealed of sealedColumns) {
    const keys = (await countByKey(app, sealed)).filter(({ key }) => underOf(app, key) === 'missing');
    for (const { key, count } of keys)
      app.log.error(
        { kind: sealed.kind, key, count },
        'records are sealed with a data key that this process lacks; add it to DATA_KEY, or restore DATA_DIR/data-key',
      );
    const unreadable = await countUnreadable(app, sealed);
    if (unreadable > 0)
      app.log.error(
        { kind: sealed.kind, count: unreadable, of: sample },
        'records are sealed with a JWT_SECRET that this process lacks; add it at the end of DATA_KEY',
      );
  }
}

/** How many of a few values without a key id none of the secrets opens. */
async function countUnreadable({ db, dataSealing }: Sealed, sealed: SealedColumn): Promise<number> {
  // Links to statistics that have no key id are not sealed yet.
  if (sealed.kind === 'statistics-link') return 0;
  const { table, column, owner, purposeOf } = sealed;
  const { rows } = await execute(
    db.sql,
    `SELECT "${owner}" AS owner, "${column}" AS value FROM "${table}"
     WHERE "${column}" IS NOT NULL AND ${keyIdSql(column)} = '' ORDER BY "id" LIMIT ${sample}`,
  );
  return (rows as { owner: never; value: string }[]).filter(
    ({ owner: of, value }) => dataSealing.open(value, purposeOf(of)) === null,
  ).length;
}
