import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { ConflictError, ValidationError } from '../../../kernel/errors.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { pageCost } from '../../../graphql/connection-by-id.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import {
  deletedConnection,
  DeletedItemsConnectionType,
  DeletedItemType,
} from '../../access/deleted-items/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { ProjectLogEntryType } from '../../access/project-log/types.ts';
import { ruleCatalogue } from './rule-catalogue.ts';
import { countMatches, examinedMax } from './count-matches.ts';
import type { RuleInput } from './rule-check.ts';
import { actionList, predicateList } from './load-rules.ts';
import { bodyInWords } from './rule-text-format.ts';
import { listDeletedRules, restoreRule } from './restore-rule.ts';
import { createRule, deleteRule, moveRule, readRules, replaceRules, updateRule } from './rules.ts';
import {
  ListedRuleInputType,
  ProcessingRuleType,
  RuleActionInputType,
  RuleActionType,
  RuleCatalogueType,
  RuleMatchesType,
  RulePredicateInputType,
  RulePredicateType,
} from './types.ts';

builder.prismaObjectField(ProjectLogEntryType, 'body', (t) =>
  t.field({
    type: 'JSON',
    description:
      'Entry for archives. Its content depends on the action; `changes` and `details` have it with ' +
      'types. Rules are described in English. Contains no secrets.',
    select: { body: true },
    resolve: ({ body }) => bodyInWords(body),
  }),
);

refetchable(ProcessingRuleType, ({ app, actor }, ids, query) => readRules(app, actor, ids, query));

builder.prismaObjectFields(ProcessingRuleType, (t) => ({
  databaseId: t.exposeInt('id', { description: 'Database ID of the rule, as used in REST.' }),
  name: t.exposeString('name', {
    description: 'Name of the rule. Generated from its first condition and action unless one was given.',
  }),
  predicates: t.field({
    type: [RulePredicateType],
    description:
      'Conditions that must all be met. Without a condition on the status, the rule is applied ' +
      'once the text of the article is final.',
    select: { predicates: true },
    resolve: ({ predicates }) => predicateList.parse(predicates),
  }),
  actions: t.field({
    type: [RuleActionType],
    description: 'Actions, in order.',
    select: { actions: true },
    resolve: ({ actions }) => actionList.parse(actions),
  }),
  enabled: t.exposeBoolean('enabled', {
    description: 'Whether the rule is applied. A disabled rule stays in the list.',
  }),
  updatedAt: t.expose('updatedAt', {
    type: 'DateTime',
    description: 'When the rule was last changed. Moving it does not count.',
  }),
}));

builder.prismaObjectField(ProjectType, 'processingRules', (t) =>
  t.relation('processingRules', {
    description:
      'Processing rules in the order in which they are applied. Where two rules set the same thing, the later one wins.',
    query: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
  }),
);

builder.prismaObjectField(ProjectType, 'deletedProcessingRules', (t) =>
  t.connection(
    {
      type: DeletedItemType,
      nullable: true,
      description:
        'Deleted processing rules that can be restored, most recently deleted first. Null if the ' +
        "caller can't restore them.",
      complexity: pageCost(5),
      resolve: ({ id }, args, context) =>
        deletedConnection(args, context, (page) => listDeletedRules(context.app, context.actor, id, page)),
    },
    DeletedItemsConnectionType,
  ),
);

builder.prismaObjectField(ProjectType, 'ruleMatches', (t) =>
  t.field({
    type: RuleMatchesType,
    complexity: 1_000,
    description: `How many of the newest ${examinedMax} articles a rule with these conditions would be applied to.`,
    args: {
      predicates: t.arg({
        type: [RulePredicateInputType],
        description: 'Conditions that must all be met: 1 to 20.',
      }),
    },
    select: { id: true },
    resolve: ({ id }, { predicates }, { app, actor }) =>
      countMatches(app, actor, id, predicates.map(predicateOf)),
  }),
);

builder.queryField('ruleCatalogue', (t) =>
  t.field({
    type: RuleCatalogueType,
    description: 'The rule catalog. Requires credentials.',
    resolve: (_, __, { app, actor }) => ruleCatalogue(app, actor),
  }),
);

interface GivenRule {
  name?: string | null | undefined;
  predicates: { operator: string; subject: string; value?: string | null | undefined }[];
  actions: { action: string; values?: string[] | null | undefined }[];
}

const predicateOf = ({ operator, subject, value }: GivenRule['predicates'][number]) => ({
  operator,
  subject,
  value: value ?? '',
});

const ruleOf = ({ name, predicates, actions }: GivenRule): RuleInput => ({
  name: name ?? '',
  predicates: predicates.map(predicateOf),
  actions: actions.map(({ action, values }) => ({ action, values: values ?? [] })),
});

const needs = "Requires the `AUDIO_RULES` feature and permission to change the project's settings.";
const keys = 'Field errors are reported under paths such as `predicates.0` and `actions.1`.';
const nameDescription =
  'At most 255 characters. If it is blank, omitted or `Title`, it is generated from the first condition and action.';

builder.relayMutationField(
  'createProcessingRule',
  {
    description: `The new rule. ${keys}`,
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      name: t.string({ required: false, description: nameDescription }),
      predicates: t.field({
        type: [RulePredicateInputType],
        description: 'Conditions that must all be met: 1 to 20.',
      }),
      actions: t.field({ type: [RuleActionInputType], description: 'Actions: 1 to 20.' }),
    }),
  },
  {
    description: `Adds a rule after the existing ones. A project can have at most 100. ${needs}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: (_, { input }, { app, actor }) =>
      createRule(app, actor, { projectId: databaseId('Project', input.project), ...ruleOf(input) }),
  },
  {
    name: 'CreateProcessingRuleSuccess',
    description: 'The rule has been added.',
    outputFields: (t) => ({
      rule: t.expose('rule', { type: ProcessingRuleType, description: 'The new rule.' }),
      project: t.expose('project', { type: ProjectType, description: 'The updated project.' }),
    }),
  },
);

builder.relayMutationField(
  'updateProcessingRule',
  {
    description: `The new content of a rule. ${keys}`,
    inputFields: (t) => ({
      id: t.id({ description: 'Global ID or database ID of the rule.' }),
      name: t.string({ required: false, description: nameDescription }),
      predicates: t.field({
        type: [RulePredicateInputType],
        description: 'Conditions that must all be met: 1 to 20.',
      }),
      actions: t.field({ type: [RuleActionInputType], description: 'Actions: 1 to 20.' }),
      enabled: t.boolean({
        required: false,
        description: 'Whether the rule is applied. Omit it to leave it unchanged.',
      }),
    }),
  },
  {
    description:
      'Replaces the content of a rule, and can switch it on and off. A voice or sound that the rule already used may stay, even if it no ' +
      `longer exists. ${needs} Without the feature, rules can only be switched off.`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({
      rule: await updateRule(app, actor, {
        id: databaseId('ProcessingRule', input.id),
        ...ruleOf(input),
        enabled: input.enabled,
      }),
    }),
  },
  {
    name: 'UpdateProcessingRuleSuccess',
    description: 'The rule has been updated.',
    outputFields: (t) => ({
      rule: t.expose('rule', { type: ProcessingRuleType, description: 'The updated rule.' }),
    }),
  },
);

builder.relayMutationField(
  'deleteProcessingRule',
  {
    description: 'The rule to delete.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the rule.' }) }),
  },
  {
    description:
      "Deletes a rule. It can be restored for some days. Requires permission to change the project's settings.",
    errors: { types: [...accessErrors] },
    resolve: async (_, { input }, { app, actor }) => {
      const id = databaseId('ProcessingRule', input.id);
      return { id, project: await deleteRule(app, actor, id) };
    },
  },
  {
    name: 'DeleteProcessingRuleSuccess',
    description: 'The rule has been deleted.',
    outputFields: (t) => ({
      project: t.expose('project', {
        type: ProjectType,
        description: 'The project that the rule belonged to.',
      }),
      deletedId: t.globalID({
        description: 'Global ID of the deleted rule.',
        resolve: ({ id }) => ({ id, type: 'ProcessingRule' }),
      }),
    }),
  },
);

builder.relayMutationField(
  'restoreProcessingRule',
  {
    description: 'The deleted rule.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the rule.' }) }),
  },
  {
    description:
      'Restores a deleted rule as it was, in its old position. If it is not deleted, the result is ' +
      "a `ConflictError`. Requires permission to change the project's settings.",
    errors: { types: [...accessErrors, ConflictError, ValidationError] },
    resolve: (_, { input }, { app, actor }) =>
      restoreRule(app, actor, databaseId('ProcessingRule', input.id)),
  },
  {
    name: 'RestoreProcessingRuleSuccess',
    description: 'The rule has been restored.',
    outputFields: (t) => ({
      rule: t.expose('rule', { type: ProcessingRuleType, description: 'The rule.' }),
      project: t.expose('project', {
        type: ProjectType,
        description: 'The project, with its rules in order.',
      }),
    }),
  },
);

builder.relayMutationField(
  'moveProcessingRule',
  {
    description: 'The rule and its new position.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global ID or database ID of the rule.' }),
      position: t.int({
        description: 'New position, counted from 0. Larger numbers move the rule to the end.',
      }),
    }),
  },
  {
    description: `Moves a rule to another position in its project. ${needs}`,
    errors: { types: [...accessErrors] },
    resolve: async (_, { input: { id, position } }, { app, actor }) => ({
      project: await moveRule(app, actor, { id: databaseId('ProcessingRule', id), position }),
    }),
  },
  {
    name: 'MoveProcessingRuleSuccess',
    description: 'The rule has been moved.',
    outputFields: (t) => ({
      project: t.expose('project', {
        type: ProjectType,
        description: 'The project with the reordered rules.',
      }),
    }),
  },
);

builder.relayMutationField(
  'replaceProcessingRules',
  {
    description:
      'All rules of a project. Field errors are reported under paths such as `rules.2.predicates.0`.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      rules: t.field({
        type: [ListedRuleInputType],
        description: 'Rules in the order in which they are applied; at most 100.',
      }),
    }),
  },
  {
    description:
      'Replaces all rules of a project; either all changes are made or none. Rules with an ID are updated, rules without one are added, ' +
      `and rules that are not listed are deleted. ${needs} Without the feature, rules can only be deleted.`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input: { project, rules } }, { app, actor }) => ({
      project: await replaceRules(app, actor, {
        projectId: databaseId('Project', project),
        rules: rules.map((rule) => ({ ...ruleOf(rule), id: idOf(rule.id) })),
      }),
    }),
  },
  {
    name: 'ReplaceProcessingRulesSuccess',
    description: 'The rules have been replaced.',
    outputFields: (t) => ({
      project: t.expose('project', { type: ProjectType, description: 'The updated project.' }),
    }),
  },
);

/** What is no id at all is as wrong as that of a rule that is not there. */
function idOf(id: string | number | null | undefined): number | null {
  if (id === null || id === undefined) return null;
  try {
    return databaseId('ProcessingRule', id);
  } catch {
    return 0;
  }
}
