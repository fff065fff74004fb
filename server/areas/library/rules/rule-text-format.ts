import { findAction } from './actions/registry.ts';
import { findCondition } from './conditions/registry.ts';
import type { Predicate, RuleAction } from './rule-outcome.ts';
import {
  loggedAction,
  loggedCondition,
  loggedRule,
  type LoggedRuleBody,
} from '../../access/project-log/logged-rule-schema.ts';

export const ruleNameMaxCharacters = 255;

/** `Title contains "Sport"`; a condition that is no longer known in its own words. */
function predicateWords({ operator, subject, value }: Predicate): string {
  const condition = findCondition({ operator, subject });
  const title = condition?.title ?? `${subject} ${operator}`;
  if (condition?.valueKind === 'none' || value === '') return title;
  const shown = condition?.options?.find((option) => option.value === value)?.title ?? value;
  return condition?.valueKind === 'number' ? `${title} ${shown}` : `${title} "${shown}"`;
}

/** `Set status: rejected` */
function actionWords({ action, values }: RuleAction): string {
  const kind = findAction({ action });
  const title = kind?.title ?? action;
  const shown = values.map(
    (value) => kind?.options?.find((option) => option.value === value)?.title ?? value,
  );
  return shown.length > 0 ? `${title}: ${shown.join(', ')}` : title;
}

/** Returns the name of an unnamed rule: the labels of its first condition and its first action. */
export function generatedName(predicates: readonly Predicate[], actions: readonly RuleAction[]): string {
  const parts = [
    predicates.slice(0, 1).map(predicateWords),
    actions.slice(0, 1).map(({ action }) => findAction({ action })?.title ?? action),
  ].flat();
  const name = [...parts.join(' → ')];
  return name.length <= ruleNameMaxCharacters
    ? name.join('')
    : `${name.slice(0, ruleNameMaxCharacters - 1).join('')}…`;
}

/** A rule in a line. */
function ruleWords({ name, predicates, actions }: RuleContent): string {
  return `${name}: if ${predicates.map(predicateWords).join(' and ')} then ${actions.map(actionWords).join('; ')}`;
}

interface RuleContent {
  name: string;
  predicates: readonly Predicate[];
  actions: readonly RuleAction[];
}

/** A rule as the project's log keeps it. */
export const loggedRuleOf = ({ name, predicates, actions }: RuleContent): LoggedRuleBody => ({
  name,
  predicates: predicates.map(({ operator, subject, value }) => ({
    operator,
    subject,
    kind: findCondition({ operator, subject })?.valueKind ?? 'text',
    value,
  })),
  actions: actions.map(({ action, values }) => ({
    action,
    kind: findAction({ action })?.valueKind ?? 'text',
    values: [...values],
  })),
});

/** The body of a log's entry with rules, conditions and actions in English words, as REST documents it. */
export function bodyInWords(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(bodyInWords);
  if (typeof body !== 'object' || body === null) return body;
  const condition = loggedCondition.safeParse(body).data;
  if (condition) return predicateWords(condition);
  const action = loggedAction.safeParse(body).data;
  if (action) return actionWords(action);
  const rule = loggedRule.safeParse(body).data;
  if (rule) return ruleWords(rule);
  return Object.fromEntries(Object.entries(body).map(([name, part]) => [name, bodyInWords(part)]));
}
