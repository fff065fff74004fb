import { pageSizes } from '../../../generated/limits.ts';

/** The page that an address names, counted from 1. */
export function pageIn(parameters: URLSearchParams): number {
  const page = Number(parameters.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

export const pageAddress = (page: number): string => (page === 1 ? '/studio' : `/studio?page=${page}`);

export const listVariables = (parameters: URLSearchParams) => ({
  first: pageSizes.list,
  offset: (pageIn(parameters) - 1) * pageSizes.list,
});
