import { sql, type Selectable } from 'kysely';
import type { ArticleLog, Chunk, Prisma, User } from '../../../../prisma/generated/client/client.ts';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { newestFirst, type Page } from '../../../kernel/list-page.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import { wordTimings } from '../../../text/words.ts';
import { paragraphPositions, type ParagraphPosition } from '../../../text/paragraph-positions.ts';
import { readableBy } from '../articles/article.ts';
import { mayReadLog, rightsOf, type ArticleWithRights } from '../articles/article-rights.ts';

// What belongs to an article that its reader holds already: its project's rights decide.

/** What of an article decides whether its log and chunks may be read. */
export const recordRights = (actor: Actor) => rightsOf(actor);

/** Kinds of log entries that the pipeline doesn't write itself. */
export type LogKind = 'log' | 'update' | 'recrawl';

const logMax = 1_000;
/**
 * Bytes of texts and differences that one log is read with, from the newest on: an article at its limit,
 * changed throughout, is within.
 */
const logBytesMax = 1_500_000;
/** Characters that are left of the texts beyond. */
const logTextShortened = 300;

/**
 * Returns entries of one kind or of all, newest first. Older entries are shortened where they would become
 * too large. Null if the actor may not read them.
 * @param query selection of the rows
 * @param page of the entries; absent: all
 */
export async function readLog(
  app: App,
  actor: Actor,
  article: ArticleWithRights,
  kind: LogKind | null,
  query: Prisma.ArticleLogDefaultArgs = {},
  page: Page = { limit: logMax, inverted: false },
): Promise<ArticleLog[] | null> {
  if (!mayReadLog(actor, article)) return null;
  const { text, diff, ...select } = query.select ?? {};
  const withoutTexts: Prisma.ArticleLogFindManyArgs = query.select
    ? { select: { ...select, id: true } }
    : { include: query.include ?? null, omit: { text: true, diff: true } };
  const { where, ...order } = newestFirst(page);
  // The rows contain exactly the selected columns.
  const entries = (await app.db.prisma.articleLog.findMany({
    ...withoutTexts,
    ...order,
    where: { articleId: article.id, ...(kind && { kind }), ...where },
  })) as unknown as ArticleLog[];
  const wanted = !query.select || text || diff;
  const texts = wanted
    ? await readLogTexts(
        app,
        entries.map(({ id }) => id),
      )
    : new Map<number, object>();
  return entries.map((entry) => ({ ...entry, text: null, diff: null, ...texts.get(entry.id) }));
}

/**
 * Returns the entries whose article's log and chunks the actor may read.
 * @param query selection of the rows
 * @throws NotSignedInError
 */
export async function readLogEntries(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.ArticleLogDefaultArgs = {},
): Promise<ArticleLog[]> {
  const { prisma } = app.db;
  const found = await prisma.articleLog.findMany({
    where: { id: { in: [...ids] }, article: readableBy(actor) },
    select: { id: true, article: { select: recordRights(actor) } },
  });
  const open = found.filter(({ article }) => mayReadLog(actor, article)).map(({ id }) => id);
  return open.length === 0 ? [] : prisma.articleLog.findMany({ ...query, where: { id: { in: open } } });
}

/**
 * Returns the chunks whose article's log and chunks the actor may read.
 * @param query selection of the rows
 * @throws NotSignedInError
 */
export async function readChunks(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.ChunkDefaultArgs = {},
): Promise<Chunk[]> {
  const { prisma } = app.db;
  const found = await prisma.chunk.findMany({
    where: { id: { in: [...ids] }, article: readableBy(actor) },
    select: { id: true, article: { select: recordRights(actor) } },
  });
  const open = found.filter(({ article }) => mayReadLog(actor, article)).map(({ id }) => id);
  return open.length === 0 ? [] : prisma.chunk.findMany({ ...query, where: { id: { in: open } } });
}

/**
 * Returns the last editor of the article, for every reader of it; null: none, or not a person.
 * @param query selection of the row
 */
export async function readLastEditor(
  app: App,
  articleId: number,
  query: Prisma.UserDefaultArgs,
): Promise<User | null> {
  const last = await app.db.prisma.articleLog.findFirst({
    where: { articleId, kind: 'update' },
    orderBy: { id: 'desc' },
    select: { user: query as Prisma.UserDefaultArgs },
  });
  return (last?.user as User | null | undefined) ?? null;
}

/** By hand, so that the database adds up sizes without reading the texts. */
async function readLogTexts(
  app: App,
  ids: number[],
): Promise<Map<number, Pick<ArticleLog, 'text' | 'diff'>>> {
  const sized = app.db.sql
    .selectFrom('ArticleLog')
    .where('id', '=', anyOf(ids, 'int'))
    .select([
      'id',
      'text',
      'diff',
      ({ fn, ref }) =>
        fn
          .sum<string>(
            sql`coalesce(octet_length(${ref('text')}), 0) + coalesce(octet_length(${ref('diff')}), 0)`,
          )
          .over((over) => over.orderBy('id', 'desc'))
          .as('bytes'),
    ]);
  const rows = await app.db.sql
    .selectFrom(sized.as('entry'))
    .select((eb) => [
      'id',
      eb
        .case()
        .when(
          eb.or([
            eb('bytes', '<=', `${logBytesMax}`),
            eb(eb.fn<number>('octet_length', ['text']), '<=', logTextShortened),
          ]),
        )
        .then(eb.ref('text'))
        .else(sql<string>`left(${eb.ref('text')}, ${logTextShortened}::int) || '…'`)
        .end()
        .as('text'),
      eb.case().when('bytes', '<=', `${logBytesMax}`).then(eb.ref('diff')).end().as('diff'),
    ])
    .execute();
  return new Map(rows.map(({ id, text, diff }) => [id, { text, diff }]));
}

/**
 * A page of its chunks, newest version first, each in order; null for callers who may not read them.
 */
export async function readChunkPage(
  app: App,
  actor: Actor,
  article: ArticleWithRights,
  { after, before, limit, inverted }: Page,
  { version, voiced }: { version?: string | null | undefined; voiced?: boolean | null | undefined } = {},
): Promise<Selectable<Tables['Chunk']>[] | null> {
  if (!mayReadLog(actor, article)) return null;
  const chunks = app.db.sql
    .with('versions', (db) =>
      db
        .selectFrom('Chunk')
        .select(({ fn }) => ['version', fn.max('id').as('newest')])
        .where('articleId', '=', article.id)
        .groupBy('version'),
    )
    .selectFrom('Chunk as c')
    .innerJoin('versions as v', 'v.version', 'c.version')
    .where('c.articleId', '=', article.id);
  const place = sql`(-v.newest, c.position, c.id)`;
  const placeOf = (id: number) =>
    sql`(${chunks.select([sql`-v.newest`.as('newest'), 'c.position', 'c.id']).where('c.id', '=', id)})`;
  const direction = inverted ? 'desc' : 'asc';
  return chunks
    .selectAll('c')
    .$if(version != null, (query) => query.where('c.version', '=', version!.replaceAll('\0', '')))
    .$if(voiced != null, (query) => query.where('c.charactersVoiced', voiced ? '>' : '=', 0))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`${place} > ${placeOf(after!)}`))
    .$if(before !== undefined, (query) => query.where(sql<boolean>`${place} < ${placeOf(before!)}`))
    .orderBy(sql`-v.newest`, direction)
    .orderBy('c.position', direction)
    .orderBy('c.id', direction)
    .limit(limit)
    .execute();
}

export interface ChunkSummary {
  totalChunks: number;
  totalCharactersVoiced: number;
}

/**
 * Returns the number of chunks in their lists, including those of older versions, and their cost; null for
 * callers who may not read them.
 */
export async function readChunkSummary(
  app: App,
  actor: Actor,
  article: ArticleWithRights,
): Promise<ChunkSummary | null> {
  if (!mayReadLog(actor, article)) return null;
  const { _count, _sum } = await app.db.prisma.chunk.aggregate({
    where: { articleId: article.id },
    _count: true,
    _sum: { charactersVoiced: true },
  });
  return { totalChunks: _count, totalCharactersVoiced: _sum.charactersVoiced ?? 0 };
}

export interface HighlightedWord {
  word: string;
  /** UTF-16 offset and length in what was spoken, as it is written: title and text. */
  start: number;
  length: number;
  /** Milliseconds from the start of the audio. */
  startMs: number;
  endMs: number;
}

/** When each word of the version that can be played sounds; nothing without audio. */
export async function readHighlight(app: App, article: { audio: string | null }): Promise<HighlightedWord[]> {
  if (!article.audio) return [];
  const audio = await app.db.prisma.audio.findUnique({
    where: { version: article.audio },
    select: { text: true, timings: true },
  });
  if (!audio) return [];
  return wordTimings
    .parse(audio.timings)
    .map(({ start, length, startMs, endMs }) => ({
      word: audio.text.slice(start, start + length),
      start,
      length,
      startMs,
      endMs,
    }));
}

/**
 * What the version that can be played says: title and text, as they were written; null without audio.
 * Positions of words and paragraphs count in it.
 */
export async function readSpokenText(app: App, article: { audio: string | null }): Promise<string | null> {
  if (!article.audio) return null;
  return (
    (await app.db.prisma.audio.findUnique({ where: { version: article.audio }, select: { text: true } }))
      ?.text ?? null
  );
}

/** When each paragraph of the version that can be played sounds; nothing without audio. */
export async function readParagraphs(
  app: App,
  article: { audio: string | null },
): Promise<ParagraphPosition[]> {
  const audio =
    article.audio &&
    (await app.db.prisma.audio.findUnique({
      where: { version: article.audio },
      select: { text: true, timings: true },
    }));
  return audio ? paragraphPositions(audio.text, wordTimings.parse(audio.timings)) : [];
}
