import type { ExtractorRule } from '../../../prisma/generated/client/client.ts';
import { ExtractionError } from '../../extraction/extraction-error.ts';
import { parsePage } from '../../extraction/page.ts';
import { checkRules, extractorRuleTypes, type ExtractorRuleType } from '../../extraction/rules.ts';
import type { Sql } from '../../lib/db.ts';
import type { Actor } from '../access.ts';
import type { App } from '../app.ts';
import { ValidationError, type FieldError } from '../errors.ts';
import { accessProject } from './access.ts';
import { writeProjectLog } from './log.ts';
import { policy } from './policy.ts';

export interface ExtractorRuleInput {
  /** One of the thirteen `extractorRuleTypes`. */
  rule: string;
  /** A CSS selector; of the charset rule: the name of an encoding. */
  selector: string;
}

const rulesMax = 200;
const selectorMaxCharacters = 1_000;

/** The project's rules in the order in which they are applied. @throws NotSignedInError, NotFoundError */
export async function readExtractorRules(app: App, actor: Actor, projectId: number): Promise<ExtractorRule[]> {
  await accessProject(app.db, actor, projectId, policy.readExtractorRules);
  return app.db.prisma.extractorRule.findMany({ where: { projectId }, orderBy: [{ position: 'asc' }, { id: 'asc' }] });
}

/** Replaces all rules. @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `extractorRules` */
export async function saveExtractorRules(app: App, actor: Actor, { projectId, rules }: { projectId: number; rules: ExtractorRuleInput[] }): Promise<ExtractorRule[]> {
  await app.db.transaction(async (sql) => {
    await accessProject(sql, actor, projectId, policy.saveExtractorRules, true);
    const errors = checkExtractorRules(rules);
    if (errors.length) throw new ValidationError(errors);
    const change = await replaceExtractorRules(sql, projectId, rules);
    if (change) await writeProjectLog(sql, actor, projectId, 'extractor rules updated', { changes: { extractorRules: change } });
  });
  return readExtractorRules(app, actor, projectId);
}

/** What is wrong with rules: the first of each that the extraction would refuse. */
export function checkExtractorRules(rules: ExtractorRuleInput[]): FieldError[] {
  const field = 'extractorRules';
  if (rules.length > rulesMax) return [{ field, message: `At most ${rulesMax} rules.` }];
  const page = parsePage('<!doctype html><title>.</title><p>.</p>');
  return rules.flatMap(({ rule, selector }, index) => {
    const add = (problem: string) => [{ field, message: `Rule ${index + 1}: ${problem}` }];
    if (!(extractorRuleTypes as readonly string[]).includes(rule)) return add(`there is no rule of the type "${rule}".`);
    if (selector.trim() === '') return add('Field is required and cannot be empty');
    if (selector.length > selectorMaxCharacters || selector.includes('\0')) return add(`at most ${selectorMaxCharacters} characters.`);
    try {
      checkRules(page, [{ rule: rule as ExtractorRuleType, selector: selector.trim() }]);
      return [];
    } catch (error) {
      if (error instanceof ExtractionError) return add(error.message);
      throw error;
    }
  });
}

/** Stores checked rules within the caller's transaction. @returns what changed, for the log; null when nothing did */
export async function replaceExtractorRules(sql: Sql, projectId: number, rules: ExtractorRuleInput[]): Promise<{ from: string[]; to: string[] } | null> {
  const tidied = rules.map(({ rule, selector }) => ({ rule, selector: selector.trim() }));
  const { rows } = await sql.query<ExtractorRuleInput>('SELECT rule, selector FROM "ExtractorRule" WHERE "projectId" = $1 ORDER BY position, id', [projectId]);
  const shown = (list: ExtractorRuleInput[]): string[] => list.map(({ rule, selector }) => `${rule}: ${selector}`);
  if (shown(rows).join('\n') === shown(tidied).join('\n')) return null;
  await sql.query('DELETE FROM "ExtractorRule" WHERE "projectId" = $1', [projectId]);
  await sql.query(
    `INSERT INTO "ExtractorRule" ("projectId", position, rule, selector)
     SELECT $1, position, rule, selector FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS given(rule, selector, position)`,
    [projectId, tidied.map(({ rule }) => rule), tidied.map(({ selector }) => selector)],
  );
  return { from: shown(rows), to: shown(tidied) };
}
