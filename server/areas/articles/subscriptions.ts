import { builder } from '../../graphql/builder.ts';
import { databaseId } from '../../graphql/ids.ts';
import { ArticleType } from './types.ts';
import { watchArticle, watchProjectArticles, type ArticleEvent } from './watch.ts';

const ArticleEventKindType = builder.enumType('ArticleEventKind', {
  description: 'What happened.',
  values: {
    added: { description: 'It is new.' },
    changed: { description: 'Anything of it, its status too; also how it stands when watching begins.' },
    deleted: { description: 'It is gone.' },
  } as const,
});

const ArticleEventType = builder.objectRef<ArticleEvent>('ArticleEvent').implement({
  description: 'Something that happened to an article.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ArticleEventKindType, description: 'What happened.' }),
    article: t.expose('article', { type: ArticleType, nullable: true, description: 'As it is now; null: deleted.' }),
    deletedId: t.globalID({
      nullable: true,
      description: 'Its global id; null unless it is deleted.',
      resolve: ({ kind, articleId }) => (kind === 'deleted' ? { id: articleId, type: 'Article' } : null),
    }),
  }),
});

builder.subscriptionFields((t) => ({
  projectArticles: t.field({
    type: ArticleEventType,
    description: 'Every article of a project: added, changed, deleted. How the newest and the unfinished ones stand comes first.',
    args: { project: t.arg.id({ description: 'Global or database id.' }) },
    subscribe: (_, { project }, { app, actor }) => watchProjectArticles(app, actor, databaseId('Project', project)),
    resolve: (event) => event,
  }),
  article: t.field({
    type: ArticleEventType,
    description: 'One article, until it is deleted. How it stands comes first.',
    args: { id: t.arg.id({ description: 'Global or database id.' }) },
    subscribe: (_, { id }, { app, actor }) => watchArticle(app, actor, databaseId('Article', id)),
    resolve: (event) => event,
  }),
}));
