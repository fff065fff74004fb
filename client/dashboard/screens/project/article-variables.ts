import type { ArticlesTableQuery$variables } from '../../__generated__/ArticlesTableQuery.graphql.ts';
import { parseTablePage } from './table-page.ts';

/** Articles on a page of the table. */
export const pageSize = 20;

/** What the table asks for: its route says it all. */
export function articleVariables(project: string, segment: string | undefined, query: string | null): ArticlesTableQuery$variables {
  const { page, ...filters } = parseTablePage(segment);
  return { id: project, first: pageSize, offset: pageSize * (page - 1), query: query?.trim() || null, ...filters };
}
