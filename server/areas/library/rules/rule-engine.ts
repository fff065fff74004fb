import { labelsMax } from '../../../product.ts';
import { findAction } from './actions/registry.ts';
import type { ArticleFacts } from './conditions/condition.ts';
import { findCondition } from './conditions/registry.ts';
import { newLabels, SearchableText } from './rule-text.ts';
import { ruleValueProblem } from './rule-values.ts';
import {
  emptyOutcome,
  type Predicate,
  type ProcessingRule,
  type RuleAction,
  type RuleFacts,
  type RuleOutcome,
} from './rule-outcome.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { ruleMessages } from './messages.ts';

/**
 * What rules make of an article. They are applied in order: of two that set the same, the later one counts;
 * labels add up, and the rules that follow see them. A rule without a condition on the status is applied at
 * `parsed`; at `ready` and `errored` only labels and the status can still be set. A condition that is unknown
 * or whose value makes no sense does not hold; such an action does nothing. Pure.
 */
export function applyRules(rules: readonly ProcessingRule[], facts: RuleFacts): RuleOutcome {
  const outcome = emptyOutcome();
  const [title, text] = [new SearchableText(facts.title), new SearchableText(facts.text)];
  for (const rule of rules) {
    if (!appliesTo(rule, { ...facts, title, text, labels: [...facts.labels, ...outcome.labels] })) continue;
    const effective = rule.actions.filter(
      (action) => facts.status === 'parsed' || findAction(action)?.afterVoicing,
    );
    const done = effective.filter((action) => act(outcome, action, rule));
    if (done.length > 0) outcome.applied.push(rule.name);
    outcome.labels = newLabels(facts.labels, outcome.labels).slice(
      0,
      Math.max(0, labelsMax - facts.labels.length),
    );
  }
  return outcome;
}

/**
 * Returns whether a rule with these conditions would apply to an article, either when its text is final or
 * now that it is ready or errored.
 * @param facts with texts prepared once for all rules
 */
export const matchesFacts = (predicates: readonly Predicate[], facts: ArticleFacts): boolean =>
  [...new Set(['parsed' as const, facts.status])].some((status) =>
    appliesTo({ predicates }, { ...facts, status }),
  );

function appliesTo({ predicates }: { predicates: readonly Predicate[] }, facts: ArticleFacts): boolean {
  if (predicates.length === 0) return false;
  if (facts.status !== 'parsed' && !predicates.some(({ subject }) => subject === 'status')) return false;
  return predicates.every((predicate) => {
    const condition = findCondition(predicate);
    return (
      condition !== null &&
      ruleValueProblem(condition, predicate.value) === null &&
      condition.holds(facts, predicate.value)
    );
  });
}

/** @returns whether the action could be done */
function act(outcome: RuleOutcome, given: RuleAction, rule: ProcessingRule): boolean {
  const action = findAction(given);
  if (!action || ruleActionProblem(given) !== null) return false;
  action.apply(outcome, given.values, rule);
  return true;
}

export const ruleValuesMax = 20;

/** What is wrong with a tidied action's values, as a text for editors; null: nothing. */
export function ruleActionProblem(given: RuleAction): Message | null {
  const action = findAction(given);
  if (!action) return ruleMessages.UNKNOWN_ACTION();
  if (action.valueKind === 'none') return null;
  if (given.values.length === 0) return ruleMessages.RULE_NEEDS_VALUE({ part: action.title });
  const most = action.multiple ? ruleValuesMax : 1;
  if (given.values.length > most)
    return most === 1
      ? ruleMessages.RULE_TAKES_ONE_VALUE({ part: action.title })
      : ruleMessages.RULE_TAKES_VALUES({ part: action.title, most });
  return (
    given.values.map((value) => ruleValueProblem(action, value)).find((problem) => problem !== null) ?? null
  );
}
