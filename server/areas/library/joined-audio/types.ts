import { builder } from '../../../graphql/builder.ts';
import { globalIdOf } from '../../../graphql/ids.ts';
import type { JoinedChapter } from './joined-audio.ts';

/** GraphQL types that other areas lead to. */
export const ChapterType = builder
  .objectRef<JoinedChapter>('Chapter')
  .implement({
    description: 'A part of a combined audio file.',
    fields: (t) => ({
      startMs: t.exposeFloat('startMs', {
        description: 'Start in milliseconds from the beginning of the file.',
      }),
      title: t.exposeString('title', { description: 'Title.' }),
      articleId: t.id({
        nullable: true,
        description: 'Global ID of the article that it reads, which may be deleted. Null if none.',
        resolve: ({ articleId }) => globalIdOf('Article', articleId),
      }),
    }),
  });
