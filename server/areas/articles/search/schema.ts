import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../../graphql/builder.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { ArticleType } from '../articles/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { searchReadable, type SearchResults } from './search-readable.ts';

const SearchResultsType = builder
  .objectRef<SearchResults>('SearchResults')
  .implement({
    description: 'Search results.',
    fields: (t) => ({
      projects: t.field({
        type: [ProjectType],
        complexity: { multiplier: 20 },
        description: 'Projects whose name contains every word of the text, sorted by name.',
        resolve: ({ projects }) => projects,
      }),
      articles: t.field({
        type: [ArticleType],
        complexity: { multiplier: 20 },
        description:
          'Articles whose title contains every word of the text, or whose address it is: of the given ' +
          'project, then of the newest projects; ' +
          'newest first in each.',
        resolve: ({ articles }) => articles,
      }),
    }),
  });

builder.queryFields((t) => ({
  search: t.field({
    type: SearchResultsType,
    description:
      'Finds projects by name and articles by title or address among those that the caller can read. ' +
      'Words can be in any order. Searches the articles of up to 20 projects.',
    complexity: 20,
    args: {
      query: t.arg.string({ description: 'Text to find, at most 200 characters. Blank text finds nothing.' }),
      project: t.arg.id({
        required: false,
        description: 'Global ID or database ID of the project whose articles come first.',
      }),
      first: t.arg.int({
        required: false,
        description: 'Number of projects and of articles. Defaults to 8, at most 20.',
      }),
    },
    resolve: (_, { query, project, first }, context, info) =>
      searchReadable(
        context.app,
        context.actor,
        {
          text: query,
          projectId: project == null ? null : databaseId('Project', project),
          first: first ?? 8,
        },
        queryFromInfo({ context, info, typeName: 'Article', paths: [['articles']] }),
      ),
  }),
}));
