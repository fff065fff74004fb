import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../../graphql/builder.ts';
import { codeDescription, parametersDescription } from '../../../graphql/scalars.ts';
import { wordsEnum } from '../../../graphql/words-enum.ts';
import { ArticleType } from '../../articles/articles/types.ts';
import { ChannelObjectType } from '../channels/types.ts';
import { publicationStates } from './publication-facts.ts';
import { readPublications, type Publication } from './publications.ts';

const StateType = builder.enumType('PublicationState', {
  description: 'State of an article in a channel.',
  values: wordsEnum(publicationStates),
});

const PublicationType = builder.objectRef<Publication>('ArticlePublication').implement({
  description: 'State of an article in a channel of its project, based on what the channel publishes now.',
  fields: (t) => ({
    channel: t.field({
      type: ChannelObjectType,
      description: 'The channel.',
      // It is read with what the answer asks of it.
      resolve: ({ channel }) => channel as never,
    }),
    state: t.expose('state', { type: StateType, description: 'State in the channel.' }),
    isTeaser: t.exposeBoolean('isTeaser', { description: 'Whether only its teaser plays there.' }),
    publishedAt: t.expose('publishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was published there. Null if it was not, or if unknown.',
    }),
    message: t.string({ description: 'Reason for the state.', resolve: ({ reason }) => reason.message }),
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
    description: "State of the article in each of its project's channels, oldest channel first.",
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
