import type { Actor } from '../../../kernel/actor.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf, now } from '../../../lib/database/sql.ts';

const columns = [
  'id',
  'projectId',
  'name',
  'predicates',
  'actions',
  'enabled',
  'createdAt',
  'updatedAt',
] as const;

/**
 * Takes rules away and keeps them, so that they can be restored, within the caller's transaction, which
 * has locked their project.
 * @param order ids of all rules of the project in their order, those among them
 */
export async function softDeleteRules(
  tx: Sql,
  actor: Actor,
  ids: readonly number[],
  order: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const rules = await tx
    .deleteFrom('ProcessingRule')
    .where('id', '=', anyOf(ids, 'int'))
    .returning(columns)
    .execute();
  await tx
    .insertInto('DeletedRule')
    .values(
      rules.map(({ predicates, actions, ...rule }) => ({
        ...rule,
        predicates: JSON.stringify(predicates),
        actions: JSON.stringify(actions),
        ruleOrder: [...order],
        deletedById: actor.kind === 'user' ? actor.userId : null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          predicates: eb.ref('excluded.predicates'),
          actions: eb.ref('excluded.actions'),
          enabled: eb.ref('excluded.enabled'),
          updatedAt: eb.ref('excluded.updatedAt'),
          ruleOrder: eb.ref('excluded.ruleOrder'),
          deletedById: eb.ref('excluded.deletedById'),
          deletedAt: now(),
          restoredAt: null,
        })),
    )
    .execute();
}
