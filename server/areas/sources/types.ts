import type { Source } from '../../../prisma/generated/client/client.ts';
import { SourceType } from '../../../prisma/generated/client/enums.ts';
import { builder } from '../../graphql/builder.ts';

/** GraphQL types that other areas lead to. */
export const ArticleSourceType = builder.objectRef<Source>('Source');

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
