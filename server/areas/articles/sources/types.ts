import { SourceType } from '../../../../prisma/generated/client/enums.ts';
import { builder } from '../../../graphql/builder.ts';
import type { NewSource } from './new-source.ts';

/** GraphQL types that other areas lead to. */
export const ArticleSourceType = builder.prismaObject('Source', {
  description: "Where a project's articles come from. Visible to everyone who can read the project.",
  select: { id: true },
});

export const SourceTypeType = builder.enumType('SourceType', {
  description: 'How articles are added to a project.',
  values: {
    [SourceType.rss]: { description: 'A feed: RSS, Atom or JSON Feed.' },
    [SourceType.api]: { description: 'An API client of the publisher, with a key that can read and write.' },
    [SourceType.api_readonly]: { description: 'An API client with a key that can only read.' },
    [SourceType.parser]: { description: 'A website whose articles are found and read automatically.' },
    [SourceType.manual]: { description: 'Articles are written in the dashboard.' },
  } as const,
});

export const ApiKeyType = builder
  .objectRef<NewSource>('ApiKey')
  .implement({
    description: "A source and its key. The key can't be shown again.",
    fields: (t) => ({
      source: t.expose('source', {
        type: ArticleSourceType,
        description: 'The source that the key belongs to.',
      }),
      apiKey: t.string({
        description: 'The key, for `Authorization: Bearer`.',
        resolve: ({ apiKey }) => apiKey!,
      }),
    }),
  });

export const SourceInputType = builder.inputType('SourceInput', {
  description: 'A source of a new project.',
  fields: (t) => ({
    type: t.field({ type: SourceTypeType, description: 'How articles are added.' }),
    url: t.field({
      type: 'URL',
      required: false,
      description: "URL of the feed (`RSS`), or of the website's main page (`PARSER`).",
    }),
  }),
});
