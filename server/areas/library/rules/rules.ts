import { sql } from 'kysely';
import type { Prisma, ProcessingRule } from '../../../../prisma/generated/client/client.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { json, now } from '../../../lib/database/sql.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import {
  accessProject,
  accessProjectOf,
  readableBy as readableProject,
  type Project,
} from '../../access/project-access/access.ts';
import { changesOf, writeProjectLog } from '../../access/project-log/log.ts';
import type { Right } from '../../access/project-access/policy.ts';
import { requireFeature } from '../../../kernel/features.ts';
import { RuleCheck, rulesMax, isSameRule, tidyRule, type RuleInput } from './rule-check.ts';
import { softDeleteRules } from './soft-delete-rule.ts';
import { actionList, loadRules, predicateList, type StoredRule } from './load-rules.ts';
import { policy } from './policy.ts';
import { loggedRuleOf } from './rule-text-format.ts';
import { ruleMessages } from './messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

/** Which rules the actor may read: those of projects that he may read. @throws NotSignedInError */
export const readableBy = (actor: Actor): Prisma.ProcessingRuleWhereInput => ({
  project: readableProject(actor),
});

/**
 * @param query selected columns @throws NotSignedInError, NotFoundError
 * @testonly
 */
export async function readRule(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.ProcessingRuleDefaultArgs = {},
): Promise<ProcessingRule> {
  const rule = await app.db.prisma.processingRule.findFirst({
    ...query,
    where: { AND: [{ id }, readableBy(actor)] },
  });
  if (!rule) throw new NotFoundError(ruleMessages.RULE_NOT_FOUND());
  return rule;
}

/**
 * Returns those of the rules that the actor may read.
 * @param query fields to select
 * @throws NotSignedInError
 */
export async function readRules(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.ProcessingRuleDefaultArgs = {},
): Promise<ProcessingRule[]> {
  return app.db.prisma.processingRule.findMany({
    ...query,
    where: { AND: [{ id: { in: [...ids] } }, readableBy(actor)] },
  });
}

/**
 * Adds a rule after the others.
 * @throws NotSignedInError, NotFoundError, NotAllowedError (without the feature, too), ValidationError on
 * `predicates`, `actions`,
 *   `predicates.0`, `actions.1`, `name`
 */
export async function createRule(
  app: App,
  actor: Actor,
  { projectId, ...input }: RuleInput & { projectId: number },
): Promise<{ rule: StoredRule; project: Project }> {
  return app.db.transaction(async (tx) => {
    const project = await accessProject(tx, actor, projectId, policy.createRule, true);
    requireFeature(project, 'audio-rules');
    const rules = await loadRules(tx, projectId);
    const given = tidyRule(app, input);
    const check = new RuleCheck(app, tx, projectId);
    await check.rule(given, null);
    if (rules.length >= rulesMax) check.errors.push({ field: 'rules', ...tooManyRules });
    if (check.errors.length) throw new ValidationError(check.errors);
    const id = await insertRule(tx, projectId, given);
    await putInOrder(tx, [...rules.map((rule) => rule.id), id]);
    await writeProjectLog(tx, actor, projectId, 'rule created', { rule: id, ...loggedRuleOf(given) });
    return { rule: (await loadRules(tx, projectId)).find((rule) => rule.id === id)!, project };
  });
}

/**
 * Changes a rule, and switches it on or off: off, it stays in the list and is not applied. What it had before
 * may stay, though its voice or sound has gone; sending back what is stored changes nothing. Without the
 * feature a rule can only be switched off.
 * @param enabled null: it stays as it is
 * @throws as `createRule`
 */
export async function updateRule(
  app: App,
  actor: Actor,
  { id, enabled: switched, ...input }: RuleInput & { id: number; enabled?: boolean | null | undefined },
): Promise<StoredRule> {
  return app.db.transaction(async (tx) => {
    const { rule, project } = await accessRule(tx, actor, id, policy.updateRule);
    const given = tidyRule(app, input);
    const enabled = switched ?? rule.enabled;
    const saysTheSame = isSameRule(given, contentOf(rule));
    if (saysTheSame && enabled === rule.enabled) return rule;
    if (!saysTheSame || enabled) requireFeature(project, 'audio-rules');
    const check = new RuleCheck(app, tx, project.id);
    if (!saysTheSame) await check.rule(given, rule);
    if (check.errors.length) throw new ValidationError(check.errors);
    await saveRule(tx, id, given, enabled);
    await writeProjectLog(tx, actor, project.id, 'rule updated', {
      rule: id,
      name: given.name,
      changes: changesOf(
        { ...loggedRuleOf(rule), enabled: rule.enabled },
        { ...loggedRuleOf(given), enabled },
      ),
    });
    return (await loadRules(tx, project.id)).find((one) => one.id === id)!;
  });
}

/**
 * Takes a rule away; it can be restored for some days. @throws NotSignedInError, NotFoundError,
 * NotAllowedError
 */
export async function deleteRule(app: App, actor: Actor, id: number): Promise<Project> {
  return app.db.transaction(async (tx) => {
    const { rule, project } = await accessRule(tx, actor, id, policy.deleteRule);
    const before = (await loadRules(tx, project.id)).map((one) => one.id);
    await softDeleteRules(tx, actor, [id], before);
    await putInOrder(
      tx,
      before.filter((one) => one !== id),
    );
    await writeProjectLog(tx, actor, project.id, 'rule deleted', { rule: id, ...loggedRuleOf(rule) });
    return project;
  });
}

/**
 * Puts a rule at another place among its project's.
 * @param position counted from 0; beyond the end is the end
 * @throws NotSignedInError, NotFoundError, NotAllowedError (without the feature, too)
 */
export async function moveRule(
  app: App,
  actor: Actor,
  { id, position }: { id: number; position: number },
): Promise<Project> {
  return app.db.transaction(async (tx) => {
    const { rule, project } = await accessRule(tx, actor, id, policy.moveRule);
    const before = await loadRules(tx, project.id);
    const after = before.filter((one) => one.id !== id);
    after.splice(Math.max(0, position), 0, rule);
    if (
      isSameRule(
        after.map((one) => one.id),
        before.map((one) => one.id),
      )
    )
      return project;
    requireFeature(project, 'audio-rules');
    await putInOrder(
      tx,
      after.map((one) => one.id),
    );
    const names = (rules: StoredRule[]): string[] => rules.map((one) => one.name);
    await writeProjectLog(tx, actor, project.id, 'rules moved', {
      changes: { processingRules: { from: names(before), to: names(after) } },
    });
    return project;
  });
}

/** A rule of a whole list; without an id it is new. */
export type ListedRule = RuleInput & {
  id?: number | null | undefined;
  /** Of a new one; one that is there stays switched as it is. */
  enabled?: boolean;
};

/**
 * Replaces a project's list of rules, all or nothing: rules with an id keep it, missing ones are deleted.
 * Deleting alone requires no feature.
 * @throws as `createRule`, its fields within `rules.0.`; ValidationError on `rules`, `rules.0.id` too
 */
export async function replaceRules(
  app: App,
  actor: Actor,
  { projectId, rules }: { projectId: number; rules: readonly ListedRule[] },
): Promise<Project> {
  return app.db.transaction((tx) => replaceRulesIn(app, tx, actor, { projectId, rules }));
}

/**
 * Runs `replaceRules` within the caller's transaction.
 * @param note additional text for the log
 * @throws as `replaceRules`
 */
export async function replaceRulesIn(
  app: App,
  tx: Sql,
  actor: Actor,
  { projectId, rules }: { projectId: number; rules: readonly ListedRule[] },
  note: Record<string, unknown> = {},
): Promise<Project> {
  const project = await accessProject(tx, actor, projectId, policy.replaceRules, true);
  if (rules.length > rulesMax) throw new ValidationError([{ field: 'rules', ...tooManyRules }]);
  const before = await loadRules(tx, projectId);
  const given = rules.map((rule, index) => ({
    id: rule.id ?? null,
    ...tidyRule(app, rule, `rules.${index}.`),
  }));
  const left = before.filter(({ id }) => given.some((rule) => rule.id === id));
  const onlyLess = isSameRule(
    given,
    left.map((rule) => ({ id: rule.id, ...contentOf(rule) })),
  );
  if (onlyLess && left.length === before.length) return project;
  if (!onlyLess) {
    requireFeature(project, 'audio-rules');
    await checkList(new RuleCheck(app, tx, projectId), given, before);
  }

  await softDeleteRules(
    tx,
    actor,
    before.filter((rule) => !left.includes(rule)).map(({ id }) => id),
    before.map(({ id }) => id),
  );
  const ids: number[] = [];
  for (const [index, { id, ...rule }] of given.entries()) {
    const stored = id === null ? null : before.find((one) => one.id === id)!;
    if (stored && !isSameRule(rule, contentOf(stored))) await saveRule(tx, stored.id, rule);
    ids.push(stored ? stored.id : await insertRule(tx, projectId, rule, rules[index]!.enabled));
  }
  await putInOrder(tx, ids);
  await writeProjectLog(tx, actor, projectId, 'rules replaced', {
    ...note,
    changes: { processingRules: { from: before.map(loggedRuleOf), to: given.map(loggedRuleOf) } },
  });
  return project;
}

async function checkList(
  check: RuleCheck,
  given: readonly (RuleInput & { id: number | null })[],
  before: readonly StoredRule[],
): Promise<void> {
  const seen = new Set<number>();
  for (const [index, { id, ...rule }] of given.entries()) {
    const stored = before.find((one) => one.id === id) ?? null;
    if (id !== null && !stored)
      check.errors.push({ field: `rules.${index}.id`, ...ruleMessages.RULE_OF_ANOTHER_PROJECT() });
    if (id !== null && seen.has(id))
      check.errors.push({ field: `rules.${index}.id`, ...ruleMessages.RULE_LISTED_TWICE() });
    if (id !== null) seen.add(id);
    await check.rule(rule, stored, `rules.${index}.`);
  }
  if (check.errors.length) throw new ValidationError(check.errors);
}

export const tooManyRules = kernelMessages.TOO_MANY_RULES({ most: rulesMax });

/** Checks access to a rule and locks its project, so that changes of rules run one after the other. */
async function accessRule(
  tx: Sql,
  actor: Actor,
  id: number,
  right: Right,
): Promise<{ rule: StoredRule; project: Project }> {
  const project = await accessProjectOf(
    tx,
    actor,
    'ProcessingRule',
    id,
    right,
    ruleMessages.RULE_NOT_FOUND(),
    true,
  );
  const rule = (await loadRules(tx, project.id)).find((one) => one.id === id);
  if (!rule) throw new NotFoundError(ruleMessages.RULE_NOT_FOUND());
  return { rule, project };
}

/** Behind the others, until it is put in order. */
async function insertRule(
  tx: Sql,
  projectId: number,
  { name, predicates, actions }: RuleInput,
  enabled = true,
): Promise<number> {
  const { id } = await tx
    .insertInto('ProcessingRule')
    .values({
      projectId,
      position: rulesMax,
      name,
      predicates: json(predicateList, predicates),
      actions: json(actionList, actions),
      enabled,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function saveRule(
  tx: Sql,
  id: number,
  { name, predicates, actions }: RuleInput,
  enabled?: boolean,
): Promise<void> {
  await tx
    .updateTable('ProcessingRule')
    .set({
      name,
      predicates: json(predicateList, predicates),
      actions: json(actionList, actions),
      ...(enabled !== undefined && { enabled }),
      updatedAt: now(),
    })
    .where('id', '=', id)
    .execute();
}

/** Numbers rules from 0, as they are listed. */
export async function putInOrder(tx: Sql, ids: readonly number[]): Promise<void> {
  const given = sql<{ id: number; place: number }>`unnest(${ids}::int[]) WITH ORDINALITY`;
  await tx
    .updateTable('ProcessingRule as r')
    .from(given.as<'given'>(sql`given(id, place)`))
    .set((eb) => ({ position: sql<number>`${eb.ref('given.place')} - 1` }))
    .whereRef('r.id', '=', 'given.id')
    .where((eb) => eb('r.position', '<>', sql<number>`${eb.ref('given.place')} - 1`))
    .execute();
}

const contentOf = ({ name, predicates, actions }: RuleInput): RuleInput => ({ name, predicates, actions });
