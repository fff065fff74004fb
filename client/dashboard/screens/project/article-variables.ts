import type {
  ArticleQaFilter,
  ArticleSort,
  ArticlesTableQuery$variables,
} from '../../__generated__/ArticlesTableQuery.graphql.ts';
import { parseTablePage } from './table-page.ts';

/** Articles on a page of the table. */
export const pageSize = 20;

/** By what the table can be sorted, and whether that begins with the greatest. */
const sorts = { added: true, title: false, duration: true, status: true } as const;
export type Sort = keyof typeof sorts & ArticleSort;
const isSort = (text: string | null): text is Sort => text !== null && Object.hasOwn(sorts, text);

/** By what review they can be filtered, in the order in which that is offered. */
export const qaStatuses = ['new', 'sampled', 'error', 'reviewed', 'none'] as const;
export type QaStatus = (typeof qaStatuses)[number] & ArticleQaFilter;

/** What stands behind the question mark: search, label, review and order. */
export interface TableSearch {
  query: string;
  label: string;
  qaStatus: QaStatus | null;
  sort: Sort;
  descending: boolean;
}

/** Reads it. What makes no sense counts as unset. */
export function parseTableSearch(search: URLSearchParams): TableSearch {
  const asked = search.get('sort');
  const sort = isSort(asked) ? asked : 'added';
  return {
    query: search.get('query')?.trim() ?? '',
    label: search.get('label')?.trim() ?? '',
    qaStatus: qaStatuses.find((known) => known === search.get('qastatus')) ?? null,
    sort,
    descending: search.has('order') ? search.get('order') === 'desc' : sorts[sort],
  };
}

/** With the question mark, or empty; what is as usual is left out. Other parts of `present` stay. */
export function formatTableSearch(
  { query, label, qaStatus, sort, descending }: TableSearch,
  present: URLSearchParams,
): string {
  const next = new URLSearchParams(present);
  const put = (name: string, value: string): void => void (value ? next.set(name, value) : next.delete(name));
  put('query', query.trim());
  put('label', label.trim());
  put('qastatus', qaStatus ?? '');
  put('sort', sort === 'added' ? '' : sort);
  put('order', descending === sorts[sort] ? '' : descending ? 'desc' : 'asc');
  return next.size > 0 ? `?${next}` : '';
}

/** The search with the table sorted by that: the other way round where it is already. */
export const sortedBy = (search: TableSearch, sort: Sort): TableSearch => ({
  ...search,
  sort,
  descending: search.sort === sort ? !search.descending : sorts[sort],
});

/** What the table asks for: its route says it all. */
export function articleVariables(
  project: string,
  segment: string | undefined,
  search: URLSearchParams,
): ArticlesTableQuery$variables {
  const { page, ...filters } = parseTablePage(segment);
  const { query, label, qaStatus, sort, descending } = parseTableSearch(search);
  return {
    id: project,
    first: pageSize,
    offset: pageSize * (page - 1),
    query: query || null,
    label: label || null,
    qaStatus,
    sort,
    descending,
    ...filters,
  };
}
