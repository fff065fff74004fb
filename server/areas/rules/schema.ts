import { builder } from '../../graphql/builder.ts';
import { databaseId } from '../../graphql/ids.ts';
import { refetchable } from '../../graphql/refetchable.ts';
import { ProjectType } from '../projects/types.ts';
import { ruleCatalogue } from './catalogue.ts';
import type { RuleInput } from './check.ts';
import { actionList, predicateList } from './load.ts';
import { createRule, deleteRule, moveRule, readRule, replaceRules, updateRule } from './rules.ts';
import { ListedRuleInputType, ProcessingRuleType, RuleActionInputType, RuleActionType, RuleCatalogueType, RulePredicateInputType, RulePredicateType } from './types.ts';

refetchable(ProcessingRuleType, ({ app, actor }, id, query) => readRule(app, actor, id, query));

builder.prismaObjectFields(ProcessingRuleType, (t) => ({
  databaseId: t.exposeInt('id', { description: 'The id in REST.' }),
  name: t.exposeString('name', { description: 'As its editors named it, or made of its first condition and action.' }),
  predicates: t.field({
    type: [RulePredicateType],
    description: 'Conditions; all must hold. Without one on the status the rule is applied when the text is final.',
    select: { predicates: true },
    resolve: ({ predicates }) => predicateList.parse(predicates),
  }),
  actions: t.field({ type: [RuleActionType], description: 'What it does, in this order.', select: { actions: true }, resolve: ({ actions }) => actionList.parse(actions) }),
  updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed; to be moved is no change.' }),
}));

builder.prismaObjectField(ProjectType, 'processingRules', (t) =>
  t.relation('processingRules', {
    description: 'What is done with its articles, in the order in which the rules are applied: of two that set the same, the later one counts.',
    query: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
  }),
);

builder.queryField('ruleCatalogue', (t) =>
  t.field({ type: RuleCatalogueType, description: 'What rules can be made of. Needs credentials.', resolve: (_, __, { actor }) => ruleCatalogue(actor) }),
);

interface GivenRule {
  name?: string | null | undefined;
  predicates: { operator: string; subject: string; value?: string | null | undefined }[];
  actions: { action: string; values?: string[] | null | undefined }[];
}

const ruleOf = ({ name, predicates, actions }: GivenRule): RuleInput => ({
  name: name ?? '',
  predicates: predicates.map(({ operator, subject, value }) => ({ operator, subject, value: value ?? '' })),
  actions: actions.map(({ action, values }) => ({ action, values: values ?? [] })),
});

const needs = 'Needs the right to change the settings of the project, and the feature audio-rules.';
const keys = 'What is wrong is told as `predicates.0`, `actions.1`.';
const nameDescription = 'Blank, absent or `Title`: made of the first condition and the first action. At most 255 characters.';

builder.relayMutationField(
  'createProcessingRule',
  {
    description: `What the rule is to be. ${keys}`,
    inputFields: (t) => ({
      projectId: t.id({ description: 'Global or database id.' }),
      name: t.string({ required: false, description: nameDescription }),
      predicates: t.field({ type: [RulePredicateInputType], description: '1 to 20; all must hold.' }),
      actions: t.field({ type: [RuleActionInputType], description: '1 to 20.' }),
    }),
  },
  {
    description: `Adds a rule after the others; at most 100. ${needs}`,
    errors: {},
    resolve: (_, { input }, { app, actor }) => createRule(app, actor, { projectId: databaseId('Project', input.projectId), ...ruleOf(input) }),
  },
  {
    name: 'CreateProcessingRuleSuccess',
    description: 'The rule is there.',
    outputFields: (t) => ({
      rule: t.expose('rule', { type: ProcessingRuleType, description: 'The new rule.' }),
      project: t.expose('project', { type: ProjectType, description: 'Its project.' }),
    }),
  },
);

builder.relayMutationField(
  'updateProcessingRule',
  {
    description: `What the rule is to be from now on. ${keys}`,
    inputFields: (t) => ({
      id: t.id({ description: 'Global or database id.' }),
      name: t.string({ required: false, description: nameDescription }),
      predicates: t.field({ type: [RulePredicateInputType], description: '1 to 20; all must hold.' }),
      actions: t.field({ type: [RuleActionInputType], description: '1 to 20.' }),
    }),
  },
  {
    description: `Changes a rule, the whole of it. A voice or sound that it had may stay though it has gone. ${needs}`,
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({ rule: await updateRule(app, actor, { id: databaseId('ProcessingRule', input.id), ...ruleOf(input) }) }),
  },
  {
    name: 'UpdateProcessingRuleSuccess',
    description: 'The rule is changed.',
    outputFields: (t) => ({ rule: t.expose('rule', { type: ProcessingRuleType, description: 'As it is now.' }) }),
  },
);

builder.relayMutationField(
  'deleteProcessingRule',
  { description: 'Which rule.', inputFields: (t) => ({ id: t.id({ description: 'Global or database id.' }) }) },
  {
    description: 'Takes a rule away. Needs the right to change the settings of the project.',
    errors: {},
    resolve: async (_, { input }, { app, actor }) => {
      const id = databaseId('ProcessingRule', input.id);
      return { id, project: await deleteRule(app, actor, id) };
    },
  },
  {
    name: 'DeleteProcessingRuleSuccess',
    description: 'The rule is gone.',
    outputFields: (t) => ({
      project: t.expose('project', { type: ProjectType, description: 'The project that had it.' }),
      deletedId: t.globalID({ description: 'Its global id.', resolve: ({ id }) => ({ id, type: 'ProcessingRule' }) }),
    }),
  },
);

builder.relayMutationField(
  'moveProcessingRule',
  {
    description: 'Which rule, and where to.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global or database id.' }),
      position: t.int({ description: 'Counted from 0; beyond the end is the end.' }),
    }),
  },
  {
    description: `Puts a rule at another place among those of its project. ${needs}`,
    errors: {},
    resolve: async (_, { input: { id, position } }, { app, actor }) => ({ project: await moveRule(app, actor, { id: databaseId('ProcessingRule', id), position }) }),
  },
  {
    name: 'MoveProcessingRuleSuccess',
    description: 'The rules are in the new order.',
    outputFields: (t) => ({ project: t.expose('project', { type: ProjectType, description: 'Whose rules they are.' }) }),
  },
);

builder.relayMutationField(
  'replaceProcessingRules',
  {
    description: 'All rules that the project is to have. What is wrong is told as `rules.2.predicates.0`.',
    inputFields: (t) => ({
      projectId: t.id({ description: 'Global or database id.' }),
      rules: t.field({ type: [ListedRuleInputType], description: 'In the order in which they are applied; at most 100.' }),
    }),
  },
  {
    description: `Puts a list in the place of a project's rules, all or nothing: those with an id are changed, those without are added, those that are missing are taken away. ${needs} Without the feature rules can only be taken away.`,
    errors: {},
    resolve: async (_, { input: { projectId, rules } }, { app, actor }) => ({
      project: await replaceRules(app, actor, { projectId: databaseId('Project', projectId), rules: rules.map((rule) => ({ ...ruleOf(rule), id: idOf(rule.id) })) }),
    }),
  },
  {
    name: 'ReplaceProcessingRulesSuccess',
    description: 'The project has these rules.',
    outputFields: (t) => ({ project: t.expose('project', { type: ProjectType, description: 'Whose rules they are.' }) }),
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
