import { pageSizes } from '../../../generated/limits.ts';
import { toAddressWord, parseAddressWord } from '../../../words/enum-name.ts';

/** The states an article can be in, in the order in which filters offer them. */
export const articleStatuses = [
  'READY',
  'PROCESSING',
  'WAITING',
  'RETRY',
  'ERRORED',
  'REJECTED',
  'LIMIT_REACHED',
] as const;
export type Status = (typeof articleStatuses)[number];

/** The filters of the articles table, as the route carries them: page_dateFrom_dateTo_status. */
export interface TablePage {
  page: number;
  /** YYYY-MM-DD */
  dateFrom: string | null;
  dateTo: string | null;
  status: Status | null;
}

const unset = 'none';
const date = /^\d{4}-\d{2}-\d{2}$/;
const lastPage = 1_000_000;

/**
 * Whether a segment of the address is a table page, however little sense its filters make, and not the name
 * of some part of a project.
 */
export function isTablePage(segment: string): boolean {
  return /^(-?[\d.]+|none)(_|$)/.test(segment) || segment.split('_').length === 4;
}

/** Reads the route's segment. What is missing or makes no sense counts as unset. */
export function parseTablePage(segment: string | undefined): TablePage {
  const [page, from, to, ...status] = (segment ?? '').split('_');
  const number = Number(page);
  return {
    page: Number.isInteger(number) && number >= 1 && number <= lastPage ? number : 1,
    dateFrom: parseDate(from),
    dateTo: parseDate(to),
    status: parseAddressWord(articleStatuses, status.join('_')),
  };
}

export function formatTablePage({ page, dateFrom, dateTo, status }: TablePage): string {
  return [page, dateFrom ?? unset, dateTo ?? unset, status ? toAddressWord(status) : unset].join('_');
}

/**
 * Returns how many pages there are.
 * @param hasUncounted whether more articles follow than were counted: one page leads to the next then
 */
export const pagesOf = (page: number, count: number, hasUncounted: boolean): number =>
  Math.max(Math.ceil(count / pageSizes.list), page + (hasUncounted ? 1 : 0));

function parseDate(text: string | undefined): string | null {
  return text && date.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}
