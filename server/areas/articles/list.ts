import type { ArticleStatus } from '../../../prisma/generated/client/enums.ts';
import { countCap, pageSize } from '../../product.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { accessProject, type Project } from '../projects/access.ts';
import { listColumns, type Article, type ArticleRow } from './article.ts';
import { policy } from './policy.ts';

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

export interface ArticlePage {
  articles: Article[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

const pageMax = 100;
const queryMaxCharacters = 200;
const offsetMax = 2_147_483_647;
/** Articles that are looked through for a short search before the index is asked. */
const prefixWindow = 500;

/**
 * A page of a project's articles, newest first; the id decides between those added at the same instant.
 * @param project where the caller has it already: then its rights count, and it is not read again
 * @throws NotSignedInError, NotFoundError, ValidationError on the argument that is wrong
 */
export async function listArticles(app: App, actor: Actor, project: Project | number, filter: ArticleFilter, paging: ArticlePaging): Promise<ArticlePage> {
  const from = await readable(app, actor, project);
  const { where, values, prefix } = conditions(from.id, filter);
  const backwards = paging.last != null || (paging.before != null && paging.first == null);
  const limit = checkedCount(backwards ? 'last' : 'first', (backwards ? paging.last : paging.first) ?? pageSize);
  const offset = checkedCount('offset', paging.offset ?? 0, offsetMax);
  if (offset > 0 && (paging.after != null || backwards)) throw refusal('offset', 'Cannot be combined with a cursor.');
  for (const [name, comparison] of [['after', '<'], ['before', '>']] as const) {
    const cursor = paging[name];
    if (cursor == null) continue;
    const { addedAt, id } = parseCursor(name, cursor);
    values.push(addedAt, id);
    where.push(`("addedAt", id) ${comparison} ($${values.length - 1}::timestamptz, $${values.length}::int)`);
  }
  const rows = await readRows(app, { where, values, prefix }, backwards ? 'ASC' : 'DESC', limit + 1, offset);
  const more = rows.length > limit;
  const articles = rows.slice(0, limit).map((row) => ({ ...row, project: from }));
  return backwards
    ? { articles: articles.reverse(), hasPreviousPage: more, hasNextPage: paging.before != null }
    : { articles, hasNextPage: more, hasPreviousPage: offset > 0 || paging.after != null };
}

async function readRows(app: App, { where, values, prefix }: Conditions, direction: 'ASC' | 'DESC', limit: number, offset: number): Promise<ArticleRow<Article>[]> {
  const all = where.join(' AND ');
  const order = `ORDER BY "addedAt" ${direction}, id ${direction}`;
  const page = `LIMIT ${limit} OFFSET ${offset}`;
  const read = async (statement: string) => (await app.db.query<ArticleRow<Article>>(statement, values)).rows;
  const readThose = (ids: string) => read(`SELECT ${listColumns} FROM "Article" WHERE id IN (${ids}) ${order}`);
  if (prefix) {
    // How often one or two letters begin a word nobody can estimate, and a plan that guesses wrong reads the whole project. Where
    // they are frequent, the next few articles fill the page; else those that match are few enough to be sorted.
    if (offset === 0) {
      const rows = await read(`SELECT ${listColumns} FROM (SELECT * FROM "Article" WHERE ${all} ${order} LIMIT ${prefixWindow}) AS next WHERE ${prefix} ${order} ${page}`);
      if (rows.length === limit) return rows;
    }
    return readThose(`WITH found AS MATERIALIZED (SELECT id, "addedAt" FROM "Article" WHERE ${all} AND ${prefix}) SELECT id FROM found ${order} ${page}`);
  }
  if (offset === 0) return read(`SELECT ${listColumns} FROM "Article" WHERE ${all} ${order} ${page}`);
  // Of rows that are left out only the index is read.
  return readThose(`SELECT id FROM "Article" WHERE ${all} ${order} ${page}`);
}

/** How many articles match; no more than `countCap` + 1 are counted. @throws as `listArticles` */
export async function countArticles(app: App, actor: Actor, project: Project | number, filter: ArticleFilter): Promise<{ count: number; isCapped: boolean }> {
  const { id } = await readable(app, actor, project);
  const { where, values, prefix } = conditions(id, filter);
  const { rows } = await app.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM "Article" WHERE ${[...where, ...(prefix ? [prefix] : [])].join(' AND ')} LIMIT ${countCap + 1}) AS found`,
    values,
  );
  const { count } = rows[0]!;
  return { count: Math.min(count, countCap), isCapped: count > countCap };
}

/** Where an article stands in the order. */
export const cursorOf = ({ addedAt, id }: Pick<Article, 'addedAt' | 'id'>): string => Buffer.from(`${addedAt.toISOString()} ${id}`).toString('base64url');

function parseCursor(field: string, cursor: string): { addedAt: string; id: number } {
  const [addedAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!/^[12]\d{3}-\d\d-\d\dT[\d:.]+Z$/.test(addedAt) || Number.isNaN(Date.parse(addedAt)) || !/^\d{1,9}$/.test(id)) throw refusal(field, 'This is not a cursor of this list.');
  return { addedAt, id: Number(id) };
}

interface Conditions {
  where: string[];
  values: unknown[];
  /** A search for beginnings of words, apart from the others. */
  prefix: string | null;
}

function conditions(projectId: number, { query, dateFrom, dateTo, status, qaStatus }: ArticleFilter): Conditions {
  const values: unknown[] = [projectId];
  const where = ['"projectId" = $1', '"deletedAt" IS NULL'];
  const add = (condition: (parameter: string) => string, value: unknown): void => {
    values.push(value);
    where.push(condition(`$${values.length}`));
  };
  const search = query?.replaceAll('\0', '').toWellFormed().trim() ?? '';
  if (search.length > queryMaxCharacters) throw refusal('query', `At most ${queryMaxCharacters} characters.`);
  // A trigram index has nothing to go by in one or two characters; the word index finds beginnings.
  if (Array.from(search).length >= 3) add((parameter) => `title ILIKE ${parameter}`, `%${search.replace(/[\\%_]/g, '\\$&')}%`);
  const isPrefix = search !== '' && Array.from(search).length < 3;
  if (isPrefix) values.push(`'${search.replace(/['\\]/g, '$&$&')}':*`);
  const prefix = isPrefix ? `to_tsvector('simple', title) @@ to_tsquery('simple', $${values.length})` : null;
  if (dateFrom) add((parameter) => `"addedAt" >= ${parameter}::timestamptz`, startOf('dateFrom', dateFrom, 0));
  if (dateTo) add((parameter) => `"addedAt" < ${parameter}::timestamptz`, startOf('dateTo', dateTo, 1));
  if (status) add((parameter) => `status = ${parameter}::"ArticleStatus"`, status);
  if (qaStatus && qaStatus !== 'new' && qaStatus !== 'reviewed') throw refusal('qaStatus', 'Must be new or reviewed.');
  // Reviews are not kept yet: every article is still new.
  if (qaStatus === 'reviewed') where.push('FALSE');
  return { where, values, prefix };
}

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

async function readable(app: App, actor: Actor, project: Project | number): Promise<Project> {
  return typeof project === 'number' ? accessProject(app.db.sql, actor, project, policy.listArticles) : project;
}
