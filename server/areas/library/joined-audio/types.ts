import { builder } from '../../../graphql/builder.ts';
import { globalIdOf } from '../../../graphql/ids.ts';
import type { JoinedChapter } from './joined-audio.ts';

/** GraphQL types that other areas lead to. */
export const ChapterType = builder
  .objectRef<JoinedChapter>('Chapter')
  .implement({
    description: 'A part of a file that was joined of several.',
    fields: (t) => ({
      startMs: t.exposeFloat('startMs', {
        description: 'Where it begins, in milliseconds from the start of the file.',
      }),
      title: t.exposeString('title', { description: 'Title.' }),
      articleId: t.id({
        nullable: true,
        description: 'Global ID of the article that it reads, which may be deleted. Null when it reads none.',
        resolve: ({ articleId }) => globalIdOf('Article', articleId),
      }),
    }),
  });
