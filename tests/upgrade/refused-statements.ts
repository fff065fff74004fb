import type { Database } from '../../server/lib/database/db.ts';

export interface Refusal {
  statement: string;
  why: string;
}

/**
 * Which statements a database's schema does not know how to run: it plans each, for any values, and runs none
 * (PostgreSQL 16 and newer).
 */
export async function refusals(db: Database, statements: readonly string[]): Promise<Refusal[]> {
  const refused: Refusal[] = [];
  for (const statement of statements) {
    await db.pool.query(`EXPLAIN (GENERIC_PLAN) ${statement}`).catch((error: Error) => {
      refused.push({ statement, why: error.message });
    });
  }
  return refused;
}
