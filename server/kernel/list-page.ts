/** Which rows of a list. */
export interface Page {
  /** Id of the row that the page follows, or precedes. */
  after?: number | undefined;
  before?: number | undefined;
  limit: number;
  /** From the end on, in the opposite order. */
  inverted: boolean;
}

/** Prisma arguments for a page of rows that are ordered by id, newest first. */
export interface NewestFirst {
  where: { id: { lt?: number; gt?: number } };
  orderBy: { id: 'asc' | 'desc' };
  take: number;
}

export function newestFirst({ after, before, limit, inverted }: Page): NewestFirst {
  return {
    where: { id: { ...(after !== undefined && { lt: after }), ...(before !== undefined && { gt: before }) } },
    orderBy: { id: inverted ? 'asc' : 'desc' },
    take: limit,
  };
}
