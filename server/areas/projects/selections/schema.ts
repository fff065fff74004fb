import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { ArticleQaFilterType, ArticleStatusType, ArticleType } from '../../articles/articles/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { restoredMax, restoreArticles } from './restore-articles.ts';
import {
  deleteArticles,
  labelArticles,
  readSelection,
  revoiceArticles,
  stepMax,
  type SelectionOutcome,
  type RelabelledArticle,
  type SelectionQuote,
  type SelectionStep,
} from './selections.ts';
import { codeDescription, parametersDescription } from '../../../graphql/scalars.ts';

const FilterType = builder.inputType('ArticleFilterInput', {
  description:
    'Filter for articles of a project, with the arguments of `Project.articles`. Omitted fields ' +
    'do not filter.',
  fields: (t) => ({
    search: t.string({
      required: false,
      description: 'Text to find in the title, ignoring accents and case.',
    }),
    dateFrom: t.field({
      type: 'Date',
      required: false,
      description: 'Only articles added on or after this day.',
    }),
    dateTo: t.field({
      type: 'Date',
      required: false,
      description: 'Only articles added on or before this day.',
    }),
    timeZone: t.string({
      required: false,
      description:
        "IANA name of the time zone of these days, such as `Europe/Berlin`. Defaults to the caller's " +
        'profile, else UTC.',
    }),
    status: t.field({
      type: ArticleStatusType,
      required: false,
      description: 'Only articles with this status.',
    }),
    qaStatus: t.field({
      type: ArticleQaFilterType,
      required: false,
      description: 'Only articles with this review status.',
    }),
    label: t.string({ required: false, description: 'Only articles with this label.' }),
  }),
});

const QuoteType = builder
  .objectRef<SelectionQuote>('ArticleSelection')
  .implement({
    description: 'A selection of articles, before a bulk operation.',
    fields: (t) => ({
      count: t.exposeInt('count', {
        description: 'Number of articles. Send it as `expectedCount` of a mutation.',
      }),
      characters: t.float({
        description:
          'Maximum number of characters charged for regenerating titles and texts. Estimated for more ' +
          'than 20,000 articles.',
        resolve: ({ characters }) => characters,
      }),
      cost: t.exposeFloat('cost', {
        description:
          "Cost of these characters with the project's voice, in EUR. Existing audio is not charged " +
          'again.',
      }),
    }),
  });

builder.prismaObjectField(ProjectType, 'articleSelection', (t) =>
  t.field({
    type: QuoteType,
    complexity: 100,
    description:
      'Number of selected articles, and the maximum cost of regenerating their audio. Defaults to ' +
      'all articles of the project.',
    args: {
      articles: t.arg.idList({
        required: false,
        description: `Global IDs or database IDs of at most ${stepMax} articles.`,
      }),
      filter: t.arg({
        type: FilterType,
        required: false,
        description: 'All articles that match this filter. Use it instead of `articles`.',
      }),
    },
    select: { id: true },
    resolve: ({ id }, { articles, filter }, { app, actor }) =>
      readSelection(app, actor, {
        projectId: id,
        articles: articles?.map((one) => databaseId('Article', one)),
        filter,
      }),
  }),
);

const FailureType = builder
  .objectRef<SelectionOutcome['failed'][number]>('ArticleFailure')
  .implement({
    description: 'An article that was left unchanged.',
    fields: (t) => ({
      articleId: t.globalID({
        description: 'Global ID of the article.',
        resolve: ({ articleId }) => ({ id: articleId, type: 'Article' }),
      }),
      message: t.exposeString('message', {
        description: 'Why it was left unchanged, in an English sentence.',
      }),
      code: t.exposeString('code', { description: codeDescription }),
      parameters: t.expose('parameters', { type: 'MessageParameters', description: parametersDescription }),
    }),
  });

const RelabelledType = builder
  .objectRef<RelabelledArticle>('RelabelledArticle')
  .implement({
    description:
      'An article whose labels were changed. To undo, remove the added labels and add the removed ' + 'ones.',
    fields: (t) => ({
      articleId: t.globalID({
        description: 'Global ID of the article.',
        resolve: ({ articleId }) => ({ id: articleId, type: 'Article' }),
      }),
      added: t.exposeStringList('added', { description: 'Labels that were added.' }),
      removed: t.exposeStringList('removed', { description: 'Labels that were removed.' }),
    }),
  });

interface StepInput {
  project: string | number;
  articles?: readonly (string | number)[] | null | undefined;
  filter?: SelectionStep['filter'];
  expectedCount?: number | null | undefined;
  after?: string | null | undefined;
}

const stepOf = ({ project, articles, ...rest }: StepInput): SelectionStep => ({
  ...rest,
  projectId: databaseId('Project', project),
  articles: articles?.map((one) => databaseId('Article', one)),
});

const step =
  `Up to ${stepMax} articles per call, newest first. Either all are changed or none: articles that can’t be changed are listed in \`failed\`. With a ` +
  'filter, repeat the call with the returned `after` until it is null. Requires write access to the project.';

for (const { verb, act, description, isGone, done } of [
  {
    verb: 'delete',
    act: deleteArticles,
    description: 'Deletes articles.',
    isGone: true,
    done: 'The articles have been deleted.',
  },
  {
    verb: 'revoice',
    act: revoiceArticles,
    description:
      "Regenerates audio of articles with the project's current rules and settings. Existing audio " +
      'is not charged again; `Project.articleSelection` returns the maximum cost.',
    isGone: false,
    done: 'The articles are being regenerated.',
  },
  {
    verb: 'label',
    act: labelArticles,
    description: 'Adds and removes labels of articles.',
    isGone: false,
    done: 'The articles are labelled.',
  },
] as const) {
  builder.relayMutationField(
    `${verb}Articles`,
    {
      description: 'Articles of a project: either `articles`, or all that match `filter`.',
      inputFields: (t) => ({
        project: t.id({ description: 'Global ID or database ID of the project.' }),
        articles: t.idList({
          required: false,
          description: `Global IDs or database IDs of at most ${stepMax} articles.`,
        }),
        filter: t.field({
          type: FilterType,
          required: false,
          description: 'All articles that match this filter.',
        }),
        expectedCount: t.int({
          required: false,
          description:
            'Number of articles that the filter matches, from `Project.articleSelection`. If it differs, ' +
            'nothing is changed.',
        }),
        after: t.string({
          required: false,
          description: '`after` from the previous call. The number is then not checked again.',
        }),
        ...(verb === 'label' && {
          add: t.stringList({ required: false, description: 'Labels to add.' }),
          remove: t.stringList({ required: false, description: 'Labels to remove.' }),
        }),
      }),
    },
    {
      description: `${description} ${step}`,
      errors: { types: [...accessErrors, ValidationError] },
      resolve: (_, { input }, { app, actor }) => {
        const { add, remove, ...rest } = input as StepInput & {
          add?: string[] | null;
          remove?: string[] | null;
        };
        return act(app, actor, { ...stepOf(rest), add, remove });
      },
    },
    {
      name: `${verb.charAt(0).toUpperCase()}${verb.slice(1)}ArticlesSuccess`,
      description: done,
      outputFields: (t) => ({
        count: t.int({
          description: 'Number of articles that were changed.',
          resolve: ({ done }) => done.length,
        }),
        failed: t.field({
          type: [FailureType],
          description: 'Articles that were left unchanged.',
          resolve: ({ failed }) => failed,
        }),
        after: t.string({
          nullable: true,
          description: 'Cursor for the next call. Null if there are no more articles.',
          resolve: ({ next }) => next,
        }),
        ...(verb === 'label' && {
          relabelled: t.field({
            type: [RelabelledType],
            description:
              'Articles whose labels were changed, with the changes. A duplicate whose labels were changed ' +
              'no longer follows its original, even if its labels are changed back.',
            resolve: ({ relabelled = [] }) => relabelled,
          }),
        }),
        ...(isGone
          ? {
              deletedIds: t.field({
                type: ['ID'],
                description:
                  'Global IDs of the deleted articles, newest first. Pass them to `restoreArticles` in reverse ' +
                  'order, so that originals come before their duplicates.',
                resolve: ({ done }) =>
                  done
                    .toSorted((one, other) => other - one)
                    .map((id) => Buffer.from(`Article:${id}`).toString('base64')),
              }),
            }
          : {
              articles: t.prismaField({
                type: [ArticleType],
                complexity: { field: 100, multiplier: 1 },
                description: 'The changed articles.',
                resolve: (query, { done }, _, { app }) =>
                  app.db.prisma.article.findMany({ ...query, where: { id: { in: done } } }),
              }),
            }),
      }),
    },
  );
}

builder.relayMutationField(
  'restoreArticles',
  {
    description: 'Deleted articles of a project.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      articles: t.idList({
        description: `Global IDs or database IDs of at most ${restoredMax} articles. Restore an original before its duplicates or together with them.`,
      }),
    }),
  },
  {
    description:
      'Restores deleted articles as `restoreArticle` does, either all or none. Articles that are ' +
      'not deleted or can no longer be restored are listed in `failed`. Requires write access to ' +
      'the project.',
    errors: { types: [...accessErrors, ValidationError] },
    resolve: (_, { input: { project, articles } }, { app, actor }) =>
      restoreArticles(app, actor, {
        projectId: databaseId('Project', project),
        articles: articles.map((one) => databaseId('Article', one)),
      }),
  },
  {
    name: 'RestoreArticlesSuccess',
    description: 'The articles have been restored.',
    outputFields: (t) => ({
      count: t.int({ description: 'Number of restored articles.', resolve: ({ done }) => done.length }),
      failed: t.field({
        type: [FailureType],
        description: 'Articles that were left unchanged.',
        resolve: ({ failed }) => failed,
      }),
    }),
  },
);
