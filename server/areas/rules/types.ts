import { builder } from '../../graphql/builder.ts';
import { SoundKindType } from '../sounds/types.ts';
import type { Action } from './actions/action.ts';
import type { Condition } from './conditions/condition.ts';
import type { RuleOption } from './rule-values.ts';
import type { Predicate, RuleAction } from './outcome.ts';
import type { RuleCatalogue, RuleTemplate } from './catalogue.ts';

/** GraphQL types that other areas lead to. */
export const ProcessingRuleType = builder.prismaObject('ProcessingRule', {
  description: 'What is done with articles that meet all its conditions, once their text is final. Seen by all who may read the project.',
  select: { id: true },
});

export const RulePredicateType = builder.objectRef<Predicate>('RulePredicate').implement({
  description: 'A condition of a rule.',
  fields: (t) => ({
    operator: t.exposeString('operator', { description: 'How the subject is looked at, such as `contains`.' }),
    subject: t.exposeString('subject', { description: 'What is looked at, such as `title`.' }),
    value: t.exposeString('value', { description: 'What it is compared with; of labels any of a comma-separated list. Empty where none is needed.' }),
  }),
});

export const RuleActionType = builder.objectRef<RuleAction>('RuleAction').implement({
  description: 'What a rule does.',
  fields: (t) => ({
    action: t.exposeString('action', { description: 'Its kind, such as `skip_title`.' }),
    values: t.exposeStringList('values', { description: 'With what: none, one, or several of which each article gets one.' }),
  }),
});

export const RulePredicateInputType = builder.inputType('RulePredicateInput', {
  description: 'A condition of a rule: one of the kinds of the catalogue.',
  fields: (t) => ({
    operator: t.string({ description: 'As the catalogue has it.' }),
    subject: t.string({ description: 'As the catalogue has it.' }),
    value: t.string({ required: false, description: 'Absent: none.' }),
  }),
});

export const RuleActionInputType = builder.inputType('RuleActionInput', {
  description: 'What a rule does: one of the kinds of the catalogue.',
  fields: (t) => ({
    action: t.string({ description: 'As the catalogue has it.' }),
    values: t.stringList({ required: false, description: 'Absent: none.' }),
  }),
});

export const ListedRuleInputType = builder.inputType('ProcessingRuleInput', {
  description: 'A rule of a whole list.',
  fields: (t) => ({
    id: t.id({ required: false, description: 'Global or database id; absent: it is new.' }),
    name: t.string({ required: false, description: 'Blank, absent or `Title`: made of the first condition and the first action.' }),
    predicates: t.field({ type: [RulePredicateInputType], description: 'At least one; all must hold.' }),
    actions: t.field({ type: [RuleActionInputType], description: 'At least one.' }),
  }),
});

const RuleValueKindType = builder.enumType('RuleValueKind', {
  description: 'What a value of a condition or an action is.',
  values: {
    none: { description: 'There is none.' },
    text: { description: 'Words.' },
    number: { description: 'A whole number.' },
    labels: { description: 'Labels, separated by commas.' },
    voice: { description: 'A voice, `provider:name`.' },
    sound: { description: "A sound's file." },
    options: { description: 'One of the options.' },
    range: { description: 'A number from min to max, in steps.' },
  } as const,
});

const RuleOptionType = builder.objectRef<RuleOption>('RuleOption').implement({
  description: 'Something that can be chosen.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'What is stored.' }),
    title: t.exposeString('title', { description: 'What people read.' }),
  }),
});

const RuleConditionKindType = builder.objectRef<Condition>('RuleConditionKind').implement({
  description: 'A kind of condition.',
  fields: (t) => ({
    operator: t.exposeString('operator', { description: 'Together with the subject it names the kind.' }),
    subject: t.exposeString('subject', { description: 'Together with the operator it names the kind.' }),
    title: t.exposeString('title', { description: 'What people read before the value.' }),
    valueKind: t.expose('valueKind', { type: RuleValueKindType, description: 'What its value is.' }),
    options: t.field({ type: [RuleOptionType], description: 'What can be chosen; empty unless the value is an option.', resolve: ({ options }) => [...(options ?? [])] }),
    min: t.int({ nullable: true, description: 'The least number; null: the value is none.', resolve: ({ min }) => min ?? null }),
    max: t.int({ nullable: true, description: 'The greatest number; null: the value is none.', resolve: ({ max }) => max ?? null }),
    defaultValue: t.exposeString('defaultValue', { description: 'The value of a new condition.' }),
  }),
});

const RuleActionKindType = builder.objectRef<Action>('RuleActionKind').implement({
  description: 'A kind of action.',
  fields: (t) => ({
    action: t.exposeString('action', { description: 'Names the kind.' }),
    title: t.exposeString('title', { description: 'What people read.' }),
    description: t.exposeString('description', { description: 'What it does, in a sentence.' }),
    valueKind: t.expose('valueKind', { type: RuleValueKindType, description: 'What its values are.' }),
    multiple: t.exposeBoolean('multiple', { description: 'Whether it takes several values, of which each article gets one.' }),
    options: t.field({ type: [RuleOptionType], description: 'What can be chosen; empty unless the value is an option.', resolve: ({ options }) => [...(options ?? [])] }),
    min: t.int({ nullable: true, description: 'The least number; null: the value is none.', resolve: ({ min }) => min ?? null }),
    max: t.int({ nullable: true, description: 'The greatest number; null: the value is none.', resolve: ({ max }) => max ?? null }),
    step: t.int({ nullable: true, description: 'From one number to the next; null: 1, or the value is no number.', resolve: ({ step }) => step ?? null }),
    soundKinds: t.field({ type: [SoundKindType], description: 'Kinds of the built-in sounds that suit it; empty unless its value is a sound.', resolve: ({ soundKinds }) => [...(soundKinds ?? [])] }),
    defaultValues: t.stringList({ description: 'The values of a new action.', resolve: ({ defaultValues }) => [...defaultValues] }),
  }),
});

const RuleTemplateType = builder.objectRef<RuleTemplate>('RuleTemplate').implement({
  description: 'A rule to begin with.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Names the template.' }),
    title: t.exposeString('title', { description: 'What people read.' }),
    description: t.exposeString('description', { description: 'What the rule does, in a sentence.' }),
    predicates: t.expose('predicates', { type: [RulePredicateType], description: 'An empty value is to be filled in.' }),
    actions: t.expose('actions', { type: [RuleActionType], description: 'Values that are missing are to be filled in.' }),
  }),
});

export const RuleCatalogueType = builder.objectRef<RuleCatalogue>('RuleCatalogue').implement({
  description: 'What rules can be made of.',
  fields: (t) => ({
    conditions: t.field({ type: [RuleConditionKindType], description: 'Every kind of condition.', resolve: ({ conditions }) => [...conditions] }),
    actions: t.field({ type: [RuleActionKindType], description: 'Every kind of action.', resolve: ({ actions }) => [...actions] }),
    templates: t.field({ type: [RuleTemplateType], description: 'Rules to begin with.', resolve: ({ templates }) => [...templates] }),
  }),
});
