import type { Sql } from '../../../lib/database/db.ts';
import { findAction } from './actions/registry.ts';
import { findCondition } from './conditions/registry.ts';
import { ruleActionProblem, ruleValuesMax } from './rule-engine.ts';
import type { Predicate, RuleAction } from './rule-outcome.ts';
import { ruleValueProblem, tidyRuleValue, type RulePart, type RuleValueShape } from './rule-values.ts';
import type { App } from '../../../kernel/app.ts';
import { nameOfModel } from '../../../language-models/language-model.ts';
import { ValidationError, type FieldError } from '../../../kernel/errors.ts';
import { isUsableSound } from '../sounds/sounds.ts';
import { generatedName, ruleNameMaxCharacters } from './rule-text-format.ts';
import { ruleMessages } from './messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';

/** A rule as people and programs write it. */
export interface RuleInput {
  /** Blank, or still `Title`: one is made of the first condition and the first action. */
  name: string;
  predicates: Predicate[];
  actions: RuleAction[];
}

export const rulesMax = 100;
/** Of conditions, and of actions. */
export const partsMax = 20;
/** Errors reported per list: enough to fix it by, and a bound for nonsense input. */
const errorsMax = 50;
/** Of a value; longer than any that can be right. */
const valueMaxCharacters = 10_000;

const emptyMessages = {
  both: ruleMessages.RULE_EMPTY(),
  predicates: ruleMessages.RULE_WITHOUT_CONDITIONS(),
  actions: ruleMessages.RULE_WITHOUT_ACTIONS(),
};

/**
 * A rule as it is stored: values in one spelling, voices by their full names, and a name in any case.
 * @param within where the rule is among what was sent, such as `rules.3.`
 * @throws ValidationError on `predicates`, `actions`, `name` when there is far too much of it to look at
 */
export function tidyRule(app: Pick<App, 'speech'>, input: RuleInput, within = ''): RuleInput {
  const excess = excessOf(input);
  if (excess) throw new ValidationError([{ ...excess, field: within + excess.field }]);
  const tidy = (shape: RuleValueShape | null, value: string): string => {
    const text = shape ? tidyRuleValue(shape, value) : value;
    return shape?.valueKind === 'voice' ? (app.speech.findVoice(text)?.id ?? text) : text;
  };
  const predicates = input.predicates.map(({ operator, subject, value }) => ({
    operator,
    subject,
    value: tidy(findCondition({ operator, subject }), value),
  }));
  const actions = input.actions.map(({ action, values }) => {
    const kind = findAction({ action });
    return {
      action,
      values: kind?.valueKind === 'none' ? [] : [...new Set(values.map((value) => tidy(kind, value)))],
    };
  });
  const name = input.name
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return {
    name: name === '' || name === 'Title' ? generatedName(predicates, actions) : name,
    predicates,
    actions,
  };
}

function excessOf({ name, predicates, actions }: RuleInput): FieldError | null {
  const isLong = (value: string): boolean => value.length > valueMaxCharacters;
  if (isLong(name)) return { field: 'name', ...kernelMessages.TOO_LONG({ most: ruleNameMaxCharacters }) };
  if (predicates.length > partsMax)
    return { field: 'predicates', ...ruleMessages.TOO_MANY_CONDITIONS({ most: partsMax }) };
  if (actions.length > partsMax)
    return { field: 'actions', ...ruleMessages.TOO_MANY_ACTIONS({ most: partsMax }) };
  const predicate = predicates.findIndex(({ value }) => isLong(value));
  if (predicate >= 0) return { field: `predicates.${predicate}`, ...ruleMessages.VALUE_TOO_LONG() };
  const action = actions.findIndex(({ values }) => values.length > ruleValuesMax || values.some(isLong));
  return action >= 0 ? { field: `actions.${action}`, ...ruleMessages.TOO_MANY_VALUES() } : null;
}

/** Collects what is wrong with rules of one project. */
export class RuleCheck {
  readonly errors: FieldError[] = [];
  readonly #app: App;
  readonly #sql: Sql;
  readonly #projectId: number;
  readonly #sounds = new Map<string, boolean>();

  /** @param sql sees the sounds as they will be when the rules are stored */
  constructor(app: App, sql: Sql, projectId: number) {
    this.#app = app;
    this.#sql = sql;
    this.#projectId = projectId;
  }

  /**
   * Checks a tidied rule. What it had before may stay, though its voice or sound has gone.
   * @param before the rule as it is stored; null: it is new
   * @param within where the rule is among what was sent, such as `rules.3.`
   */
  async rule({ name, predicates, actions }: RuleInput, before: RuleInput | null, within = ''): Promise<void> {
    const add = (field: string, problem: Message): void =>
      void this.errors.push({ field: within + field, ...problem });
    if (name.length > ruleNameMaxCharacters)
      add('name', kernelMessages.TOO_LONG({ most: ruleNameMaxCharacters }));
    if (predicates.length === 0)
      add('predicates', actions.length === 0 ? emptyMessages.both : emptyMessages.predicates);
    else if (actions.length === 0) add('actions', emptyMessages.actions);
    for (const [index, predicate] of predicates.entries()) {
      if (this.errors.length >= errorsMax) return;
      if (before?.predicates.some((one) => isSameRule(one, predicate))) continue;
      const problem = await this.#predicateProblem(predicate);
      if (problem) add(`predicates.${index}`, problem);
    }
    for (const [index, action] of actions.entries()) {
      if (this.errors.length >= errorsMax) return;
      const kept = before?.actions.filter((one) => one.action === action.action) ?? [];
      if (kept.some((one) => isSameRule(one, action))) continue;
      const problem = await this.#actionProblem(action, new Set(kept.flatMap(({ values }) => values)));
      if (problem) add(`actions.${index}`, problem);
    }
  }

  async #predicateProblem(predicate: Predicate): Promise<Message | null> {
    const condition = findCondition(predicate);
    if (!condition) return ruleMessages.UNKNOWN_CONDITION();
    const problem =
      ruleValueProblem(condition, predicate.value) ?? (await this.#absence(condition, predicate.value));
    return problem;
  }

  /** @param kept values that the rule had before */
  async #actionProblem(given: RuleAction, kept: ReadonlySet<string>): Promise<Message | null> {
    const action = findAction(given);
    if (!action) return ruleMessages.UNKNOWN_ACTION();
    let problem = ruleActionProblem(given);
    for (const value of given.values) if (!kept.has(value)) problem ??= await this.#absence(action, value);
    return problem;
  }

  #voiceAbsence(part: string, name: string, speaksAgain: boolean): Message | null {
    const { speech } = this.#app;
    if (speaksAgain && !speech.providers.list().some((one) => one.conversion && !one.unavailable))
      return ruleMessages.RULE_NEEDS_SERVICE_THAT_SPEAKS_AGAIN({ part });
    const voice = speech.findVoice(name);
    if (!voice) return ruleMessages.RULE_VOICE_UNKNOWN({ part });
    return !speaksAgain || speech.provider(voice.provider)?.conversion
      ? null
      : ruleMessages.RULE_NEEDS_VOICE_THAT_SPEAKS_AGAIN({ part });
  }

  /** Whether a value names a voice, a sound or a language model that is not there. */
  async #absence(
    { title: part, valueKind, speaksAgain }: RuleValueShape & RulePart,
    value: string,
  ): Promise<Message | null> {
    if (valueKind === 'voice') return this.#voiceAbsence(part, value, speaksAgain ?? false);
    if (valueKind === 'model') {
      const { languageModels } = this.#app;
      if (languageModels.length === 0) return ruleMessages.RULE_NEEDS_MODEL({ part });
      return languageModels.some((model) => nameOfModel(model) === value)
        ? null
        : ruleMessages.RULE_MODEL_UNKNOWN({ part });
    }
    if (valueKind !== 'sound') return null;
    let known = this.#sounds.get(value);
    if (known === undefined)
      this.#sounds.set(value, (known = await isUsableSound(this.#app, this.#projectId, value, this.#sql)));
    return known ? null : ruleMessages.RULE_SOUND_UNKNOWN({ part });
  }
}

/** Whether a rule says the same. */
export const isSameRule = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
