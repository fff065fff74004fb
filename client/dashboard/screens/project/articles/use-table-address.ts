import { useLocation, useParams } from 'react-router-dom';
import { articleFilter, formatTableSearch, parseTableSearch, type TableSearch } from './article-variables.ts';
import { formatTablePage, parseTablePage } from './table-page.ts';

/** Reads the state of the articles table from the address: its page, filters, search and order. */
export function useTableAddress() {
  const { tablePage } = useParams();
  const { search } = useLocation();
  const filters = parseTablePage(tablePage);
  const params = new URLSearchParams(search);
  const sought = parseTableSearch(params);
  const narrowed = articleFilter(filters, sought);
  return {
    filters,
    sought,
    /** What the list is narrowed by, as the server takes it. */
    narrowed,
    isNarrowed: Object.values(narrowed).some((value) => value !== null),
    segment: formatTablePage(filters),
    /** Returns the address of a page in an order, below that of the project. */
    addressOf: (page: number, order: TableSearch): string =>
      `/${formatTablePage({ ...filters, page })}${formatTableSearch(order, params)}`,
  };
}
