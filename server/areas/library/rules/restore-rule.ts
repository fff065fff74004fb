import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ConflictError, ValidationError } from '../../../kernel/errors.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf, json, now } from '../../../lib/database/sql.ts';
import {
  lastDeletedFirst,
  requireRestorable,
  type DeletedItem,
  type DeletedPage,
} from '../../access/deleted-items/deleted-items.ts';
import { accessProjectOf, type Project } from '../../access/project-access/access.ts';
import { writeProjectLog } from '../../access/project-log/log.ts';
import { rulesMax } from './rule-check.ts';
import { actionList, loadRules, predicateList, type StoredRule } from './load-rules.ts';
import { ruleMessages } from './messages.ts';
import { policy } from './policy.ts';
import { ruleIndexOf } from './rule-order.ts';
import { putInOrder, tooManyRules } from './rules.ts';
import { loggedRuleOf } from './rule-text-format.ts';

/**
 * Returns a page of a project's deleted rules that can be restored, most recently deleted first; null for
 * callers who may not restore them. @throws NotSignedInError, NotFoundError
 */
export async function listDeletedRules(
  app: App,
  actor: Actor,
  projectId: number,
  page: DeletedPage,
): Promise<DeletedItem[] | null> {
  const asked = await lastDeletedFirst(app, actor, { projectId, right: policy.restoreRule }, page);
  if (!asked) return null;
  const { where, ...order } = asked;
  const rules = await app.db.prisma.deletedRule.findMany({
    ...order,
    where: { ...where, restoredAt: null },
    select: { id: true, name: true, deletedAt: true, deletedBy: { select: { id: true } } },
  });
  return rules.map((rule) => ({ type: 'ProcessingRule', ...rule }));
}

/**
 * Brings a deleted rule back as it was, switched on or off, at its place among the others. A voice or sound
 * of it may be gone. Needs no feature: it takes back what was there.
 * @throws NotSignedInError, NotFoundError (also when it is too late), NotAllowedError, ConflictError where it
 * is not deleted, ValidationError on `id` where the project has too many by now
 */
export async function restoreRule(
  app: App,
  actor: Actor,
  id: number,
): Promise<{ rule: StoredRule; project: Project }> {
  return app.db.transaction(async (tx) => {
    const unknown = ruleMessages.RULE_NOT_FOUND();
    const table = (await readDeleted(tx, id)) ? 'DeletedRule' : 'ProcessingRule';
    const project = await accessProjectOf(tx, actor, table, id, policy.restoreRule, unknown, true);
    // Read again now that the project is locked.
    const deleted = await readDeleted(tx, id);
    if (!deleted) throw new ConflictError(ruleMessages.RULE_NOT_DELETED());
    requireRestorable(app, deleted.deletedAt, unknown);
    const there = (await loadRules(tx, project.id)).map((one) => one.id);
    if (there.length >= rulesMax) throw new ValidationError([{ field: 'id', ...tooManyRules }]);
    const { ruleOrder, deletedAt: _, predicates, actions, ...columns } = deleted;
    await tx
      .insertInto('ProcessingRule')
      .values({
        ...columns,
        predicates: json(predicateList, predicateList.parse(predicates)),
        actions: json(actionList, actionList.parse(actions)),
        position: rulesMax,
      })
      .execute();
    const others = await tx
      .selectFrom('DeletedRule')
      .select(['id', 'ruleOrder'])
      .where('id', '=', anyOf(there, 'int'))
      .execute();
    const place = ruleIndexOf(
      { id, ruleOrder: ruleOrder ?? [] },
      there,
      others.map((other) => ({ id: other.id, ruleOrder: other.ruleOrder ?? [] })),
    );
    await putInOrder(tx, there.toSpliced(place, 0, id));
    await tx.updateTable('DeletedRule').set({ restoredAt: now() }).where('id', '=', id).execute();
    const rule = (await loadRules(tx, project.id)).find((one) => one.id === id)!;
    await writeProjectLog(tx, actor, project.id, 'rule restored', { rule: id, ...loggedRuleOf(rule) });
    return { rule, project };
  });
}

const readDeleted = (tx: Sql, id: number) =>
  tx
    .selectFrom('DeletedRule')
    .select(['id', 'projectId', 'name', 'predicates', 'actions', 'enabled', 'createdAt', 'updatedAt'])
    .select(['ruleOrder', 'deletedAt'])
    .where('id', '=', id)
    .where('restoredAt', 'is', null)
    .executeTakeFirst();
