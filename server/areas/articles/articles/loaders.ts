import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { queryFromInfo } from '@pothos/plugin-prisma';
import { singleSelection } from '../../../graphql/single-selection.ts';
import type { Context } from '../../../graphql/context.ts';
import { knownLoader, loaderOf } from '../../../graphql/load-batched.ts';
import { listReadableArticles, type ArticlePage } from './list.ts';

/**
 * Reads projects' pages of articles before the field is reached that asks for them: the statement that reads
 * a page says, too, whether the caller may read the project, and answers null where he may not. Null: the
 * articles are not asked for, or not in one way.
 * @param info of the field that leads to the project
 */
export function pagesAhead(
  context: Context,
  info: GraphQLResolveInfo,
): DataLoader<number, ArticlePage | null> | null {
  const asked = singleSelection(info, 'articles');
  return (
    asked &&
    loaderOf(context, asked.field, () => {
      const { app, actor } = context;
      const query = {
        article: queryFromInfo({
          context,
          info,
          typeName: 'Article',
          paths: [['articles', 'edges', 'node']],
        }),
        total: isCounted(asked.names),
      };
      return new DataLoader(
        async ([projectId]) => [
          await listReadableArticles(app, actor, projectId!, asked.args, asked.args, query),
        ],
        { batch: false },
      );
    })
  );
}

/** The page that was read for this field before it was reached; null where none was. */
export async function pageAhead(
  context: Context,
  { fieldNodes: [field] }: GraphQLResolveInfo,
  projectId: number,
): Promise<ArticlePage | null> {
  return (await knownLoader<number, ArticlePage | null>(context, field!)?.load(projectId)) ?? null;
}

/**
 * Returns whether matches must be counted.
 * @param asked names of the page's selected fields
 */
export const isCounted = (asked: ReadonlySet<string>): boolean =>
  asked.has('totalCount') || asked.has('totalIsCapped');
