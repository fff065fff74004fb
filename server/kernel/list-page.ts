/** Which rows of a list. */
export interface Page {
  /** Id of the row that they stand after, or before. */
  after?: number | undefined;
  before?: number | undefined;
  limit: number;
  /** From the end on, in the opposite order. */
  inverted: boolean;
}

/** A page of rows whose ids give their order, newest first: what Prisma is asked for it. */
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
