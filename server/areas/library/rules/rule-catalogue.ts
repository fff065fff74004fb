import type { Action } from './actions/action.ts';
import { actions } from './actions/registry.ts';
import type { Condition } from './conditions/condition.ts';
import { conditions } from './conditions/registry.ts';
import type { Predicate, RuleAction } from './rule-outcome.ts';
import type { RuleValueKind, RuleValueShape } from './rule-values.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { nameOfModel } from '../../../language-models/language-model.ts';
import { requireCredentials } from '../../access/identity/policy.ts';

/** A rule to begin with; what is blank in it, its editor fills in. */
export interface RuleTemplate {
  key: string;
  title: string;
  description: string;
  predicates: Predicate[];
  actions: RuleAction[];
}

const always: Predicate = { operator: 'always', subject: 'article', value: '' };
const reject: RuleAction = { action: 'set_status', values: ['rejected'] };
const otherVoice: RuleAction = { action: 'say_as', values: [] };

export const ruleTemplates: readonly RuleTemplate[] = [
  {
    key: 'reject_by_label',
    title: 'Reject by label',
    description: 'No audio for articles with certain labels.',
    predicates: [{ operator: 'is', subject: 'label', value: '' }],
    actions: [reject],
  },
  {
    key: 'reject_by_keyword',
    title: 'Reject by keyword',
    description: 'No audio for articles with certain words.',
    predicates: [{ operator: 'contains', subject: 'title_or_text', value: '' }],
    actions: [reject],
  },
  {
    key: 'reject_longer_than',
    title: 'Reject longer than',
    description: 'No audio for articles over a number of characters.',
    predicates: [{ operator: 'greater_than', subject: 'length', value: '20000' }],
    actions: [reject],
  },
  {
    key: 'reject_shorter_than',
    title: 'Reject shorter than',
    description: 'No audio for articles under a number of characters.',
    predicates: [{ operator: 'less_than', subject: 'length', value: '200' }],
    actions: [reject],
  },
  {
    key: 'read_in_another_voice',
    title: 'Read in another voice',
    description: 'Another voice reads all articles. If there are several, each article gets one.',
    predicates: [always],
    actions: [otherVoice],
  },
  {
    key: 'dont_read_title',
    title: "Don't read title",
    description: 'Articles are read without their title.',
    predicates: [always],
    actions: [{ action: 'skip_title', values: [] }],
  },
  {
    key: 'read_category_in_another_voice',
    title: 'Read category in another voice',
    description: 'Another voice reads articles with certain labels.',
    predicates: [{ operator: 'is', subject: 'label', value: '' }],
    actions: [otherVoice],
  },
  {
    key: 'stop_after_parsed',
    title: 'Stop after parsed',
    description: 'Articles are put on hold, once their text is final, until released.',
    predicates: [{ operator: 'equals', subject: 'status', value: 'parsed' }],
    actions: [{ action: 'set_status', values: ['waiting'] }],
  },
];

/** What a client offers a choice by; which language models there are is among the options. */
type OfferedKind = Exclude<RuleValueKind, 'model'>;
export type OfferedAction = Omit<Action, 'valueKind'> & { valueKind: OfferedKind };
export type OfferedCondition = Omit<Condition, 'valueKind'> & { valueKind: OfferedKind };

export interface RuleCatalogue {
  conditions: readonly OfferedCondition[];
  actions: readonly OfferedAction[];
  templates: readonly RuleTemplate[];
}

/**
 * What rules can be made of: language models are chosen among those that are set up. @throws NotSignedInError
 */
export function ruleCatalogue({ languageModels }: Pick<App, 'languageModels'>, actor: Actor): RuleCatalogue {
  requireCredentials(actor);
  const models = languageModels.map((one) => ({
    value: nameOfModel(one),
    title: `${one.title} ${one.model}`,
  }));
  const offered = <Shape extends RuleValueShape>(shape: Shape) =>
    shape.valueKind === 'model'
      ? { ...shape, valueKind: 'options' as const, options: models }
      : { ...shape, valueKind: shape.valueKind };
  return { conditions: conditions.map(offered), actions: actions.map(offered), templates: ruleTemplates };
}
