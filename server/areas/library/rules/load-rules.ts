import { z } from 'zod';
import type { Sql } from '../../../lib/database/db.ts';
import type { Predicate, ProcessingRule, RuleAction } from './rule-outcome.ts';

/** What the columns `predicates` and `actions` hold. */
export const predicateList: z.ZodType<Predicate[]> = z.array(
  z.object({ operator: z.string(), subject: z.string(), value: z.string() }),
);
export const actionList: z.ZodType<RuleAction[]> = z.array(
  z.object({ action: z.string(), values: z.array(z.string()) }),
);

/** A rule as it is stored. */
export interface StoredRule extends ProcessingRule {
  projectId: number;
  /** Rules are applied, and shown, in its order. */
  position: number;
  /** Switched off, it is not applied. */
  enabled: boolean;
  updatedAt: Date;
}

/**
 * A project's rules in the order in which they are applied. For the pipeline, and for callers who have read
 * the project.
 */
export async function loadRules(db: Sql, projectId: number): Promise<StoredRule[]> {
  const rows = await db
    .selectFrom('ProcessingRule')
    .select(['id', 'projectId', 'position', 'name', 'predicates', 'actions', 'enabled', 'updatedAt'])
    .where('projectId', '=', projectId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  // Parsing also restores our order of object keys; the database uses its own.
  return rows.map((row) => ({
    ...row,
    predicates: predicateList.parse(row.predicates),
    actions: actionList.parse(row.actions),
  }));
}
