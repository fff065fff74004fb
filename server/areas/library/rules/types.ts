import { builder } from '../../../graphql/builder.ts';
import { SoundKindType } from '../sounds/types.ts';
import type { RuleOption } from './rule-values.ts';
import type { Predicate, RuleAction } from './rule-outcome.ts';
import type { RuleMatches } from './count-matches.ts';
import type { OfferedAction, OfferedCondition, RuleCatalogue, RuleTemplate } from './rule-catalogue.ts';

/** GraphQL types that other areas lead to. */
export const ProcessingRuleType = builder.prismaObject('ProcessingRule', {
  description:
    'Actions carried out on articles that meet all conditions, once their text is final. Visible to everyone who can read the project.',
  select: { id: true },
});

export const RulePredicateType = builder
  .objectRef<Predicate>('RulePredicate')
  .implement({
    description: 'A condition of a rule.',
    fields: (t) => ({
      operator: t.exposeString('operator', {
        description: 'How the subject is compared with the value, such as `contains`.',
      }),
      subject: t.exposeString('subject', { description: 'What is compared, such as `title`.' }),
      value: t.exposeString('value', {
        description: 'Value, or comma-separated labels, any of which may match. Empty if none is needed.',
      }),
    }),
  });

export const RuleActionType = builder
  .objectRef<RuleAction>('RuleAction')
  .implement({
    description: 'An action of a rule.',
    fields: (t) => ({
      action: t.exposeString('action', { description: 'Kind of action, such as `skip_title`.' }),
      values: t.exposeStringList('values', {
        description: 'Values of the action. If there are several, each article gets one of them.',
      }),
    }),
  });

export const RulePredicateInputType = builder.inputType('RulePredicateInput', {
  description: 'A condition of a rule. Must be of a kind listed in the rule catalog.',
  fields: (t) => ({
    operator: t.string({ description: 'Operator, as listed in the rule catalog.' }),
    subject: t.string({ description: 'Subject, as listed in the rule catalog.' }),
    value: t.string({ required: false, description: 'Value to compare with. Omit it if none is needed.' }),
  }),
});

export const RuleActionInputType = builder.inputType('RuleActionInput', {
  description: 'An action of a rule. Must be of a kind listed in the rule catalog.',
  fields: (t) => ({
    action: t.string({ description: 'Kind of action, as listed in the rule catalog.' }),
    values: t.stringList({
      required: false,
      description: 'Values of the action. Omit them if none are needed.',
    }),
  }),
});

export const ListedRuleInputType = builder.inputType('ProcessingRuleInput', {
  description: "A rule in the list that replaces a project's rules.",
  fields: (t) => ({
    id: t.id({
      required: false,
      description: 'Global ID or database ID of the rule. Omit it for a new rule.',
    }),
    name: t.string({ required: false, description: 'Name. Generated if it is blank, omitted or `Title`.' }),
    predicates: t.field({
      type: [RulePredicateInputType],
      description: 'Conditions that must all be met. At least one.',
    }),
    actions: t.field({ type: [RuleActionInputType], description: 'Actions. At least one.' }),
  }),
});

const RuleValueKindType = builder.enumType('RuleValueKind', {
  description: 'Kind of value that a condition or action takes.',
  values: {
    none: { description: 'No value.' },
    text: { description: 'Free text.' },
    number: { description: 'A whole number.' },
    labels: { description: 'Labels, separated by commas.' },
    voice: { description: 'A voice, as `provider:name`.' },
    sound: { description: 'A sound, given by the base name of its file.' },
    options: { description: 'One of the options.' },
    range: { description: 'A whole number from min to max, in steps.' },
  } as const,
});

const RuleOptionType = builder
  .objectRef<RuleOption>('RuleOption')
  .implement({
    description: 'A value to choose from.',
    fields: (t) => ({
      value: t.exposeString('value', { description: 'Value that is stored.' }),
      title: t.exposeString('title', { description: 'Name shown to people.' }),
    }),
  });

const RuleConditionKindType = builder
  .objectRef<OfferedCondition>('RuleConditionKind')
  .implement({
    description: 'A kind of condition. Subject and operator together identify it.',
    fields: (t) => ({
      operator: t.exposeString('operator', { description: 'Operator, such as `contains`.' }),
      subject: t.exposeString('subject', { description: 'Subject, such as `title`.' }),
      title: t.exposeString('title', { description: 'Text shown to people before the value.' }),
      valueKind: t.expose('valueKind', {
        type: RuleValueKindType,
        description: 'Kind of value that the condition takes.',
      }),
      options: t.field({
        type: [RuleOptionType],
        description: 'Choices. Empty unless the value is an option.',
        resolve: ({ options }) => [...(options ?? [])],
      }),
      min: t.int({
        nullable: true,
        description: 'Smallest number. Null if the value is not a number.',
        resolve: ({ min }) => min ?? null,
      }),
      max: t.int({
        nullable: true,
        description: 'Largest number. Null if the value is not a number.',
        resolve: ({ max }) => max ?? null,
      }),
      defaultValue: t.exposeString('defaultValue', { description: 'Value of a new condition.' }),
    }),
  });

const RuleActionKindType = builder
  .objectRef<OfferedAction>('RuleActionKind')
  .implement({
    description: 'A kind of action.',
    fields: (t) => ({
      action: t.exposeString('action', { description: 'Identifier of the kind, such as `skip_title`.' }),
      title: t.exposeString('title', { description: 'Name shown to people.' }),
      description: t.exposeString('description', { description: 'What the action does, in a sentence.' }),
      valueKind: t.expose('valueKind', {
        type: RuleValueKindType,
        description: 'Kind of value that the action takes.',
      }),
      multiple: t.exposeBoolean('multiple', {
        description: 'Whether several values can be given; each article gets one.',
      }),
      options: t.field({
        type: [RuleOptionType],
        description: 'Choices. Empty unless the value is an option.',
        resolve: ({ options }) => [...(options ?? [])],
      }),
      min: t.int({
        nullable: true,
        description: 'Smallest number. Null if the value is not a number.',
        resolve: ({ min }) => min ?? null,
      }),
      max: t.int({
        nullable: true,
        description: 'Largest number. Null if the value is not a number.',
        resolve: ({ max }) => max ?? null,
      }),
      step: t.int({
        nullable: true,
        description: 'Step between numbers. Null if 1 or not a number.',
        resolve: ({ step }) => step ?? null,
      }),
      soundKinds: t.field({
        type: [SoundKindType],
        description: 'Kinds of built-in sounds that fit. Empty unless it takes a sound.',
        resolve: ({ soundKinds }) => [...(soundKinds ?? [])],
      }),
      defaultValues: t.stringList({
        description: 'Values of a new action.',
        resolve: ({ defaultValues }) => [...defaultValues],
      }),
    }),
  });

const RuleTemplateType = builder
  .objectRef<RuleTemplate>('RuleTemplate')
  .implement({
    description: 'A template for new rules.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'Identifier of the template.' }),
      title: t.exposeString('title', { description: 'Name shown to people.' }),
      description: t.exposeString('description', { description: 'What the rule does, in a sentence.' }),
      predicates: t.expose('predicates', {
        type: [RulePredicateType],
        description: 'Conditions. Empty values have to be filled in.',
      }),
      actions: t.expose('actions', {
        type: [RuleActionType],
        description: 'Actions. Missing values have to be filled in.',
      }),
    }),
  });

export const RuleCatalogueType = builder
  .objectRef<RuleCatalogue>('RuleCatalogue')
  .implement({
    description: 'Conditions, actions and templates for rules.',
    fields: (t) => ({
      conditions: t.field({
        type: [RuleConditionKindType],
        description: 'All kinds of conditions.',
        resolve: ({ conditions }) => [...conditions],
      }),
      actions: t.field({
        type: [RuleActionKindType],
        description: 'All kinds of actions.',
        resolve: ({ actions }) => [...actions],
      }),
      templates: t.field({
        type: [RuleTemplateType],
        description: 'Templates for new rules.',
        resolve: ({ templates }) => [...templates],
      }),
    }),
  });

export const RuleMatchesType = builder
  .objectRef<RuleMatches>('RuleMatches')
  .implement({
    description: "Result of testing conditions on a project's articles before saving.",
    fields: (t) => ({
      matching: t.exposeInt('matching', {
        description: 'Number of examined articles that meet all conditions.',
      }),
      examined: t.exposeInt('examined', {
        description: 'Number of articles that were examined, newest first.',
      }),
      isAll: t.exposeBoolean('isAll', { description: 'Whether all articles of the project were examined.' }),
    }),
  });
