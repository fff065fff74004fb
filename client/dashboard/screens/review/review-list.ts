import { pageSizes } from '../../generated/limits.ts';
import type { ReviewListScreenQuery$variables } from '../../__generated__/ReviewListScreenQuery.graphql.ts';

/** Characters of an article's link (specification, section 2.2). */
const linkCharacters = 37;

export type ReviewTab = 'new' | 'reviewed';

/** Which list of a project's reviews an address shows. */
export function listOf(search: URLSearchParams): { tab: ReviewTab; page: number } {
  const page = Number(search.get('page'));
  return {
    tab: search.get('tab') === 'reviewed' ? 'reviewed' : 'new',
    page: Number.isInteger(page) && page > 1 && page < 10_000 ? page : 1,
  };
}

/** What the list's query asks. */
export function listVariables(id: string, search: URLSearchParams): ReviewListScreenQuery$variables {
  const { tab, page } = listOf(search);
  return { id, offset: (page - 1) * pageSizes.list, isNew: tab === 'new' };
}

export const linkText = (title: string): string => Array.from(title).slice(0, linkCharacters).join('');
