import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Article as ArticleModel, Prisma } from '../../../prisma/generated/client/client.ts';
import type { ArticleStatus } from '../../../prisma/generated/client/enums.ts';
import type { Tables } from '../../../prisma/generated/tables.ts';
import { countCap, pageSize } from '../../product.ts';
import type { App } from '../../kernel/app.ts';
import { ValidationError } from '../../kernel/errors.ts';

/** Which articles of a project. */
export interface ArticleFilter {
  /** Three characters or more: anywhere in the title; fewer: at the beginning of a word of it. Blank: all. */
  query?: string | null | undefined;
  /** Days (UTC) on which it was added, YYYY-MM-DD, both included. */
  dateFrom?: string | null | undefined;
  dateTo?: string | null | undefined;
  status?: ArticleStatus | null | undefined;
  /** `new`: not reviewed yet; `reviewed`. */
  qaStatus?: string | null | undefined;
}

/** Which of these: after or before a cursor, or from an offset on. */
export interface ArticlePaging {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  offset?: number | null | undefined;
}

/** An article as a list's caller asked for it; of its other columns nothing is there. */
type Listed = Pick<ArticleModel, 'id' | 'addedAt'> & Partial<Omit<ArticleModel, 'ruling'>>;

export interface ArticlePage {
  articles: Listed[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  /** How many match; absent where nobody asked. */
  total?: { count: number; isCapped: boolean };
}

/** What of a page is asked for. */
export interface ArticleQuery {
  /** Of each article, for Prisma. */
  article?: Prisma.ArticleDefaultArgs;
  /** Whether to count those that match. */
  total?: boolean;
}

const pageMax = 100;
const queryMaxCharacters = 200;
const offsetMax = 2_147_483_647;
/** Articles that are looked through for a short search before the index is asked. */
const prefixWindow = 500;

/**
 * A page of a project's articles, newest first; the id decides between those added at the same instant. A million articles are beyond
 * what Prisma's paging and counting can do.
 * @param project that the caller may read
 * @throws ValidationError on the argument that is wrong
 */
export async function listArticles({ db }: Pick<App, 'db'>, project: { id: number }, filter: ArticleFilter, paging: ArticlePaging, query: ArticleQuery = {}): Promise<ArticlePage> {
  const { where, prefix } = conditions(project.id, filter);
  const backwards = paging.last != null || (paging.before != null && paging.first == null);
  const limit = checkedCount(backwards ? 'last' : 'first', (backwards ? paging.last : paging.first) ?? pageSize);
  const offset = checkedCount('offset', paging.offset ?? 0, offsetMax);
  if (offset > 0 && (paging.after != null || backwards)) throw refusal('offset', 'Cannot be combined with a cursor.');
  const between: Condition[] = [];
  for (const [name, comparison] of [['after', '<'], ['before', '>']] as const) {
    const cursor = paging[name];
    if (cursor == null) continue;
    const { addedAt, id } = parseCursor(name, cursor);
    between.push((eb) => eb(eb.refTuple('addedAt', 'id'), comparison, eb.tuple(sql<Date>`${addedAt}::timestamptz`, sql<number>`${id}::int`)));
  }
  const direction = backwards ? 'asc' : 'desc';
  const articles = db.sql.selectFrom('Article');
  const that = (...all: Condition[]) => articles.where((eb) => eb.and(all.map((condition) => condition(eb))));
  const inOrder = (rows: ReturnType<typeof that>) => rows.orderBy('addedAt', direction).orderBy('id', direction);
  const counting = db.sql.selectFrom(that(...where, ...(prefix ? [prefix] : [])).select('id').limit(countCap + 1).as('found')).select(({ fn }) => fn.countAll<string>().as('count'));

  // Rows that hold nothing but columns are read with the page; of others the page is read first, then all that belongs to them.
  const columns = columnsOf(query.article);
  const read = columns ?? (['id', 'addedAt'] as const);
  let rows: Listed[] | undefined;
  let counted: string | null | undefined;
  if (prefix && offset === 0) {
    // How often one or two letters begin a word nobody can estimate, and a plan that guesses wrong reads the whole project. Where
    // they are frequent, the next few articles fill the page; else those that match are few enough to be sorted.
    const next = inOrder(that(...where, ...between)).selectAll().limit(prefixWindow);
    const found = await inOrder(db.sql.selectFrom(next.as('Article')).where((eb) => prefix(eb as never)) as never).select(read).limit(limit + 1).execute();
    if (found.length > limit) rows = found;
  }
  if (!rows) {
    // Of rows that are left out only the index is read.
    const page = prefix
      ? db.sql.with((cte) => cte('found').materialized(), () => that(...where, ...between, prefix).select(['id', 'addedAt'])).selectFrom('found').select('id')
        .orderBy('addedAt', direction).orderBy('id', direction).limit(limit + 1).offset(offset)
      : inOrder(that(...where, ...between)).select('id').limit(limit + 1).offset(offset);
    const some = prefix || offset > 0 ? inOrder(articles.where('id', 'in', page)).select(read) : inOrder(that(...where, ...between)).select(read).limit(limit + 1);
    if (query.total) {
      // One statement for both; an empty page leaves a row with the count alone.
      const both = await db.sql.with('counted', () => counting).with('page', () => some)
        .selectFrom('counted').leftJoin('page', (join) => join.onTrue()).selectAll()
        .orderBy('page.addedAt', direction).orderBy('page.id', direction).execute();
      counted = both[0]!.count;
      rows = both.filter((row): row is typeof row & Listed => row.id !== null);
    } else {
      rows = await some.execute();
    }
  }
  if (query.total && counted == null) counted = (await counting.executeTakeFirstOrThrow()).count;

  const more = rows.length > limit;
  const kept = columns ? rows.slice(0, limit) : await whole(db, rows.slice(0, limit), query.article);
  const total = counted == null ? {} : { total: { count: Math.min(Number(counted), countCap), isCapped: Number(counted) > countCap } };
  return backwards
    ? { articles: kept.reverse(), hasPreviousPage: more, hasNextPage: paging.before != null, ...total }
    : { articles: kept, hasNextPage: more, hasPreviousPage: offset > 0 || paging.after != null, ...total };
}

type Column = Exclude<keyof Tables['Article'], 'ruling'>;

/** The columns, where a query asks for nothing else; with those that a page needs. */
function columnsOf(query: Prisma.ArticleDefaultArgs | undefined): Column[] | null {
  const asked = Object.entries(query?.select ?? {}).filter(([, wanted]) => wanted !== false && wanted !== undefined);
  if (asked.some(([, wanted]) => wanted !== true)) return null;
  return [...new Set<Column>(['id', 'addedAt', ...asked.map(([column]) => column as Column)])];
}

/** The rows of a page with all that is asked of them, in the page's order. */
async function whole(db: App['db'], page: readonly Listed[], query: Prisma.ArticleDefaultArgs | undefined): Promise<Listed[]> {
  const rows = await db.prisma.article.findMany({ ...query, where: { id: { in: page.map(({ id }) => id) } } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return page.flatMap(({ id, addedAt }) => ({ ...byId.get(id), id, addedAt }));
}

/** Where an article stands in the order. */
export const cursorOf = ({ addedAt, id }: Pick<ArticleModel, 'addedAt' | 'id'>): string => Buffer.from(`${addedAt.toISOString()} ${id}`).toString('base64url');

function parseCursor(field: string, cursor: string): { addedAt: string; id: number } {
  const [addedAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!/^[12]\d{3}-\d\d-\d\dT[\d:.]+Z$/.test(addedAt) || Number.isNaN(Date.parse(addedAt)) || !/^\d{1,9}$/.test(id)) throw refusal(field, 'This is not a cursor of this list.');
  return { addedAt, id: Number(id) };
}

type Condition = (eb: ExpressionBuilder<Tables, 'Article'>) => Expression<SqlBool>;

interface Conditions {
  where: Condition[];
  /** A search for beginnings of words, apart from the others. */
  prefix: Condition | null;
}

function conditions(projectId: number, { query, dateFrom, dateTo, status, qaStatus }: ArticleFilter): Conditions {
  const where: Condition[] = [(eb) => eb('projectId', '=', projectId), (eb) => eb('deletedAt', 'is', null)];
  const search = query?.replaceAll('\0', '').toWellFormed().trim() ?? '';
  if (search.length > queryMaxCharacters) throw refusal('query', `At most ${queryMaxCharacters} characters.`);
  // A trigram index has nothing to go by in one or two characters; the word index finds beginnings.
  if (Array.from(search).length >= 3) where.push((eb) => eb('title', 'ilike', `%${search.replace(/[\\%_]/g, '\\$&')}%`));
  const isPrefix = search !== '' && Array.from(search).length < 3;
  const lexeme = `'${search.replace(/['\\]/g, '$&$&')}':*`;
  const prefix: Condition | null = isPrefix ? (eb) => sql<boolean>`to_tsvector('simple', ${eb.ref('title')}) @@ to_tsquery('simple', ${lexeme})` : null;
  if (dateFrom) where.push(from(startOf('dateFrom', dateFrom, 0)));
  if (dateTo) where.push(before(startOf('dateTo', dateTo, 1)));
  if (status) where.push((eb) => eb('status', '=', status));
  if (qaStatus && qaStatus !== 'new' && qaStatus !== 'reviewed') throw refusal('qaStatus', 'Must be new or reviewed.');
  // Reviews are not kept yet: every article is still new.
  if (qaStatus === 'reviewed') where.push((eb) => eb.lit(false));
  return { where, prefix };
}

const from = (instant: string): Condition => (eb) => eb('addedAt', '>=', sql<Date>`${instant}::timestamptz`);
const before = (instant: string): Condition => (eb) => eb('addedAt', '<', sql<Date>`${instant}::timestamptz`);

function startOf(field: string, day: string, later: number): string {
  const date = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00:00Z`) : new Date(Number.NaN);
  if (!(date.getUTCFullYear() >= 1 && date.getUTCFullYear() < 9999)) throw refusal(field, 'Must be a day, YYYY-MM-DD.');
  date.setUTCDate(date.getUTCDate() + later);
  return date.toISOString();
}

function checkedCount(field: string, count: number, max = pageMax): number {
  if (!Number.isInteger(count) || count < 0 || count > max) throw refusal(field, `Must be a number from 0 to ${max}.`);
  return count;
}

const refusal = (field: string, message: string): ValidationError => new ValidationError([{ field, message }]);
