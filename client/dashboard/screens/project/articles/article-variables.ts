import { pageSizes } from '../../../generated/limits.ts';
import type {
  ArticleQaFilter,
  ArticleSort,
  ArticlesTableQuery$variables,
} from '../../../__generated__/ArticlesTableQuery.graphql.ts';
import { toAddressWord, parseAddressWord } from '../../../words/enum-name.ts';
import { parseTablePage, type TablePage } from './table-page.ts';

/** By what the table can be sorted, and whether that begins with the greatest. */
const sorts = { ADDED: true, TITLE: false, DURATION: true, STATUS: true } as const;
export type Sort = keyof typeof sorts & ArticleSort;
const sortNames = Object.keys(sorts) as Sort[];

/** By what review they can be filtered, in the order in which that is offered. */
export const qaStatuses = ['NEW', 'SAMPLED', 'ERROR', 'REVIEWED', 'NONE'] as const;
export type QaStatus = (typeof qaStatuses)[number] & ArticleQaFilter;

/** Query string: search, label, review and order. */
export interface TableSearch {
  query: string;
  label: string;
  qaStatus: QaStatus | null;
  sort: Sort;
  descending: boolean;
}

/** What the list is narrowed by, as the address has it. */
export type Filters = TablePage & TableSearch;

/** Reads it. What makes no sense counts as unset. */
export function parseTableSearch(search: URLSearchParams): TableSearch {
  const sort = parseAddressWord(sortNames, search.get('sort')) ?? 'ADDED';
  return {
    query: search.get('query')?.trim() ?? '',
    label: search.get('label')?.trim() ?? '',
    qaStatus: parseAddressWord(qaStatuses, search.get('qastatus')),
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
  put('qastatus', toAddressWord(qaStatus ?? ''));
  put('sort', sort === 'ADDED' ? '' : toAddressWord(sort));
  put('order', descending === sorts[sort] ? '' : descending ? 'desc' : 'asc');
  return next.size > 0 ? `?${next}` : '';
}

/** The search with the table sorted by that: the other way round where it is already. */
export const sortedBy = (search: TableSearch, sort: Sort): TableSearch => ({
  ...search,
  sort,
  descending: search.sort === sort ? !search.descending : sorts[sort],
});

/** What the list is narrowed by, as the server takes it; null: by nothing. */
export const articleFilter = (
  { dateFrom, dateTo, status }: TablePage,
  { query, label, qaStatus }: TableSearch,
) => ({ search: query || null, label: label || null, qaStatus, dateFrom, dateTo, status });

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
    first: pageSizes.list,
    offset: pageSizes.list * (page - 1),
    query: query || null,
    label: label || null,
    qaStatus,
    sort,
    descending,
    ...filters,
  };
}
