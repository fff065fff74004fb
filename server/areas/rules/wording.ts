import { findAction } from './actions/registry.ts';
import { findCondition } from './conditions/registry.ts';
import type { Predicate, RuleAction } from './outcome.ts';

export const ruleNameMaxCharacters = 255;

/** `Title contains "Sport"`; a condition that is no longer known in its own words. */
export function predicateWords({ operator, subject, value }: Predicate): string {
  const condition = findCondition({ operator, subject });
  const title = condition?.title ?? `${subject} ${operator}`;
  if (condition?.valueKind === 'none' || value === '') return title;
  const shown = condition?.options?.find((option) => option.value === value)?.title ?? value;
  return condition?.valueKind === 'number' ? `${title} ${shown}` : `${title} "${shown}"`;
}

/** `Set status: rejected` */
export function actionWords({ action, values }: RuleAction): string {
  const kind = findAction({ action });
  const title = kind?.title ?? action;
  const shown = values.map(
    (value) => kind?.options?.find((option) => option.value === value)?.title ?? value,
  );
  return shown.length > 0 ? `${title}: ${shown.join(', ')}` : title;
}

/** The name of a rule that nobody named: what its first condition and its first action are called. */
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

/** A rule in a line, as the project's log shows it. */
export function ruleWords({
  name,
  predicates,
  actions,
}: {
  name: string;
  predicates: readonly Predicate[];
  actions: readonly RuleAction[];
}): string {
  return `${name}: if ${predicates.map(predicateWords).join(' and ')} then ${actions.map(actionWords).join('; ')}`;
}
