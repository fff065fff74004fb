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
    'Which articles of a project, as the arguments of `Project.articles`. Omitted fields do not filter.',
  fields: (t) => ({
    search: t.string({
      required: false,
      description: 'Text to find in the title, regardless of accents and case.',
    }),
    dateFrom: t.field({
      type: 'Date',
      required: false,
      description: 'First day on which the articles were added.',
    }),
    dateTo: t.field({
      type: 'Date',
      required: false,
      description: 'Last day on which the articles were added.',
    }),
    timeZone: t.string({
      required: false,
      description:
        "IANA name of the time zone of these days. By default the one of the caller's profile, otherwise UTC.",
    }),
    status: t.field({
      type: ArticleStatusType,
      required: false,
      description: 'Only articles with this status.',
    }),
    qaStatus: t.field({
      type: ArticleQaFilterType,
      required: false,
      description: 'Only articles with this status of review.',
    }),
    label: t.string({ required: false, description: 'Only articles with this label.' }),
  }),
});

const QuoteType = builder
  .objectRef<SelectionQuote>('ArticleSelection')
  .implement({
    description: 'Selected articles, before something is done with all of them.',
    fields: (t) => ({
      count: t.exposeInt('count', {
        description: 'Number of articles. This is the `expectedCount` of a mutation.',
      }),
      characters: t.float({
        description:
          'Characters of their titles and texts, at most charged for voicing them again. Estimated for more than 20,000 articles.',
        resolve: ({ characters }) => characters,
      }),
      cost: t.exposeFloat('cost', {
        description:
          "Cost of as many characters with the project's voice, in EUR. Audio that already exists is not charged again.",
      }),
    }),
  });

builder.prismaObjectField(ProjectType, 'articleSelection', (t) =>
  t.field({
    type: QuoteType,
    complexity: 100,
    description:
      'How many articles are selected, and what voicing them again costs at most. By default all of the project.',
    args: {
      articles: t.arg.idList({
        required: false,
        description: `Global IDs or database IDs of at most ${stepMax} articles.`,
      }),
      filter: t.arg({
        type: FilterType,
        required: false,
        description: 'All articles that match it. Instead of `articles`.',
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
      'An article whose labels were changed. What was added is removed again, and what was removed added, to undo it.',
    fields: (t) => ({
      articleId: t.globalID({
        description: 'Global ID of the article.',
        resolve: ({ articleId }) => ({ id: articleId, type: 'Article' }),
      }),
      added: t.exposeStringList('added', { description: 'Labels that it did not have before.' }),
      removed: t.exposeStringList('removed', { description: 'Labels that it has no more.' }),
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
  `At most ${stepMax} articles per call, newest first, all or none of them: articles that cannot be changed are told in \`failed\`. With a ` +
  'filter, repeat the call with the `after` that it answers until that is null. Requires write access to the project.';

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
      "Voices articles again with the project's current rules and settings. Audio that already exists is not charged again; " +
      '`Project.articleSelection` tells what it costs at most.',
    isGone: false,
    done: 'The articles are being voiced again.',
  },
  {
    verb: 'label',
    act: labelArticles,
    description: 'Adds labels to articles and removes labels.',
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
        filter: t.field({ type: FilterType, required: false, description: 'All articles that match it.' }),
        expectedCount: t.int({
          required: false,
          description:
            'How many the filter matches, as `Project.articleSelection` says. If it is another number, nothing is changed.',
        }),
        after: t.string({
          required: false,
          description: 'The `after` of the call before. Then the number is not checked again.',
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
          description: 'Where the next call goes on. Null when there are no more.',
          resolve: ({ next }) => next,
        }),
        ...(verb === 'label' && {
          relabelled: t.field({
            type: [RelabelledType],
            description:
              'The articles that have other labels now than before, and which. A duplicate that was labelled no longer follows its original, also once its labels are as before.',
            resolve: ({ relabelled = [] }) => relabelled,
          }),
        }),
        ...(isGone
          ? {
              deletedIds: t.field({
                type: ['ID'],
                description:
                  'Global IDs of the deleted articles, the newest first: in the opposite order `restoreArticles` takes them, originals before their duplicates.',
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
        description: `Global IDs or database IDs of at most ${restoredMax} articles. An original goes before or with its duplicates.`,
      }),
    }),
  },
  {
    description:
      'Brings deleted articles back as they were, as `restoreArticle` does, all or none of them: articles that are not deleted, or of ' +
      'which nothing is left, are told in `failed`. Requires write access to the project.',
    errors: { types: [...accessErrors, ValidationError] },
    resolve: (_, { input: { project, articles } }, { app, actor }) =>
      restoreArticles(app, actor, {
        projectId: databaseId('Project', project),
        articles: articles.map((one) => databaseId('Article', one)),
      }),
  },
  {
    name: 'RestoreArticlesSuccess',
    description: 'The articles are there again.',
    outputFields: (t) => ({
      count: t.int({
        description: 'Number of articles that were brought back.',
        resolve: ({ done }) => done.length,
      }),
      failed: t.field({
        type: [FailureType],
        description: 'Articles that were left unchanged.',
        resolve: ({ failed }) => failed,
      }),
    }),
  },
);
