import type { Sql } from '../../lib/db.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotAllowedError, NotFoundError, ValidationError } from '../../kernel/errors.ts';
import { accessProject, accessProjects, type Project } from '../projects/access.ts';
import { changesOf, writeProjectLog } from '../projects/log.ts';
import type { Right } from '../projects/policy.ts';
import { requireFeature } from '../../kernel/features.ts';
import { RuleCheck, rulesMax, same, tidyRule, type RuleInput } from './check.ts';
import { loadRules, type StoredRule } from './load.ts';
import { policy } from './policy.ts';
import { actionWords, predicateWords, ruleWords } from './wording.ts';

/** @throws NotSignedInError, NotFoundError */
export async function readRule(app: App, actor: Actor, id: number): Promise<StoredRule> {
  return (await accessRule(app.db.sql, actor, id, policy.readRule)).rule;
}

/** A project's rules in the order in which they are applied. @throws NotSignedInError, NotFoundError */
export async function listRules(app: App, actor: Actor, projectId: number): Promise<StoredRule[]> {
  await accessProject(app.db.sql, actor, projectId, policy.listRules);
  return loadRules(app.db.sql, projectId);
}

/**
 * Adds a rule after the others.
 * @throws NotSignedInError, NotFoundError, NotAllowedError (without the feature, too), ValidationError on `predicates`, `actions`,
 *   `predicates.0`, `actions.1`, `name`
 */
export async function createRule(app: App, actor: Actor, { projectId, ...input }: RuleInput & { projectId: number }): Promise<{ rule: StoredRule; project: Project }> {
  return app.db.transaction(async (sql) => {
    const project = await accessProject(sql, actor, projectId, policy.createRule, true);
    requireFeature(project, 'audio-rules');
    const rules = await loadRules(sql, projectId);
    const given = tidyRule(app, input);
    const check = new RuleCheck(app, sql, projectId);
    await check.rule(given, null);
    if (rules.length >= rulesMax) check.errors.push({ field: 'rules', message: tooMany });
    if (check.errors.length) throw new ValidationError(check.errors);
    const id = await insertRule(sql, projectId, given);
    await order(sql, [...rules.map((rule) => rule.id), id]);
    await writeProjectLog(sql, actor, projectId, 'rule created', { rule: id, ...shown(given) });
    return { rule: (await loadRules(sql, projectId)).find((rule) => rule.id === id)!, project };
  });
}

/**
 * Changes a rule. What it had before may stay, though its voice or sound has gone; sending back what is stored changes nothing.
 * @throws as `createRule`
 */
export async function updateRule(app: App, actor: Actor, { id, ...input }: RuleInput & { id: number }): Promise<StoredRule> {
  return app.db.transaction(async (sql) => {
    const { rule, project } = await accessRule(sql, actor, id, policy.updateRule, true);
    const given = tidyRule(app, input);
    if (same(given, contentOf(rule))) return rule;
    requireFeature(project, 'audio-rules');
    const check = new RuleCheck(app, sql, project.id);
    await check.rule(given, rule);
    if (check.errors.length) throw new ValidationError(check.errors);
    await saveRule(sql, id, given);
    await writeProjectLog(sql, actor, project.id, 'rule updated', { rule: id, name: given.name, changes: changesOf(shown(rule), shown(given)) });
    return (await loadRules(sql, project.id)).find((one) => one.id === id)!;
  });
}

/** Takes a rule away. @throws NotSignedInError, NotFoundError, NotAllowedError */
export async function deleteRule(app: App, actor: Actor, id: number): Promise<Project> {
  return app.db.transaction(async (sql) => {
    const { rule, project } = await accessRule(sql, actor, id, policy.deleteRule, true);
    await sql.query('DELETE FROM "ProcessingRule" WHERE id = $1', [id]);
    await order(sql, (await loadRules(sql, project.id)).map((one) => one.id));
    await writeProjectLog(sql, actor, project.id, 'rule deleted', { rule: id, ...shown(rule) });
    return project;
  });
}

/**
 * Puts a rule at another place among its project's.
 * @param position counted from 0; beyond the end is the end
 * @throws NotSignedInError, NotFoundError, NotAllowedError (without the feature, too)
 */
export async function moveRule(app: App, actor: Actor, { id, position }: { id: number; position: number }): Promise<Project> {
  return app.db.transaction(async (sql) => {
    const { rule, project } = await accessRule(sql, actor, id, policy.moveRule, true);
    const before = await loadRules(sql, project.id);
    const after = before.filter((one) => one.id !== id);
    after.splice(Math.max(0, position), 0, rule);
    if (same(after.map((one) => one.id), before.map((one) => one.id))) return project;
    requireFeature(project, 'audio-rules');
    await order(sql, after.map((one) => one.id));
    const names = (rules: StoredRule[]): string[] => rules.map((one) => one.name);
    await writeProjectLog(sql, actor, project.id, 'rules moved', { changes: { processingRules: { from: names(before), to: names(after) } } });
    return project;
  });
}

/** A rule of a whole list; without an id it is new. */
export type ListedRule = RuleInput & { id?: number | null | undefined };

/**
 * Puts a list of rules in the place of a project's, all or nothing: those with an id keep it, those that are missing are taken away.
 * Whoever only takes rules away needs no feature.
 * @throws as `createRule`, its fields within `rules.0.`; ValidationError on `rules`, `rules.0.id` too
 */
export async function replaceRules(app: App, actor: Actor, { projectId, rules }: { projectId: number; rules: readonly ListedRule[] }): Promise<Project> {
  return app.db.transaction(async (sql) => {
    const project = await accessProject(sql, actor, projectId, policy.replaceRules, true);
    if (rules.length > rulesMax) throw new ValidationError([{ field: 'rules', message: tooMany }]);
    const before = await loadRules(sql, projectId);
    const given = rules.map((rule, index) => ({ id: rule.id ?? null, ...tidyRule(app, rule, `rules.${index}.`) }));
    const left = before.filter(({ id }) => given.some((rule) => rule.id === id));
    const onlyLess = same(given, left.map((rule) => ({ id: rule.id, ...contentOf(rule) })));
    if (onlyLess && left.length === before.length) return project;
    if (!onlyLess) {
      requireFeature(project, 'audio-rules');
      await checkList(new RuleCheck(app, sql, projectId), given, before);
    }

    await sql.query('DELETE FROM "ProcessingRule" WHERE "projectId" = $1 AND NOT (id = ANY($2))', [projectId, left.map(({ id }) => id)]);
    const ids: number[] = [];
    for (const { id, ...rule } of given) {
      const stored = id === null ? null : before.find((one) => one.id === id)!;
      if (stored && !same(rule, contentOf(stored))) await saveRule(sql, stored.id, rule);
      ids.push(stored ? stored.id : await insertRule(sql, projectId, rule));
    }
    await order(sql, ids);
    await writeProjectLog(sql, actor, projectId, 'rules replaced', { changes: { processingRules: { from: before.map(ruleWords), to: given.map(ruleWords) } } });
    return project;
  });
}

async function checkList(check: RuleCheck, given: readonly (RuleInput & { id: number | null })[], before: readonly StoredRule[]): Promise<void> {
  const seen = new Set<number>();
  for (const [index, { id, ...rule }] of given.entries()) {
    const stored = before.find((one) => one.id === id) ?? null;
    if (id !== null && !stored) check.errors.push({ field: `rules.${index}.id`, message: 'The project has no rule with this id.' });
    if (id !== null && seen.has(id)) check.errors.push({ field: `rules.${index}.id`, message: 'This rule is in the list already.' });
    if (id !== null) seen.add(id);
    await check.rule(rule, stored, `rules.${index}.`);
  }
  if (check.errors.length) throw new ValidationError(check.errors);
}

const tooMany = `At most ${rulesMax} rules.`;

/** Whoever changes rules locks their project first, so that one change comes after the other. */
async function accessRule(sql: Sql, actor: Actor, id: number, right: Right, lock = false): Promise<{ rule: StoredRule; project: Project }> {
  const { rows } = await sql.query<{ projectId: number }>('SELECT "projectId" FROM "ProcessingRule" WHERE id = $1', [id]);
  const [project] = await accessProjects(sql, actor, rows.map(({ projectId }) => projectId), lock);
  if (project && !project.rights.has(right)) throw new NotAllowedError();
  const rule = project && (await loadRules(sql, project.id)).find((one) => one.id === id);
  if (!rule) throw new NotFoundError('This rule');
  return { rule, project };
}

/** Behind the others, until it is put in order. */
async function insertRule(sql: Sql, projectId: number, { name, predicates, actions }: RuleInput): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    'INSERT INTO "ProcessingRule" ("projectId", position, name, predicates, actions) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    [projectId, rulesMax, name, JSON.stringify(predicates), JSON.stringify(actions)],
  );
  return rows[0]!.id;
}

async function saveRule(sql: Sql, id: number, { name, predicates, actions }: RuleInput): Promise<void> {
  await sql.query('UPDATE "ProcessingRule" SET name = $2, predicates = $3, actions = $4, "updatedAt" = now() WHERE id = $1', [
    id, name, JSON.stringify(predicates), JSON.stringify(actions),
  ]);
}

/** Numbers rules from 0, as they are listed. */
async function order(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql.query(
    `UPDATE "ProcessingRule" r SET position = given.place - 1
       FROM unnest($1::int[]) WITH ORDINALITY AS given(id, place) WHERE r.id = given.id AND r.position <> given.place - 1`,
    [ids],
  );
}

const contentOf = ({ name, predicates, actions }: RuleInput): RuleInput => ({ name, predicates, actions });

/** As the log keeps it. */
const shown = ({ name, predicates, actions }: RuleInput): Record<string, unknown> => ({ name, predicates: predicates.map(predicateWords), actions: actions.map(actionWords) });
