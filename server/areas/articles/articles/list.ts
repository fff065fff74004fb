import type { Message } from '../../../lib/declare-messages.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Article as ArticleModel, Prisma } from '../../../../prisma/generated/client/client.ts';
import {
  ArticleStatus,
  type ArticleQaStatus,
  type HoldReason,
} from '../../../../prisma/generated/client/enums.ts';
import { place } from '../../../lib/database/compiled.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { containsFolded } from '../../../lib/database/sql.ts';
import { instantOf, isTimeZone, zoneOf } from '../../../lib/zoned-time.ts';
import { countCap, labelMaxCharacters, pageSizes, searchCountCap } from '../../../product.ts';
import { storableText } from '../../../text/storable-text.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { readableBy } from '../../access/project-access/access.ts';
import { webAddressKey } from './addresses.ts';
import {
  pageCondition,
  reversedOrder,
  defaultOrder,
  type ArticleOrder,
  type ArticleSort,
} from './list-order.ts';
import {
  countAll,
  readList,
  type Column,
  type Condition,
  type ListedColumns,
  type ListStatement,
} from './list-statement.ts';
import { articleMessages } from './messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

/** Which articles of a project. */
export interface ArticleFilter {
  /**
   * Three characters or more: anywhere in the title; fewer: at the beginning of a word of it. Accents,
   * capitals and the shape of marks do not count. Blank: all.
   */
  search?: string | null | undefined;
  /** Days on which it was added, YYYY-MM-DD, both included. */
  dateFrom?: string | null | undefined;
  dateTo?: string | null | undefined;
  /** IANA name of the time zone for days; defaults to the caller's, otherwise UTC. */
  timeZone?: string | null | undefined;
  status?: ArticleStatus | null | undefined;
  /** Of the review. */
  qaStatus?: QaFilter | null | undefined;
  /** One of its labels. */
  label?: string | null | undefined;
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
  /** Unless given, by when they were added. */
  sort?: ArticleSort | null | undefined;
  /** Unless given: newest first, otherwise ascending. */
  descending?: boolean | null | undefined;
}

export interface ArticlePage {
  articles: ListedColumns[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  /** Number of matches; absent if not requested. */
  total?: { count: number; isCapped: boolean };
}

/** Requested parts of a page. */
export interface ArticleQuery {
  /** Of each article, for Prisma. */
  article?: Prisma.ArticleDefaultArgs;
  /** Whether to count those that match. */
  total?: boolean;
}

const pageMax = 100;
const searchMaxCharacters = 200;
const offsetMax = 2_147_483_647;

/**
 * Returns a page of a project's articles, newest first unless another order is requested; ties are ordered by
 * id.
 * @param project that the caller may read
 * @throws ValidationError on the invalid argument
 */
export async function listArticles(
  app: Pick<App, 'db'>,
  actor: Actor,
  project: { id: number },
  filter: ArticleFilter,
  paging: ArticlePaging,
  query: ArticleQuery = {},
): Promise<ArticlePage> {
  return (await readPage(app, undefined, project.id, await inZoneOf(app, actor, filter), paging, query))!;
}

/**
 * The same together with whether the actor may read the project, in one statement. @returns null where he may
 * not @throws NotSignedInError, ValidationError
 */
export async function listReadableArticles(
  app: Pick<App, 'db'>,
  actor: Actor,
  projectId: number,
  filter: ArticleFilter,
  paging: ArticlePaging,
  query: ArticleQuery = {},
): Promise<ArticlePage | null> {
  return readPage(app, readableBy(actor), projectId, await inZoneOf(app, actor, filter), paging, query);
}

/**
 * Returns the filter with the time zone for its days: its own, otherwise that of the caller's profile; UTC
 * for a program.
 */
export async function inZoneOf(
  { db }: { db: Pick<App['db'], 'sql'> },
  actor: Actor,
  filter: ArticleFilter,
): Promise<ArticleFilter> {
  if (actor.kind !== 'user' || filter.timeZone || !(filter.dateFrom || filter.dateTo)) return filter;
  const user = await db.sql
    .selectFrom('User')
    .select('timezone')
    .where('id', '=', actor.userId)
    .executeTakeFirst();
  return { ...filter, timeZone: zoneOf(user?.timezone) };
}

/** How many articles a filter matches, exactly. @throws ValidationError */
export const countMatching = (db: Sql, projectId: number, filter: ArticleFilter): Promise<number> =>
  countAll(db, conditionsOf(projectId, filter));

/**
 * Ids of the articles that a filter matches, newest first. @param after where the pick before ended @throws
 * ValidationError
 */
export async function pickMatching(
  db: Sql,
  projectId: number,
  filter: ArticleFilter,
  { after, limit }: { after?: string | null | undefined; limit: number },
): Promise<{ ids: number[]; next: string | null }> {
  const { values, ...conditions } = conditionsOf(projectId, filter);
  const from = after == null ? null : parseCursor('after', after, defaultOrder);
  const found = await readList(db, {
    ...conditions,
    values: { ...values, ...(from && { afterAt: from.addedAt, afterId: from.id }) },
    cursor: from && pageCondition(defaultOrder, 'after'),
    order: defaultOrder,
    columns: ['id', 'addedAt'],
    offset: 0,
    limit: limit + 1,
    total: false,
  });
  const rows = found!.rows.slice(0, limit);
  return { ids: rows.map(({ id }) => id), next: found!.rows.length > limit ? cursorOf(rows.at(-1)!) : null };
}

async function readPage(
  { db }: Pick<App, 'db'>,
  project: Prisma.ProjectWhereInput | undefined,
  projectId: number,
  filter: ArticleFilter,
  paging: ArticlePaging,
  query: ArticleQuery,
): Promise<ArticlePage | null> {
  const { where, sought, values, tally } = conditionsOf(projectId, filter);
  const backwards = paging.last != null || (paging.before != null && paging.first == null);
  const limit = checkedCount(
    backwards ? 'last' : 'first',
    (backwards ? paging.last : paging.first) ?? pageSizes.list,
  );
  const offset = checkedCount('offset', paging.offset ?? 0, offsetMax);
  if (offset > 0 && (paging.after != null || backwards))
    throw refusal('offset', articleMessages.OFFSET_WITH_CURSOR());
  const asked: ArticleOrder = {
    sort: paging.sort ?? 'added',
    descending: paging.descending ?? isUsuallyDescending(paging.sort),
  };
  const cursors: Condition[] = [];
  for (const name of ['after', 'before'] as const) {
    const cursor = paging[name];
    if (cursor == null) continue;
    const { key, addedAt, id } = parseCursor(name, cursor, asked);
    Object.assign(values, { [`${name}Key`]: key, [`${name}At`]: addedAt, [`${name}Id`]: id });
    cursors.push(pageCondition(asked, name));
  }
  // Rows that hold nothing but columns are read with the page; of others the page is read first, then all
  // that belongs to them.
  const columns = columnsOf(query.article);
  const statement: ListStatement = {
    where,
    sought,
    cursor: cursors.length > 0 ? (eb) => eb.and(cursors.map((condition) => condition(eb))) : null,
    order: backwards ? reversedOrder(asked) : asked,
    columns: columns ?? ['id', 'addedAt'],
    offset,
    limit: limit + 1,
    total: query.total ?? false,
    tally,
    project,
    values,
  };
  const found = await (isFarAlong(statement)
    ? readFromNearerEnd(db.sql, statement)
    : readList(db.sql, statement));
  if (!found) return null;
  const { rows, count } = found;
  const more = rows.length > limit;
  const page = rows.slice(0, limit);
  const kept = columns ? page : await whole(db, page, query.article);
  for (const [index, { key }] of page.entries())
    if (key !== null) listCursors.set(kept[index]!, keyedCursor(asked, kept[index]!, key));
  const cap = Object.keys(sought).length > 0 ? searchCountCap : tally ? Infinity : countCap;
  const total =
    count === null ? {} : { total: { count: Math.min(Number(count), cap), isCapped: Number(count) > cap } };
  return backwards
    ? { articles: kept.reverse(), hasPreviousPage: more, hasNextPage: paging.before != null, ...total }
    : { articles: kept, hasNextPage: more, hasPreviousPage: offset > 0 || paging.after != null, ...total };
}

/** From this offset on a list that no day leads into is read from its nearer end. */
const farAlong = 4_000;
const isFarAlong = ({ sought, tally, order, offset }: ListStatement): boolean =>
  offset >= farAlong && order.sort !== 'added' && tally !== null && Object.keys(sought).length === 0;

/** The same rows: those of the other half are nearer to the list's end. */
async function readFromNearerEnd(
  db: App['db']['sql'],
  statement: ListStatement,
): ReturnType<typeof readList> {
  const counted = await readList(db, { ...statement, offset: 0, limit: 0, total: true });
  if (!counted) return null;
  const { offset, limit } = statement;
  const left = Number(counted.count) - offset;
  if (left >= offset || left <= 0) {
    const read = left <= 0 ? { rows: [] } : await readList(db, { ...statement, total: false });
    return read && { rows: read.rows, count: counted.count };
  }
  const mirrored = {
    order: reversedOrder(statement.order),
    offset: Math.max(0, left - limit),
    limit: Math.min(limit, left),
    total: false,
  };
  const read = await readList(db, { ...statement, ...mirrored });
  return read && { rows: read.rows.reverse(), count: counted.count };
}

/**
 * What is new comes first, and so does what is in trouble; titles begin with A, and short ones are found
 * sooner.
 */
const isUsuallyDescending = (sort: ArticleSort | null | undefined): boolean =>
  sort == null || sort === 'added';

/** The columns, where a query asks for nothing else; with those that a page needs. */
function columnsOf(query: Prisma.ArticleDefaultArgs | undefined): Column[] | null {
  const asked = Object.entries(query?.select ?? {}).filter(
    ([, wanted]) => wanted !== false && wanted !== undefined,
  );
  if (asked.some(([, wanted]) => wanted !== true)) return null;
  return [...new Set<Column>(['id', 'addedAt', ...asked.map(([column]) => column as Column)])];
}

/** Loads the rows of a page with their full selection, in the page's order. */
async function whole(
  db: App['db'],
  page: readonly ListedColumns[],
  query: Prisma.ArticleDefaultArgs | undefined,
): Promise<ListedColumns[]> {
  const rows = await db.prisma.article.findMany({
    ...query,
    where: { id: { in: page.map(({ id }) => id) } },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return page.flatMap(({ id, addedAt }) => ({ ...byId.get(id), id, addedAt }));
}

/** Cursors of articles of lists that are not in the usual order. */
const listCursors = new WeakMap<object, string>();

/** Returns an article's position in the order of the list from which it was read. */
export const cursorOf = (article: Pick<ArticleModel, 'addedAt' | 'id'>): string =>
  listCursors.get(article) ??
  Buffer.from(`${article.addedAt.toISOString()} ${article.id}`).toString('base64url');

const keyedCursor = ({ sort }: ArticleOrder, { addedAt, id }: ListedColumns, key: string | number): string =>
  Buffer.from(JSON.stringify([sort, addedAt.toISOString(), id, key])).toString('base64url');

interface Cursor {
  addedAt: string;
  id: number;
  key: string | number | null;
}

function parseCursor(field: string, cursor: string, { sort }: ArticleOrder): Cursor {
  const text = Buffer.from(cursor, 'base64url').toString();
  const parsed = sort === 'added' ? [sort, ...text.split(' '), null] : parsedJson(text);
  const { success, data } = cursorParts.safeParse(parsed);
  if (!success || data[0] !== sort || Number.isNaN(Date.parse(data[1])))
    throw refusal(field, kernelMessages.UNKNOWN_CURSOR());
  const [, addedAt, id, key] = data;
  return { addedAt, id, key };
}

const instant = z.string().regex(/^[12]\d{3}-\d\d-\d\dT[\d:.]+Z$/);
const articleId = z.int().min(0).max(999_999_999);
const cursorParts = z.union([
  z.tuple([
    z.literal('added'),
    instant,
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
    z.null(),
  ]),
  z.tuple([
    z.literal('title'),
    instant,
    articleId,
    z
      .string()
      .max(100)
      .refine((key) => !key.includes('\0') && key.isWellFormed()),
  ]),
  z.tuple([z.literal('duration'), instant, articleId, z.int().min(0).max(offsetMax)]),
  z.tuple([z.literal('status'), instant, articleId, z.enum(ArticleStatus)]),
]);

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export interface Conditions {
  /** Those that every match fulfils, by what names them. */
  where: Record<string, Condition>;
  /** Conditions whose number of matches can't be estimated. */
  sought: Record<string, Condition>;
  tally: ListStatement['tally'];
  values: Record<string, unknown>;
}

/** What a filter asks of a project's articles. @throws ValidationError on the field that is wrong */
export function conditionsOf(
  project: number,
  { search, dateFrom, dateTo, timeZone, status, qaStatus, label }: ArticleFilter,
): Conditions {
  const where: Record<string, Condition> = {
    project: (eb) => eb('projectId', '=', place<number>('project')),
    kept: (eb) => eb('deletedAt', 'is', null),
  };
  const sought: Record<string, Condition> = {};
  const values: Record<string, unknown> = { project };
  const text = storableText(search ?? '').trim();
  if (text.length > searchMaxCharacters)
    throw refusal('search', kernelMessages.TOO_LONG({ most: searchMaxCharacters }));
  // As the database folds it. A trigram index has nothing to go by in one or two characters unless they begin
  // a word.
  const address = webAddressKey(text);
  const folded = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  const length = Array.from(folded).length;
  if (address !== null) {
    values['address'] = address;
    where['address'] = (eb) => sql<boolean>`md5(${eb.ref('addressKey')}) = md5(${place('address')}::text)`;
  } else if (length > 2) {
    values['search'] = text;
    sought['search'] = (eb) => containsFolded(eb.ref('titleFolded'), place('search'));
  } else if (length > 0) {
    values['search'] = text;
    // Most titles do not even hold the letters; to ask for that costs little. No operator, so that it is not
    // taken for what an index could answer.
    sought['prefix'] = (eb) => {
      const title = eb.ref('titleFolded');
      return sql<boolean>`strpos(${title}, fold_text(${place('search')}::text)) > 0 AND ${title} ~ fold_word_start(${place('search')}::text)`;
    };
  }
  if (label != null) {
    if (label.length > labelMaxCharacters)
      throw refusal('label', kernelMessages.TOO_LONG({ most: labelMaxCharacters }));
    values['label'] = storableText(label);
    sought['label'] = (eb) => sql<boolean>`${eb.ref('labels')} @> ARRAY[${place('label')}::text]`;
  }
  const zone = timeZone ?? 'UTC';
  if (!isTimeZone(zone)) throw refusal('timeZone', kernelMessages.UNKNOWN_TIME_ZONE());
  if (dateFrom) {
    Object.assign(values, edge('from', startOf('dateFrom', dateFrom, 0, zone)));
    where['from'] = (eb) => eb('addedAt', '>=', sql<Date>`${place('from')}::timestamptz`);
  }
  if (dateTo) {
    Object.assign(values, edge('to', startOf('dateTo', dateTo, 1, zone)));
    where['to'] = (eb) => eb('addedAt', '<', sql<Date>`${place('to')}::timestamptz`);
  }
  if (status) {
    values['status'] = status;
    // What is played only once it was reviewed is as good as ready for those who review it.
    if (status === 'ready' && qaStatus === 'new')
      where['ready or held for review'] = (eb) =>
        eb.or([
          eb('status', '=', place<ArticleStatus>('status')),
          eb('holdReason', '=', sql.lit<HoldReason>('review')),
        ]);
    else where['status'] = (eb) => eb('status', '=', place<ArticleStatus>('status'));
  }
  if (qaStatus)
    where[`qa ${qaStatus}`] = (eb) =>
      sql<boolean>`${eb.ref('qaStatus')} ${sql.raw(reviewConditions[qaStatus])}`;
  const isTallied = Object.keys(sought).length === 0 && !qaStatus && address === null;
  return {
    where,
    sought,
    values,
    tally: isTallied ? { status: Boolean(status), from: Boolean(dateFrom), to: Boolean(dateTo) } : null,
  };
}

const edge = (name: 'from' | 'to', moment: string): Record<string, string> => ({
  [name]: moment,
  [`${name}Day`]: moment.slice(0, 10),
});

/** The moment at which a day begins in a zone, or the next one. */
function startOf(field: string, day: string, later: number, zone: string): string {
  const date = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00:00Z`) : new Date(Number.NaN);
  if (!(date.getUTCFullYear() >= 1 && date.getUTCFullYear() < 9999))
    throw refusal(field, kernelMessages.NOT_A_DAY());
  date.setUTCDate(date.getUTCDate() + later);
  return (zone === 'UTC' ? date : instantOf(date.toISOString().slice(0, 16), zone)).toISOString();
}

function checkedCount(field: string, count: number, max = pageMax): number {
  if (!Number.isInteger(count) || count < 0 || count > max)
    throw refusal(field, kernelMessages.NOT_NUMBER_WITHIN({ least: 0, most: max }));
  return count;
}

const refusal = (field: string, message: Message): ValidationError =>
  new ValidationError([{ field, ...message }]);
