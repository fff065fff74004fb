import { sql } from 'kysely';
import type { Article as ArticleModel, Prisma } from '../../../prisma/generated/client/client.ts';
import type { ArticleQaStatus, ArticleStatus } from '../../../prisma/generated/client/enums.ts';
import { place } from '../../lib/compiled.ts';
import { countCap, pageSize } from '../../product.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { readableBy } from '../projects/access.ts';
import { readList, type Column, type Condition, type Listed } from './list-statement.ts';

/** Which articles of a project. */
export interface ArticleFilter {
  /** Three characters or more: anywhere in the title; fewer: at the beginning of a word of it. Blank: all. */
  query?: string | null | undefined;
  /** Days (UTC) on which it was added, YYYY-MM-DD, both included. */
  dateFrom?: string | null | undefined;
  dateTo?: string | null | undefined;
  status?: ArticleStatus | null | undefined;
  /** Of the review. */
  qaStatus?: QaFilter | null | undefined;
}

/** `new`: to be reviewed, for either reason; `none`: not chosen. */
export type QaFilter = ArticleQaStatus | 'new' | 'none';

/** Word for word what the indexes of what is to be reviewed, and of what was, are for. */
const reviewConditions: Record<QaFilter, string> = {
  new: `IN ('sampled', 'error')`,
  sampled: `= 'sampled'`,
  error: `= 'error'`,
  reviewed: `= 'reviewed'`,
  none: 'IS NULL',
};

/** Which of these: after or before a cursor, or from an offset on. */
export interface ArticlePaging {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  offset?: number | null | undefined;
}

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

/**
 * A page of a project's articles, newest first; the id decides between those added at the same instant.
 * @param project that the caller may read
 * @throws ValidationError on the argument that is wrong
 */
export async function listArticles(
  app: Pick<App, 'db'>,
  project: { id: number },
  filter: ArticleFilter,
  paging: ArticlePaging,
  query: ArticleQuery = {},
): Promise<ArticlePage> {
  return (await readPage(app, undefined, project.id, filter, paging, query))!;
}

/**
 * The same together with whether the actor may read the project, in one statement. @returns null where he may not @throws NotSignedInError,
 * ValidationError
 */
export async function listReadableArticles(
  app: Pick<App, 'db'>,
  actor: Actor,
  projectId: number,
  filter: ArticleFilter,
  paging: ArticlePaging,
  query: ArticleQuery = {},
): Promise<ArticlePage | null> {
  return readPage(app, readableBy(actor), projectId, filter, paging, query);
}

async function readPage(
  { db }: Pick<App, 'db'>,
  project: Prisma.ProjectWhereInput | undefined,
  projectId: number,
  filter: ArticleFilter,
  paging: ArticlePaging,
  query: ArticleQuery,
): Promise<ArticlePage | null> {
  const { where, prefix, values } = conditions(projectId, filter);
  const backwards = paging.last != null || (paging.before != null && paging.first == null);
  const limit = checkedCount(backwards ? 'last' : 'first', (backwards ? paging.last : paging.first) ?? pageSize);
  const offset = checkedCount('offset', paging.offset ?? 0, offsetMax);
  if (offset > 0 && (paging.after != null || backwards)) throw refusal('offset', 'Cannot be combined with a cursor.');
  for (const [name, comparison] of [
    ['after', '<'],
    ['before', '>'],
  ] as const) {
    const cursor = paging[name];
    if (cursor == null) continue;
    const { addedAt, id } = parseCursor(name, cursor);
    values[`${name}At`] = addedAt;
    values[`${name}Id`] = id;
    where[name] = (eb) =>
      eb(
        eb.refTuple('addedAt', 'id'),
        comparison,
        eb.tuple(sql<Date>`${place(`${name}At`)}::timestamptz`, sql<number>`${place(`${name}Id`)}::int`),
      );
  }
  // Rows that hold nothing but columns are read with the page; of others the page is read first, then all that belongs to them.
  const columns = columnsOf(query.article);
  const found = await readList(db.sql, {
    where,
    prefix,
    direction: backwards ? 'asc' : 'desc',
    columns: columns ?? ['id', 'addedAt'],
    isOffset: offset > 0,
    total: query.total ?? false,
    project,
    values: { ...values, limit: limit + 1, offset },
  });
  if (!found) return null;
  const { rows, count } = found;
  const more = rows.length > limit;
  const kept = columns ? rows.slice(0, limit) : await whole(db, rows.slice(0, limit), query.article);
  const total = count === null ? {} : { total: { count: Math.min(Number(count), countCap), isCapped: Number(count) > countCap } };
  return backwards
    ? { articles: kept.reverse(), hasPreviousPage: more, hasNextPage: paging.before != null, ...total }
    : { articles: kept, hasNextPage: more, hasPreviousPage: offset > 0 || paging.after != null, ...total };
}

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
export const cursorOf = ({ addedAt, id }: Pick<ArticleModel, 'addedAt' | 'id'>): string =>
  Buffer.from(`${addedAt.toISOString()} ${id}`).toString('base64url');

function parseCursor(field: string, cursor: string): { addedAt: string; id: number } {
  const [addedAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!/^[12]\d{3}-\d\d-\d\dT[\d:.]+Z$/.test(addedAt) || Number.isNaN(Date.parse(addedAt)) || !/^\d{1,9}$/.test(id))
    throw refusal(field, 'This is not a valid cursor for this list.');
  return { addedAt, id: Number(id) };
}

interface Conditions {
  /** Those that every match fulfils, by what names them. */
  where: Record<string, Condition>;
  prefix: Condition | null;
  values: Record<string, unknown>;
}

function conditions(project: number, { query, dateFrom, dateTo, status, qaStatus }: ArticleFilter): Conditions {
  const where: Record<string, Condition> = {
    project: (eb) => eb('projectId', '=', place<number>('project')),
    kept: (eb) => eb('deletedAt', 'is', null),
  };
  const values: Record<string, unknown> = { project };
  const search = query?.replaceAll('\0', '').toWellFormed().trim() ?? '';
  if (search.length > queryMaxCharacters) throw refusal('query', `At most ${queryMaxCharacters} characters.`);
  // A trigram index has nothing to go by in one or two characters; the word index finds beginnings.
  const isPrefix = search !== '' && Array.from(search).length < 3;
  if (search !== '' && !isPrefix) {
    values['search'] = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    where['search'] = (eb) => eb('title', 'ilike', place<string>('search'));
  }
  if (isPrefix) values['lexeme'] = `'${search.replace(/['\\]/g, '$&$&')}':*`;
  const prefix: Condition | null = isPrefix
    ? (eb) => sql<boolean>`to_tsvector('simple', ${eb.ref('title')}) @@ to_tsquery('simple', ${place('lexeme')})`
    : null;
  if (dateFrom) {
    values['from'] = startOf('dateFrom', dateFrom, 0);
    where['from'] = (eb) => eb('addedAt', '>=', sql<Date>`${place('from')}::timestamptz`);
  }
  if (dateTo) {
    values['to'] = startOf('dateTo', dateTo, 1);
    where['to'] = (eb) => eb('addedAt', '<', sql<Date>`${place('to')}::timestamptz`);
  }
  if (status) {
    values['status'] = status;
    where['status'] = (eb) => eb('status', '=', place<ArticleStatus>('status'));
  }
  if (qaStatus) where[`qa ${qaStatus}`] = (eb) => sql<boolean>`${eb.ref('qaStatus')} ${sql.raw(reviewConditions[qaStatus])}`;
  return { where, prefix, values };
}

function startOf(field: string, day: string, later: number): string {
  const date = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00:00Z`) : new Date(Number.NaN);
  if (!(date.getUTCFullYear() >= 1 && date.getUTCFullYear() < 9999)) throw refusal(field, 'Must be a date in the format YYYY-MM-DD.');
  date.setUTCDate(date.getUTCDate() + later);
  return date.toISOString();
}

function checkedCount(field: string, count: number, max = pageMax): number {
  if (!Number.isInteger(count) || count < 0 || count > max) throw refusal(field, `Must be a number from 0 to ${max}.`);
  return count;
}

const refusal = (field: string, message: string): ValidationError => new ValidationError([{ field, message }]);
