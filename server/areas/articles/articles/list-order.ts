import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import { place } from '../../../lib/database/compiled.ts';

/** What a list of articles can be ordered by. */
export const articleSorts = ['added', 'title', 'duration', 'status'] as const;
export type ArticleSort = (typeof articleSorts)[number];

export interface ArticleOrder {
  sort: ArticleSort;
  descending: boolean;
}

/** Newest first. */
export const defaultOrder: ArticleOrder = { sort: 'added', descending: true };

type Articles = ExpressionBuilder<Tables, 'Article'>;

/**
 * Expression by which rows are ordered; each order ends with the id, so that no two rows have the same
 * position.
 */
interface Term {
  by: (eb: Articles) => Expression<unknown>;
  /** Alias for rows that don't come from the table. */
  name: 'key' | 'addedAt' | 'id';
  type: string;
  /** It runs against the order, so that among those of a status the newest come first. */
  against?: true;
}

const column =
  (name: 'addedAt' | 'id' | 'audioMs' | 'status') =>
  (eb: Articles): Expression<unknown> =>
    eb.ref(name);
const id: Term = { by: column('id'), name: 'id', type: 'int' };
const addedAt: Term = { by: column('addedAt'), name: 'addedAt', type: 'timestamptz' };

/** As the indexes of migration 0017 have them. */
const terms: Readonly<Record<ArticleSort, readonly Term[]>> = {
  added: [addedAt, id],
  title: [
    { by: () => sql`left("Article"."titleFolded", 100) COLLATE "C"`, name: 'key', type: 'text COLLATE "C"' },
    id,
  ],
  duration: [{ by: column('audioMs'), name: 'key', type: 'int' }, id],
  status: [
    { by: column('status'), name: 'key', type: '"ArticleStatus"' },
    { ...addedAt, against: true },
    { ...id, against: true },
  ],
};

export const isKeyed = ({ sort }: ArticleOrder): boolean => terms[sort][0]!.name === 'key';

/** Returns the sort key in addition to the time of addition; null if there is none. */
export const keyOf = ({ sort }: ArticleOrder): RawBuilder<unknown> =>
  isKeyed({ sort, descending: false })
    ? sort === 'title'
      ? sql`left("Article"."titleFolded", 100)`
      : sort === 'duration'
        ? sql`"Article"."audioMs"`
        : sql`"Article"."status"`
    : sql`NULL::text`;

const directionOf = (descending: boolean, { against }: Term): 'asc' | 'desc' =>
  descending !== (against ?? false) ? 'desc' : 'asc';

/** ORDER BY of rows of the table itself. */
export const orderOfTable = ({ sort, descending }: ArticleOrder, eb: Articles): RawBuilder<unknown> =>
  sql.join(terms[sort].map((term) => sql`${term.by(eb)} ${sql.raw(directionOf(descending, term))}`));

/** ORDER BY of rows that carry `key`, `addedAt` and `id`. */
export const orderOfRows = ({ sort, descending }: ArticleOrder, rows: string): RawBuilder<unknown> =>
  sql.join(
    terms[sort].map((term) => {
      const collate = sort === 'title' && term.name === 'key' ? ' COLLATE "C"' : '';
      return sql`${sql.ref(`${rows}.${term.name}`)}${sql.raw(collate)} ${sql.raw(directionOf(descending, term))}`;
    }),
  );

/**
 * The rows that come after a place, or before it.
 * @param cursor by what the places of its values are called: `afterKey`, `afterAt`, `afterId`
 */
export function pageCondition(
  { sort, descending }: ArticleOrder,
  cursor: 'after' | 'before',
): (eb: Articles) => Expression<SqlBool> {
  const valueOf = { key: `${cursor}Key`, addedAt: `${cursor}At`, id: `${cursor}Id` } as const;
  const value = (term: Term): RawBuilder<unknown> => sql`${place(valueOf[term.name])}::${sql.raw(term.type)}`;
  const later = (term: Term): RawBuilder<unknown> =>
    sql.raw((directionOf(descending, term) === 'asc') === (cursor === 'after') ? '>' : '<');
  return (eb) => {
    const [first, ...rest] = terms[sort];
    if (!rest.some(({ against }) => against)) {
      const all = terms[sort];
      return sql<SqlBool>`(${sql.join(all.map((term) => term.by(eb)))}) ${later(first!)} (${sql.join(all.map(value))})`;
    }
    // Only its end tells that the index can be entered there.
    const within = sql`(${sql.join(rest.map((term) => term.by(eb)))}) ${later(rest[0]!)} (${sql.join(rest.map(value))})`;
    return sql<SqlBool>`${first!.by(eb)} ${later(first!)}= ${value(first!)} AND (${first!.by(eb)} ${later(first!)} ${value(first!)} OR ${within})`;
  };
}

/** The same the other way round. */
export const reversedOrder = ({ sort, descending }: ArticleOrder): ArticleOrder => ({
  sort,
  descending: !descending,
});
