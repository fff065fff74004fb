import { rulesWords } from '../../generated/words/rules.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import type { RuleValueKind, SoundKind } from '../../__generated__/ProcessingRulesScreen_query.graphql.ts';

export type { RuleValueKind };

export interface Predicate {
  operator: string;
  subject: string;
  value: string;
}

export interface RuleAction {
  action: string;
  values: string[];
}

/**
 * What is edited of a rule. A part without an operator or action is a placeholder: its kind was not chosen
 * yet.
 */
export interface RuleFields extends Record<string, unknown> {
  name: string;
  predicates: Predicate[];
  actions: RuleAction[];
}

export interface ConditionKind {
  readonly operator: string;
  readonly subject: string;
  readonly title: string;
  readonly valueKind: RuleValueKind;
  readonly options: readonly { readonly value: string; readonly title: string }[];
  readonly defaultValue: string;
}

export interface ActionKind {
  readonly action: string;
  readonly title: string;
  readonly description: string;
  readonly valueKind: RuleValueKind;
  readonly multiple: boolean;
  readonly options: readonly { readonly value: string; readonly title: string }[];
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
  readonly step?: number | null | undefined;
  readonly soundKinds?: readonly SoundKind[] | undefined;
  readonly defaultValues: readonly string[];
}

export interface Catalogue {
  readonly conditions: readonly ConditionKind[];
  readonly actions: readonly ActionKind[];
}

/** Default name of a rule (specification, section 5). */
export const defaultRuleName = 'Title';
export const emptyCondition: Predicate = { operator: '', subject: '', value: '' };
export const emptyAction: RuleAction = { action: '', values: [] };
export const blankRule: RuleFields = {
  name: defaultRuleName,
  predicates: [emptyCondition],
  actions: [emptyAction],
};

/** One string for operator and subject, as lists need. */
export const conditionKey = ({ operator, subject }: { operator: string; subject: string }): string =>
  operator ? `${operator} ${subject}` : '';

export function findCondition(catalogue: Catalogue, predicate: Predicate): ConditionKind | undefined {
  return catalogue.conditions.find((kind) => conditionKey(kind) === conditionKey(predicate));
}

export function findAction(catalogue: Catalogue, { action }: { action: string }): ActionKind | undefined {
  return catalogue.actions.find((kind) => kind.action === action);
}

/** A rule as the server has it, made ready to be edited. */
export function fieldsOf(rule: {
  readonly name: string;
  readonly predicates: readonly Predicate[];
  readonly actions: readonly { readonly action: string; readonly values: readonly string[] }[];
}): RuleFields {
  return {
    name: rule.name,
    predicates: rule.predicates.map(({ operator, subject, value }) => ({ operator, subject, value })),
    actions: rule.actions.map(({ action, values }) => ({ action, values: [...values] })),
  };
}

/**
 * What is sent: without placeholders. A rule that is blank or still called `Title` the server names after its
 * parts.
 */
export function ruleInput({ name, predicates, actions }: RuleFields): RuleFields {
  return {
    name: name.trim(),
    predicates: predicates.filter(({ operator }) => operator),
    actions: actions.filter(({ action }) => action),
  };
}

/** What is missing before a rule can be saved: a condition, an action, or a value of one of them. */
export interface RuleProblems {
  rule: string | null;
  /** By place in the list. */
  predicates: Readonly<Record<number, string>>;
  actions: Readonly<Record<number, string>>;
}

export function ruleProblems(fields: RuleFields, catalogue: Catalogue): RuleProblems {
  const { problems } = currentWords(rulesWords);
  const without = {
    conditions: !fields.predicates.some(({ operator }) => operator),
    actions: !fields.actions.some(({ action }) => action),
  };
  return {
    rule:
      without.conditions && without.actions
        ? problems.both
        : without.conditions
          ? problems.ifEmpty
          : without.actions
            ? problems.thenEmpty
            : null,
    predicates: problemsByPlace(
      fields.predicates.map((predicate) => [
        findCondition(catalogue, predicate)?.valueKind,
        [predicate.value],
      ]),
    ),
    actions: problemsByPlace(
      fields.actions.map((action) => [findAction(catalogue, action)?.valueKind, action.values]),
    ),
  };
}

export function hasProblems({ rule, predicates, actions }: RuleProblems): boolean {
  return rule !== null || Object.keys(predicates).length > 0 || Object.keys(actions).length > 0;
}

function problemsByPlace(
  values: [kind: RuleValueKind | undefined, values: readonly string[]][],
): Record<number, string> {
  return Object.fromEntries(
    values
      .map(([kind, given], index) => [index, kind ? valueProblem(kind, given) : null] as const)
      .filter((entry): entry is [number, string] => entry[1] !== null),
  );
}

/** @returns what is wrong with the values of a condition or action; null: nothing */
export function valueProblem(kind: RuleValueKind, values: readonly string[]): string | null {
  if (kind === 'NONE') return null;
  const { problems } = currentWords(rulesWords);
  const given = values.filter((value) => value.trim());
  const needed: Readonly<Record<string, string>> = problems.needed;
  if (given.length === 0) return needed[kind] ?? problems.required;
  if (kind === 'NUMBER' && !/^\d+$/.test(given[0]!.trim())) return problems.whole;
  return null;
}

/** The labels of a comma-separated list. */
export function labelsIn(value: string): string[] {
  return [
    ...new Set(
      value
        .split(',')
        .map((label) => label.trim())
        .filter(Boolean),
    ),
  ];
}

/** The same list with one entry moved to another place. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)];
}
