import { ExtractionError } from '../../extraction/extraction-error.ts';
import { parsePage } from '../../extraction/page.ts';
import { checkRules, extractorRuleTypes, type ExtractorRuleType } from '../../extraction/extraction-rules.ts';
import type { Sql } from '../../lib/db.ts';
import type { FieldError } from '../../kernel/errors.ts';

export interface ExtractorRuleInput {
  /** One of the thirteen `extractorRuleTypes`. */
  rule: string;
  /** A CSS selector; of the charset rule: the name of an encoding. */
  selector: string;
}

const rulesMax = 200;
const selectorMaxCharacters = 1_000;

/** What is wrong with rules: the first of each that the extraction would refuse. */
export function checkExtractorRules(rules: ExtractorRuleInput[]): FieldError[] {
  if (rules.length > rulesMax) return [{ field: 'extractorRules', message: `At most ${rulesMax} rules.` }];
  const page = parsePage('<!doctype html><title>.</title><p>.</p>');
  return rules.flatMap(({ rule, selector }, index) => {
    const add = (problem: string, part: keyof ExtractorRuleInput = 'selector') => [{ field: `extractorRules.${index}.${part}`, message: `Rule ${index + 1}: ${problem}` }];
    if (!(extractorRuleTypes as readonly string[]).includes(rule)) return add(`there is no rule of the type "${rule}".`, 'rule');
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
