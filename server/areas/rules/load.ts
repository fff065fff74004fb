import type { Sql } from '../../lib/db.ts';
import type { ProcessingRule } from './outcome.ts';

/** A rule as it is stored. */
export interface StoredRule extends ProcessingRule {
  projectId: number;
  /** Rules are applied, and shown, in its order. */
  position: number;
  updatedAt: Date;
}

/** A project's rules in the order in which they are applied. For the pipeline, and for callers who have read the project. */
export async function loadRules(sql: Sql, projectId: number): Promise<StoredRule[]> {
  return rulesOf(sql, [projectId]);
}

/** The projects' rules, each project's in order. For callers who have read the projects. */
export async function rulesOf(sql: Sql, projectIds: readonly number[]): Promise<StoredRule[]> {
  const { rows } = await sql.query<StoredRule>(
    `SELECT id, "projectId", position, name, predicates, actions, "updatedAt" FROM "ProcessingRule" WHERE "projectId" = ANY($1) ORDER BY position, id`,
    [projectIds],
  );
  // The database keeps an object's keys in an order of its own.
  return rows.map((row) => ({
    ...row,
    predicates: row.predicates.map(({ operator, subject, value }) => ({ operator, subject, value })),
    actions: row.actions.map(({ action, values }) => ({ action, values })),
  }));
}
