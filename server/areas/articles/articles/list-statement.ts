import {
  expressionBuilder,
  sql,
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
} from 'kysely';
import type { Article as ArticleModel, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import { CompiledStatements, place } from '../../../lib/database/compiled.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { conditionOf, formOf } from '../../../lib/database/prisma-condition.ts';
import { countCap, searchCountCap } from '../../../product.ts';
import { keyOf, orderOfRows, orderOfTable, type ArticleOrder } from './list-order.ts';

// By hand: millions of articles are beyond what Prisma's paging and counting can do.

export type Column = Exclude<keyof Tables['Article'], 'ruling' | 'lastVoicing'>;

/** An article as a list's caller asked for it; of its other columns nothing is there. */
export type ListedColumns = Pick<ArticleModel, 'id' | 'addedAt'> &
  Partial<Omit<ArticleModel, 'ruling' | 'lastVoicing'>>;

type Articles = ExpressionBuilder<Tables, 'Article'>;
export type Condition = (eb: Articles) => Expression<SqlBool>;

/**
 * Selection of a project's article rows, in their order. Values that don't change the statement's form are
 * parameters in `values`.
 */
export interface ListStatement {
  /** By what names them: the project, days, a status. */
  where: Readonly<Record<string, Condition>>;
  /** Further conditions, such as a search or a label, whose number of matches can't be estimated. */
  sought: Readonly<Record<string, Condition>>;
  /** After or before which place. */
  cursor: Condition | null;
  order: ArticleOrder;
  columns: readonly Column[];
  /** How many rows come before those wanted. */
  offset: number;
  /** How many rows are wanted at most. */
  limit: number;
  total: boolean;
  /** Conditions by which the tally can provide the count. Null: it can't. */
  tally: Readonly<Record<'status' | 'from' | 'to', boolean>> | null;
  /** Which project it must be; absent: the caller may read it. */
  project?: Prisma.ProjectWhereInput | undefined;
  /** Of the conditions: `project`, `status`, `from`, `to` and so on. */
  values: Readonly<Record<string, unknown>>;
}

/** Rows that are looked through for what is sought first: they tell how dense it is. */
const windowRows = 2_000;
/**
 * Limits the scan in list order. If matches are dense enough, rows are scanned in their order up to the
 * page's end: the index for that order contains their titles, too. Otherwise the title index is used, and all
 * its matches are read and sorted.
 * @param wanted matches up to the page's end
 * @returns the maximum number of rows to scan: as many as cost less than the index
 */
const rowsWalked = (wanted: number): number =>
  Math.min(2_000_000, Math.max(20_000, Math.min(200_000, 20 * wanted), 10 * wanted));
/** If one of this many rows matches, the next rows contain enough matches for counting up to the cap. */
const denseFrom = 100;
const wideRows = denseFrom * searchCountCap * 2;
/** From this offset on, the tally says on which day to begin. */
const seekFrom = 1_000;

/** A row of the page beside how many match; an empty page is a row with that alone. */
type Row = { count: string | null; key: string | number | null; id: number | null } & Partial<
  Omit<ListedColumns, 'id'>
>;
export type ListedRow = ListedColumns & Pick<Row, 'key'>;

const statements = new CompiledStatements<Row>();

/** @returns the rows, and the number of matches if requested; null: the project doesn't meet the condition */
export async function readList(
  db: Sql,
  statement: ListStatement,
): Promise<{ rows: ListedRow[]; count: string | null } | null> {
  const { where, sought, cursor, order, columns, total, tally, limit, offset } = statement;
  const project = formOf(statement.project ?? null);
  const plan = planOf(statement);
  const wanted = Math.min(2_147_483_647, offset + limit);
  const values: Record<string, unknown> = {
    ...statement.values,
    ...Object.fromEntries(project.values.map((value, index) => [`who${index}`, value])),
    limit,
    offset,
    wanted,
    window: windowRows,
    walked: rowsWalked(wanted),
    wide: wideRows,
    capped: (plan === 'sought' ? searchCountCap : countCap) + 1,
  };
  const form = [
    plan,
    total,
    project.form,
    Object.keys(where),
    Object.keys(sought),
    cursor && Object.keys(statement.values).sort(),
    tally,
  ]
    .map((part) => JSON.stringify(part))
    .concat(order.sort, String(order.descending), String(columns), String(offset > 0))
    .join(';');
  const found = await statements.execute(db, form, () => compose(db, statement, plan), values);
  return found[0] ? { rows: found.filter(isListed), count: found[0].count } : null;
}

/** How many articles fulfil the conditions: all are counted, unless the tally says it. */
export async function countAll(
  db: Sql,
  { where, sought, tally, values }: Pick<ListStatement, 'where' | 'sought' | 'tally' | 'values'>,
): Promise<number> {
  const conditions = [...Object.values(where), ...Object.values(sought)].map((condition) =>
    condition(articles),
  );
  const form = ['all', Object.keys(where), Object.keys(sought), tally]
    .map((part) => JSON.stringify(part))
    .join(';');
  const count = () =>
    sql<Row>`SELECT ${tally ? tallied(tally) : sql`(SELECT count(*) FROM "Article" WHERE ${all(conditions)})`} AS count`;
  const [row] = await statements.execute(db, form, () => ({ compile: () => count().compile(db) }), values);
  return Number(row!.count);
}

const isListed = (row: Row): row is Row & ListedRow => row.id !== null;

type Plan = 'plain' | 'seek' | 'sought';

function planOf({ sought, order, offset, tally }: ListStatement): Plan {
  if (Object.keys(sought).length > 0) return 'sought';
  return offset >= seekFrom && order.sort === 'added' && tally ? 'seek' : 'plain';
}

/** One statement: whether the project is one of those, how many articles match, and those of the page. */
function compose(
  db: Sql,
  { where, sought, cursor, order, columns, project, offset, total, tally }: ListStatement,
  plan: Plan,
) {
  let next = 0;
  const proof = project
    ? db
        .selectFrom('Project as p')
        .select('p.id as proven')
        .where('p.id', '=', place<number>('project'))
        .where(() => conditionOf('Project', 'p', project, () => place(`who${next++}`)))
    : sql`SELECT 1 AS proven`;
  // Reads nothing of a project that the caller may not know of.
  const listed = [
    ...Object.values(where).map((condition) => condition(articles)),
    sql`EXISTS (SELECT 1 FROM proof)`,
  ];
  const ofPage = cursor ? [...listed, cursor(articles)] : listed;
  const wanted = Object.values(sought).map((condition) => condition(articles));
  const ordered = orderOfTable(order, articles);

  const searching = searchParts({ order, listed, ofPage, wanted, ordered, hasCursor: cursor !== null });
  const isWay = (way: 'near' | 'walk' | 'far') => sql`(SELECT way = ${sql.lit(way)} FROM way)`;
  const upTo = (rows: string, most: RawBuilder<unknown> = int('capped')) =>
    sql`(SELECT count(*) FROM (SELECT 1 FROM ${sql.ref(rows)} LIMIT ${most}) f)`;

  const count = (): RawBuilder<unknown> => {
    if (!total) return sql`NULL::bigint`;
    if (plan === 'sought')
      return sql`(SELECT CASE ${cursor ? sql`` : sql`WHEN seen < ${int('window')} THEN hits`}
        ${cursor ? sql`` : sql`WHEN hits >= ${int('capped')} THEN ${int('capped')}`}
        WHEN hits * ${sql.lit(denseFrom)} >= seen AND ${
          cursor
            ? sql`${upTo('wide')} >= ${int('capped')}`
            : sql`hits + ${upTo('wide', sql`(SELECT greatest(0, ${int('capped')} - hits) FROM density)`)} >= ${int('capped')}`
        } THEN ${int('capped')}
        ELSE ${upTo(cursor ? 'whole' : 'far')} END FROM density)`;
    if (tally) return tallied(tally);
    return sql`(SELECT count(*) FROM (SELECT 1 FROM "Article" WHERE ${all(listed)} LIMIT ${int('capped')}) f)`;
  };
  const page = (): RawBuilder<unknown> => {
    const some = (condition: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
      sql`SELECT "id" FROM "Article" WHERE ${all([...ofPage, condition])} ORDER BY ${ordered} LIMIT ${int('limit')} OFFSET ${rest}`;
    const of = (ids: RawBuilder<unknown>) => sql`WHERE "Article"."id" IN (${ids}) ORDER BY ${ordered}`;
    if (plan === 'sought')
      return of(sql`SELECT id FROM (
          SELECT id, "addedAt", key FROM near WHERE hit AND ${isWay('near')}
          UNION ALL SELECT id, "addedAt", key FROM walk WHERE ${isWay('walk')}
          UNION ALL SELECT id, "addedAt", key FROM far WHERE ${isWay('far')}
        ) m ORDER BY ${orderOfRows(order, 'm')} LIMIT ${int('limit')} OFFSET ${int('offset')}`);
    if (plan === 'seek') {
      const edge = startOf(sql`(SELECT day FROM seek)`, order.descending ? 1 : 0);
      return of(
        some(sql`"addedAt" ${sql.raw(order.descending ? '<' : '>=')} ${edge}`, sql`(SELECT rest FROM seek)`),
      );
    }
    // Of rows that are left out only the index is read.
    if (offset > 0) return of(some(sql`true`, int('offset')));
    return sql`WHERE ${all(ofPage)} ORDER BY ${ordered} LIMIT ${int('limit')}`;
  };
  const asked = sql.join(
    [...new Set<Column>(['id', 'addedAt', ...columns])].map((column) => sql.ref(`Article.${column}`)),
  );
  const statement = sql<Row>`WITH proof AS (${proof})${plan === 'sought' ? searching : sql``}${
    plan === 'seek' ? sql`, seek AS (${seek(order.descending, tally!)})` : sql``
  },
    counted AS (SELECT ${count()} AS count FROM proof),
    page AS (SELECT ${asked}, ${keyOf(order)} AS key FROM "Article" ${page()})
    SELECT counted.*, page.* FROM proof LEFT JOIN counted ON true LEFT JOIN page ON true ORDER BY ${orderOfRows(order, 'page')}`;
  return { compile: () => statement.compile(db) };
}

interface SearchParts {
  order: ListStatement['order'];
  /** Conditions of the list, of the page from its cursor on, and of what is searched for. */
  listed: readonly Expression<unknown>[];
  ofPage: readonly Expression<unknown>[];
  wanted: readonly Expression<unknown>[];
  ordered: RawBuilder<unknown>;
  hasCursor: boolean;
}

/** The parts of a search: the rows near the beginning, a walk along the list, or all that match. */
function searchParts({
  order,
  listed,
  ofPage,
  wanted,
  ordered,
  hasCursor,
}: SearchParts): RawBuilder<unknown> {
  const places = sql`"Article"."id", "Article"."addedAt", ${keyOf(order)} AS key`;
  // Without a cursor those that are near are the list's first, and counted already.
  const beyondNear = hasCursor ? sql`` : sql`OFFSET ${int('window')}`;
  return sql`,
    near AS MATERIALIZED (
      SELECT ${places}, (${all(wanted)}) AS hit
      FROM (SELECT * FROM "Article" WHERE ${all(ofPage)} ORDER BY ${ordered} LIMIT ${int('window')}) "Article"),
    density AS (SELECT count(*) AS seen, count(*) FILTER (WHERE hit) AS hits FROM near),
    walk AS MATERIALIZED (
      SELECT w."id", w."addedAt", w.key
      FROM (SELECT ${places}, (${all(wanted)}) AS hit FROM "Article" WHERE ${all(ofPage)} ORDER BY ${ordered} LIMIT ${int('walked')}) w
      WHERE w.hit ORDER BY ${orderOfRows(order, 'w')} LIMIT ${int('wanted')}),
    way AS MATERIALIZED (
      SELECT CASE WHEN hits >= ${int('wanted')} OR seen < ${int('window')} THEN 'near'
        WHEN hits * ${int('walked')} >= seen * ${int('wanted')} AND (SELECT count(*) FROM walk) = ${int('wanted')} THEN 'walk'
        ELSE 'far' END AS way FROM density),
    far AS MATERIALIZED (SELECT ${places} FROM "Article" WHERE ${all([...ofPage, ...wanted])}),
    whole AS MATERIALIZED (SELECT 1 FROM "Article" WHERE ${all([...listed, ...wanted])}),
    wide AS MATERIALIZED (
      SELECT 1 FROM (SELECT * FROM "Article" WHERE ${all(listed)} ORDER BY ${ordered} LIMIT ${int('wide')} ${beyondNear}) "Article"
      WHERE ${all(wanted)})`;
}

const articles = expressionBuilder<Tables, 'Article'>();
const int = (name: string): RawBuilder<number> => sql<number>`${place(name)}::int`;
const all = (conditions: readonly Expression<unknown>[]): RawBuilder<unknown> =>
  sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` AND `,
  );

// How many there are. Days are those of the tally, UTC; of the days on which a filter begins and ends the
// articles themselves are counted.

const isPlace = sql`"projectId" = ${int('project')}`;
const stateOf = ({ status }: { status: boolean }): RawBuilder<unknown> =>
  status ? sql`AND "status" = ${place('status')}::"ArticleStatus"` : sql``;
const moment = (name: string): RawBuilder<Date> => sql<Date>`${place(name)}::timestamptz`;
const dayOf = (name: 'from' | 'to'): RawBuilder<string> => sql<string>`${place(`${name}Day`)}::date`;
const startOf = (day: RawBuilder<unknown>, later = 0): RawBuilder<Date> =>
  sql<Date>`((${day} + ${sql.lit(later)})::timestamp AT TIME ZONE 'UTC')`;

type Tally = NonNullable<ListStatement['tally']>;

const ofTally = (tally: Tally, days: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((SELECT sum("count") FROM "ArticleTally" WHERE ${isPlace} ${stateOf(tally)} ${days}), 0)`;
const ofArticles = (tally: Tally, from: RawBuilder<Date>, to: RawBuilder<Date>): RawBuilder<unknown> =>
  sql`(SELECT count(*) FROM "Article" WHERE ${isPlace} AND "deletedAt" IS NULL ${stateOf(tally)} AND "addedAt" >= ${from} AND "addedAt" < ${to})`;

function tallied(tally: Tally): RawBuilder<string> {
  const { from, to } = tally;
  const parts = [
    ofTally(
      tally,
      sql`${from ? sql`AND "day" > ${dayOf('from')}` : sql``} ${to ? sql`AND "day" < ${dayOf('to')}` : sql``}`,
    ),
    ...(from
      ? [
          ofArticles(
            tally,
            moment('from'),
            to ? sql<Date>`least(${startOf(dayOf('from'), 1)}, ${moment('to')})` : startOf(dayOf('from'), 1),
          ),
        ]
      : []),
    ...(to
      ? [
          ofArticles(
            tally,
            from
              ? sql<Date>`greatest(${startOf(dayOf('to'))}, ${startOf(dayOf('from'), 1)})`
              : startOf(dayOf('to')),
            moment('to'),
          ),
        ]
      : []),
  ];
  return sql<string>`(${sql.join(parts, sql` + `)})::bigint`;
}

/** The day on which the page begins, and how many of its rows come before the page. */
function seek(descending: boolean, tally: Tally): RawBuilder<unknown> {
  // What the filter leaves out at the end from which is counted.
  const before = descending
    ? tally.to
      ? sql`${ofTally(tally, sql`AND "day" > ${dayOf('to')}`)} + ${ofArticles(tally, moment('to'), startOf(dayOf('to'), 1))}`
      : sql`0`
    : tally.from
      ? sql`${ofTally(tally, sql`AND "day" < ${dayOf('from')}`)} + ${ofArticles(tally, startOf(dayOf('from')), moment('from'))}`
      : sql`0`;
  const direction = sql.raw(descending ? 'DESC' : 'ASC');
  return sql`SELECT day, (skipped - (upto - many))::int AS rest FROM (
      SELECT "day", sum("count") AS many, sum(sum("count")) OVER (ORDER BY "day" ${direction}) AS upto
      FROM "ArticleTally" WHERE ${isPlace} ${stateOf(tally)} GROUP BY "day"
    ) days, (SELECT ${place('offset')}::bigint + ${before} AS skipped) s
    WHERE upto > skipped ORDER BY "day" ${direction} LIMIT 1`;
}
