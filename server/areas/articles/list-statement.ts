import { sql, type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Article as ArticleModel, Prisma } from '../../../prisma/generated/client/client.ts';
import type { Tables } from '../../../prisma/generated/tables.ts';
import { CompiledStatements, place } from '../../lib/compiled.ts';
import type { Sql } from '../../lib/db.ts';
import { conditionOf, formOf } from '../../lib/prisma-condition.ts';
import { countCap } from '../../product.ts';

// By hand: a million articles are beyond what Prisma's paging and counting can do.

export type Column = Exclude<keyof Tables['Article'], 'ruling'>;

/** An article as a list's caller asked for it; of its other columns nothing is there. */
export type Listed = Pick<ArticleModel, 'id' | 'addedAt'> & Partial<Omit<ArticleModel, 'ruling'>>;

type Articles = ExpressionBuilder<Tables, 'Article'>;
export type Condition = (eb: Articles) => Expression<SqlBool>;

/** Which rows of a project's articles, in their order. What is no part of its form stands in the places of its values. */
export interface ListStatement {
  /** By what names them. */
  where: Readonly<Record<string, Condition>>;
  /** Of a search by one or two letters: how often these begin a word nobody can estimate. */
  prefix: Condition | null;
  direction: 'asc' | 'desc';
  columns: readonly Column[];
  isOffset: boolean;
  total: boolean;
  /** Which project it must be; absent: the caller may read it. */
  project?: Prisma.ProjectWhereInput | undefined;
  /** Of `where`, `prefix`, and `project`, `limit`, `offset`. */
  values: Readonly<Record<string, unknown>>;
}

/** Articles that are looked through for a short search before the index is asked. */
const prefixWindow = 500;

/** A row of the page beside how many match; an empty page is a row with that alone. */
type Row = { count: string | null; id: number | null } & Partial<Omit<Listed, 'id'>>;

const statements = new CompiledStatements<Row>();

/** @returns the rows, and how many match where that is asked; null: it is none of the projects that it must be */
export async function readList(db: Sql, statement: ListStatement): Promise<{ rows: Listed[]; count: string | null } | null> {
  const { where, prefix, direction, columns, isOffset, total } = statement;
  const project = formOf(statement.project ?? null);
  const places = project.values.map((value, index) => [`who${index}`, value] as const);
  const values: Record<string, unknown> = {
    ...statement.values,
    ...Object.fromEntries(places),
    window: prefixWindow,
    capped: countCap + 1,
  };
  const form = [project.form, Object.keys(where), prefix !== null, direction, columns, isOffset].join(';');
  const read = (kind: string, build: () => ReturnType<typeof page>) => statements.execute(db, `${kind};${form}`, build, values);
  let count: string | null = null;
  if (prefix && !isOffset) {
    // A plan that guesses wrong reads the whole project. Where the letters are frequent, the next few articles fill the page; else those
    // that match are few enough to be sorted.
    const found = await read('window', () => page(db, statement, 'window'));
    if (found.length === 0) return null;
    const rows = found.filter(isListed);
    if (rows.length === values['limit']) {
      if (total) count = (await read('count', () => page(db, statement, 'count')))[0]?.count ?? null;
      return { rows, count };
    }
  }
  const found = await read(total ? 'page and count' : 'page', () => page(db, statement, total ? 'page and count' : 'page'));
  return found[0] ? { rows: found.filter(isListed), count: found[0].count } : null;
}

const isListed = (row: Row): row is Row & Listed => row.id !== null;

/** One statement: whether the project is one of those, how many articles match, and those of the page. */
function page(
  db: Sql,
  { where, prefix, direction, columns, isOffset, project }: ListStatement,
  kind: 'page' | 'page and count' | 'count' | 'window',
) {
  const outside = Object.values(where);
  // Nothing is read of a project that nobody may know of.
  if (project) outside.push(() => sql<SqlBool>`EXISTS (SELECT 1 FROM proof)`);
  const matching = Object.entries(where)
    .filter(([name]) => name !== 'after' && name !== 'before')
    .map(([, condition]) => condition);
  const that = (conditions: Condition[]) => db.selectFrom('Article').where((eb) => eb.and(conditions.map((condition) => condition(eb))));
  const inOrder = <Selected>(rows: SelectQueryBuilder<Tables, 'Article', Selected>) =>
    rows.orderBy('addedAt', direction).orderBy('id', direction);
  const limited = <Selected>(rows: SelectQueryBuilder<Tables, 'Article', Selected>) => inOrder(rows).limit(place<number>('limit'));

  const counted =
    kind === 'page' || kind === 'window'
      ? db.selectNoFrom(sql<string | null>`NULL::bigint`.as('count'))
      : db
          .selectFrom(
            that([...matching, ...(project ? [outside.at(-1)!] : []), ...(prefix ? [prefix] : [])])
              .select('id')
              .limit(place<number>('capped'))
              .as('found'),
          )
          .select(({ fn }) => fn.countAll<string>().$castTo<string | null>().as('count'));
  const rows = () => {
    if (kind === 'count') return that([(eb) => eb.lit(false)]).select(columns);
    if (kind === 'window') {
      const next = inOrder(that(outside)).selectAll().limit(place<number>('window'));
      return limited((db.selectFrom(next.as('Article')) as never as ReturnType<typeof that>).where(prefix!)).select(columns);
    }
    if (!prefix && !isOffset) return limited(that(outside)).select(columns);
    // Of rows that are left out only the index is read.
    const some = prefix
      ? db
          .with(
            (cte) => cte('found').materialized(),
            () => that([...outside, prefix]).select(['id', 'addedAt']),
          )
          .selectFrom('found')
          .select('id')
          .orderBy('addedAt', direction)
          .orderBy('id', direction)
          .limit(place<number>('limit'))
          .offset(place<number>('offset'))
      : limited(that(outside)).select('id').offset(place<number>('offset'));
    return inOrder(db.selectFrom('Article').where('id', 'in', some)).select(columns);
  };
  let next = 0;
  const proof = project
    ? db
        .selectFrom('Project as p')
        .select('p.id as proven')
        .where('p.id', '=', place<number>('project'))
        .where(() => conditionOf('Project', 'p', project, () => place(`who${next++}`)))
    : db.selectNoFrom(sql<number>`1`.as('proven'));
  return db
    .with('proof', () => proof)
    .with('counted', () => counted)
    .with('page', rows)
    .selectFrom('proof')
    .leftJoin('counted', (join) => join.onTrue())
    .leftJoin('page', (join) => join.onTrue())
    .selectAll(['counted', 'page'])
    .orderBy('page.addedAt', direction)
    .orderBy('page.id', direction);
}
