import { SourceType } from '../../../prisma/generated/client/enums.ts';
import { builder } from '../../graphql/builder.ts';
import type { NewSource } from './new-source.ts';

/** GraphQL types that other areas lead to. */
export const ArticleSourceType = builder.prismaObject('Source', {
  description: 'Where a project has its articles from. Seen by all who may read the project.',
  select: { id: true },
});

export const SourceTypeType = builder.enumType('SourceType', {
  description: 'Where a project has its articles from.',
  values: {
    [SourceType.rss]: { description: 'A feed: RSS, Atom or JSON Feed.' },
    [SourceType.api]: { description: "A publisher's program, with a key that reads and writes." },
    [SourceType.api_readonly]: { description: 'A program with a key that reads only.' },
    [SourceType.parser]: { description: 'A website, whose articles are found and read.' },
    [SourceType.manual]: { description: 'People who write them here.' },
  } as const,
});

export const ApiKeyType = builder.objectRef<NewSource>('ApiKey').implement({
  description: 'A source and its key, which nobody can read again.',
  fields: (t) => ({
    source: t.expose('source', { type: ArticleSourceType, description: 'Whose key.' }),
    apiKey: t.string({ description: 'The credential, for `Authorization: Bearer`.', resolve: ({ apiKey }) => apiKey! }),
  }),
});

export const SourceInputType = builder.inputType('SourceInput', {
  description: 'Where a new project has its articles from.',
  fields: (t) => ({
    type: t.field({ type: SourceTypeType, description: 'How articles come in.' }),
    url: t.string({ required: false, description: "Of the feed (rss), or of the website's main page (parser)." }),
  }),
});
