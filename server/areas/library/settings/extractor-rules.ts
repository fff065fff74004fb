import { z } from 'zod';
import { ExtractionError } from '../../../extraction/extraction-error.ts';
import { parsePage } from '../../../extraction/page.ts';
import {
  checkRules,
  extractorRuleTypes,
  type ExtractorRule,
  type ExtractorRuleType,
} from '../../../extraction/extraction-rules.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { ExtractorRule as StoredRule, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { readableBy } from '../../access/project-access/access.ts';
import { settingMessages } from './messages.ts';

export interface ExtractorRuleInput {
  /** One of the thirteen `extractorRuleTypes`. */
  rule: string;
  /** A CSS selector; of the charset rule: the name of an encoding. */
  selector: string;
}

const rulesMax = 200;
const selectorMaxCharacters = 1_000;

/**
 * Returns those of the rules whose project the actor may read.
 * @param query fields to select
 * @throws NotSignedInError
 */
export async function readExtractorRules(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.ExtractorRuleDefaultArgs = {},
): Promise<StoredRule[]> {
  return app.db.prisma.extractorRule.findMany({
    ...query,
    where: { id: { in: [...ids] }, project: readableBy(actor) },
  });
}

/** What is wrong with rules: the first of each that the extraction would refuse. */
export function checkExtractorRules(rules: ExtractorRuleInput[]): FieldError[] {
  if (rules.length > rulesMax)
    return [{ field: 'extractorRules', ...kernelMessages.TOO_MANY_RULES({ most: rulesMax }) }];
  const page = parsePage('<!doctype html><title>.</title><p>.</p>');
  return rules.flatMap(({ rule, selector }, index) => {
    const number = index + 1;
    const add = (problem: Message, part: keyof ExtractorRuleInput = 'selector') => [
      { field: `extractorRules.${index}.${part}`, ...problem },
    ];
    if (!(extractorRuleTypes as readonly string[]).includes(rule))
      return add(settingMessages.LISTED_RULE_UNKNOWN({ number, type: rule }), 'rule');
    if (selector.trim() === '') return add(settingMessages.LISTED_RULE_EMPTY({ number }));
    if (selector.length > selectorMaxCharacters || selector.includes('\0'))
      return add(settingMessages.LISTED_RULE_TOO_LONG({ number, most: selectorMaxCharacters }));
    try {
      checkRules(page, [{ rule: rule as ExtractorRuleType, selector: selector.trim() }]);
      return [];
    } catch (error) {
      if (error instanceof ExtractionError)
        return add(settingMessages.LISTED_RULE_WRONG({ number, problem: error.told }));
      throw error;
    }
  });
}

/** Rules as they are applied. @throws ValidationError with what is wrong with them */
export function checkedExtractorRules(rules: ExtractorRuleInput[]): ExtractorRule[] {
  const errors = checkExtractorRules(rules);
  if (errors.length > 0) throw new ValidationError(errors);
  return rules.map(({ rule, selector }) => ({ rule: rule as ExtractorRuleType, selector: selector.trim() }));
}

const ruleType = z.enum(extractorRuleTypes);

/**
 * A project's rules in the order in which they are applied. For the pipeline, and for callers who have read
 * the project.
 */
export async function loadExtractorRules(sql: Sql, projectId: number): Promise<ExtractorRule[]> {
  const rows = await sql
    .selectFrom('ExtractorRule')
    .select(['rule', 'selector'])
    .where('projectId', '=', projectId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ rule, selector }) => ({ rule: ruleType.parse(rule), selector }));
}

const tidied = (rules: readonly ExtractorRuleInput[]): ExtractorRuleInput[] =>
  rules.map(({ rule, selector }) => ({ rule, selector: selector.trim() }));

/** What other rules than a project's present ones change, for its log; null: nothing. */
export async function changedExtractorRules(
  sql: Sql,
  projectId: number,
  rules: readonly ExtractorRuleInput[],
): Promise<{ from: string[]; to: string[] } | null> {
  const shown = (list: readonly ExtractorRuleInput[]): string[] =>
    list.map(({ rule, selector }) => `${rule}: ${selector}`);
  const [from, to] = [shown(await loadExtractorRules(sql, projectId)), shown(tidied(rules))];
  return from.join('\n') === to.join('\n') ? null : { from, to };
}

/** Stores checked rules in place of a project's present ones, within the caller's transaction. */
export async function storeExtractorRules(
  sql: Sql,
  projectId: number,
  rules: readonly ExtractorRuleInput[],
): Promise<void> {
  await sql.deleteFrom('ExtractorRule').where('projectId', '=', projectId).execute();
  if (rules.length > 0)
    await sql
      .insertInto('ExtractorRule')
      .values(tidied(rules).map((rule, index) => ({ ...rule, projectId, position: index + 1 })))
      .execute();
}
