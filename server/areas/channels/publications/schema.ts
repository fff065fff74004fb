import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../../graphql/builder.ts';
import { codeDescription, parametersDescription } from '../../../graphql/scalars.ts';
import { wordsEnum } from '../../../graphql/words-enum.ts';
import { ArticleType } from '../../articles/articles/types.ts';
import { ChannelObjectType } from '../channels/types.ts';
import { publicationStates } from './publication-facts.ts';
import { readPublications, type Publication } from './publications.ts';

const StateType = builder.enumType('PublicationState', {
  description: 'Where an article is with a channel.',
  values: wordsEnum(publicationStates),
});

const PublicationType = builder.objectRef<Publication>('ArticlePublication').implement({
  description:
    'Where an article is with a channel of its project, by what the channel puts out at this moment.',
  fields: (t) => ({
    channel: t.field({
      type: ChannelObjectType,
      description: 'The channel.',
      // It is read with what the answer asks of it.
      resolve: ({ channel }) => channel as never,
    }),
    state: t.expose('state', { type: StateType, description: 'Whether it is there.' }),
    isTeaser: t.exposeBoolean('isTeaser', { description: 'Whether only its teaser is heard there.' }),
    publishedAt: t.expose('publishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it is there. Null if it is not, or if that is not known.',
    }),
    message: t.string({
      description: 'Why it is there, or why not.',
      resolve: ({ reason }) => reason.message,
    }),
    code: t.string({ description: codeDescription, resolve: ({ reason }) => reason.code }),
    parameters: t.field({
      type: 'MessageParameters',
      description: parametersDescription,
      resolve: ({ reason }) => reason.parameters,
    }),
  }),
});

builder.prismaObjectField(ArticleType, 'publications', (t) =>
  t.field({
    type: [PublicationType],
    complexity: { field: 200, multiplier: 10 },
    description: "Where the article is with each of its project's channels, oldest channel first.",
    select: { id: true, projectId: true },
    resolve: (article, _, context, info) =>
      readPublications(
        context.app,
        article,
        queryFromInfo({
          context,
          info,
          typeName: 'Channel',
          path: ['channel'],
          select: { id: true, type: true, settings: true },
        }),
      ),
  }),
);
