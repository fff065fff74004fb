import { builder } from '../../graphql/builder.ts';
import { databaseId } from '../../graphql/ids.ts';
import { createArticle, deleteArticle, recrawlArticle, retryArticle, updateArticle } from './articles.ts';
import { ArticleEdgeType, ArticleType } from './types.ts';

const needs = 'Needs the right to write in its project.';

builder.relayMutationField(
  'createArticle',
  {
    description: 'What to read aloud, and in which project.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global or database id.' }),
      title: t.string({ description: 'Not empty; at most 500 characters.' }),
      url: t.string({ required: false, description: 'Its page. The web player knows it by that.' }),
      text: t.string({ required: false, description: 'Paragraphs separated by blank lines. Empty: the page is read.' }),
      labels: t.stringList({ required: false, description: 'At most 50 of 100 characters.' }),
      guid: t.string({ required: false, description: "The article's id in your system: adding it again answers the article that is there." }),
    }),
  },
  {
    description: `Adds an article and begins to voice it. ${needs}`,
    errors: {},
    resolve: async (_, { input: { project, ...input } }, { app, actor }) => ({ article: await createArticle(app, actor, { ...input, projectId: databaseId('Project', project) }) }),
  },
  {
    name: 'CreateArticleSuccess',
    description: 'The article is there and will be voiced.',
    outputFields: (t) => ({
      article: t.expose('article', { type: ArticleType, description: 'The new article.' }),
      edge: t.expose('article', { type: ArticleEdgeType, description: 'The same, for lists.' }),
    }),
  },
);

builder.relayMutationField(
  'updateArticle',
  {
    description: 'What is absent stays.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global or database id.' }),
      title: t.string({ required: false, description: 'Not empty; at most 500 characters.' }),
      url: t.string({ required: false, description: 'Its page; null: none.' }),
      text: t.string({ required: false, description: 'Empty: the page is read again.' }),
      labels: t.stringList({ required: false, description: 'All of them; at most 50 of 100 characters.' }),
      rssAutoUpdate: t.boolean({ required: false, description: 'Whether it follows changes of its item in the feed.' }),
    }),
  },
  {
    description: `Changes an article. A new title or text is voiced anew, only what changed of it. ${needs}`,
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({ article: await updateArticle(app, actor, { ...input, id: databaseId('Article', input.id) }) }),
  },
  {
    name: 'UpdateArticleSuccess',
    description: 'The article is changed.',
    outputFields: (t) => ({ article: t.expose('article', { type: ArticleType, description: 'As it is now.' }) }),
  },
);

builder.relayMutationField(
  'deleteArticle',
  { description: 'Which article.', inputFields: (t) => ({ id: t.id({ description: 'Global or database id.' }) }) },
  {
    description: `Deletes an article for everybody; its feed does not bring it back. ${needs}`,
    errors: {},
    resolve: async (_, { input }, { app, actor }) => {
      const id = databaseId('Article', input.id);
      await deleteArticle(app, actor, id);
      return { id };
    },
  },
  {
    name: 'DeleteArticleSuccess',
    description: 'The article is gone.',
    outputFields: (t) => ({ deletedId: t.globalID({ description: 'Its global id.', resolve: ({ id }) => ({ id, type: 'Article' }) }) }),
  },
);

builder.relayMutationField(
  'recrawlArticle',
  { description: 'Which article.', inputFields: (t) => ({ id: t.id({ description: 'Global or database id.' }) }) },
  {
    description: `Asks for its page to be read again in a minute. ${needs}`,
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({ article: await recrawlArticle(app, actor, databaseId('Article', input.id)) }),
  },
  {
    name: 'RecrawlArticleSuccess',
    description: 'The page will be read.',
    outputFields: (t) => ({ article: t.expose('article', { type: ArticleType, description: 'With the time when it is due.' }) }),
  },
);

builder.relayMutationField(
  'retryArticle',
  { description: 'Which article.', inputFields: (t) => ({ id: t.id({ description: 'Global or database id.' }) }) },
  {
    description: `Tries an article again, now, that errored, was rejected or reached a limit. One that is ready or under way stays as it is. ${needs}`,
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({ article: await retryArticle(app, actor, databaseId('Article', input.id)) }),
  },
  {
    name: 'RetryArticleSuccess',
    description: 'It is tried again.',
    outputFields: (t) => ({ article: t.expose('article', { type: ArticleType, description: 'As it is now.' }) }),
  },
);
