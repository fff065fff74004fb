import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Sql } from '../../../../lib/database/db.ts';
import { anyOf } from '../../../../lib/database/sql.ts';
import type { Message } from '../../../../lib/declare-messages.ts';
import type { ColumnName } from '../columns.ts';
import { figuresOf, sumsOfArticles, type Sums } from '../listening-sums.ts';
import { statisticsMessages as say } from '../messages.ts';
import {
  declareReport,
  rowsMax,
  type ReportRequest,
  type FirstRows,
  type Row,
  type AllRows,
} from '../report.ts';

/** Rows that one statement reads of a report that has very many. */
const rowsAtOnce = 5_000;

/**
 * Minimum number of listeners for a page to be listed separately. Listeners without consent are not counted,
 * so plays are used instead: there are never more listeners than plays.
 */
export const listenersMin = 5;

/** What articles or channels belong to: its key, and what it is called (null: nothing is known). */
interface Belonging {
  id: number;
  key: string | null;
  label: string | null;
}
/** Sums, and the columns that they are of. */
const columnOf = { views: 'views', plays: 'listens', finishes: 'finishes', heardMs: 'heardMs' } as const;
type SumName = keyof typeof columnOf;
const sumNames = Object.keys(columnOf) as SumName[];
/** What a statement finds for a row. */
type Found = Pick<Sums, SumName> & Pick<Belonging, 'key' | 'label'> & { few: boolean };
/** Of one article or channel. */
type Belongings = (db: Sql, id: RawBuilder<number>) => SelectQueryBuilder<any, any, Belonging>;
type Heard = Awaited<ReturnType<typeof sumsOfArticles>>;

interface Kind {
  what?: 'articleId' | 'channelId';
  /** See `Report.overlapping`. */
  overlapping?: true;
  /** Each row is a page: see `listenersMin`. */
  ofPages?: true;
}

/** What a report has rows of. */
interface Subject extends Kind {
  column: ColumnName;
  belongings: Belongings;
}

/** @param keys of the rows; absent: all */
const found = (
  db: Sql,
  { belongings, what = 'articleId', ofPages }: Subject,
  of: Heard,
  keys?: readonly (string | null)[],
) => {
  const heard = db
    .selectFrom(of)
    // Only these are added up; what articles belong to is known later.
    .$if(ofPages === true && keys !== undefined, (query) =>
      query.where('h.articleId', '=', anyOf(keys!.map(Number), 'int')),
    )
    .select(['h.articleId', 'h.channelId'])
    .select(({ fn }) => sumNames.map((name) => fn.sum(`h.${columnOf[name]}`).as(name)))
    .groupBy(['h.articleId', 'h.channelId'])
    .as('h');
  // Looks names up by what was played, so that the size of other projects does not matter.
  const named = belongings(db, sql.ref<number>(`h.${what}`)).as('n');
  return (
    db
      .selectFrom(heard)
      .leftJoinLateral(named, (join) => join.onTrue())
      // What a channel's player did without an article is of no article; what is of no channel stays.
      .$if(what === 'articleId', (query) => query.where('n.id', 'is not', null))
      .$if(keys !== undefined, (query) =>
        query.where(({ or, eb }) =>
          or([
            eb(
              'n.key',
              '=',
              anyOf(
                keys!.filter((key) => key !== null),
                'text',
              ),
            ),
            ...(keys!.includes(null) ? [eb('n.key', 'is', null)] : []),
          ]),
        ),
      )
      .select(({ fn, ref }) => [fn.max('n.label').as('label'), ref('n.key').as('key')])
      .select(({ fn }) => sumNames.map((name) => fn.sum<number>(`h.${name}`).as(name)))
      .groupBy('n.key')
  );
};

/** Rows of the report; pages with few listeners share the last one. */
const rowsFound = (db: Sql, subject: Subject, of: Heard) => {
  const few = sql<boolean>`${subject.ofPages === true} AND plays > 0 AND plays < ${listenersMin}`;
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom(found(db, subject, of).as('f'))
        .selectAll('f')
        .select(few.as('few'))
        .as('f'),
    )
    .select((eb) => [
      'f.few',
      sql<string | null>`CASE WHEN f.few THEN NULL ELSE f.key END`.as('key'),
      sql<string | null>`max(CASE WHEN f.few THEN NULL ELSE f.label END)`.as('label'),
      ...sumNames.map((name) => sql<number>`sum(${eb.ref(`f.${name}`)})::float8`.as(name)),
    ])
    .groupBy(['f.few', sql`2`])
    .as('r');
};

const inOrder = (db: Sql, subject: Subject, of: Heard) =>
  db
    .selectFrom(rowsFound(db, subject, of))
    .selectAll('r')
    .orderBy('r.few')
    .orderBy('r.plays', 'desc')
    .orderBy('r.views', 'desc')
    .orderBy('r.key');

const rowOf = ({ column, ofPages }: Subject, { label, key, ...row }: Found): Row => ({
  [column]: label,
  ...(ofPages && key !== null && { articleId: Number(key) }),
  ...figuresOf(row),
});

const readWhole = async (subject: Subject, asked: ReportRequest): Promise<AllRows> => {
  const all = await asked.sql
    .selectFrom(rowsFound(asked.sql, subject, await sumsOfArticles(asked)))
    .select(({ fn }) => [
      sql<number>`count(*)::float8`.as('count'),
      fn.sum<number>('views').as('views'),
      fn.sum<number>('plays').as('plays'),
      fn.sum<number>('finishes').as('finishes'),
      // Each row is rounded as in the CSV file.
      sql<number>`sum(round("heardMs"::numeric / 6))::float8`.as('units'),
    ])
    .executeTakeFirstOrThrow();
  const total = { ...figuresOf({ ...all, heardMs: 0 }), minutes_heard: all.units / 10_000 };
  return { count: all.count, total: subject.overlapping ? null : total };
};

const readFirst = async (subject: Subject, asked: ReportRequest): Promise<FirstRows> => {
  const rows = await inOrder(asked.sql, subject, await sumsOfArticles(asked))
    .limit(rowsMax + 1)
    .execute();
  return {
    rows: rows.slice(0, rowsMax).map((row) => rowOf(subject, row)),
    whole: rows.length > rowsMax ? await readWhole(subject, asked) : null,
  };
};

/** Keys of all rows in order, and the row of pages with few listeners. */
const readOrder = async (subject: Subject, asked: ReportRequest) =>
  asked.sql
    .selectFrom(rowsFound(asked.sql, subject, await sumsOfArticles(asked)))
    .select([
      sql<
        (string | null)[]
      >`coalesce(array_agg(r.key ORDER BY r.plays DESC, r.views DESC, r.key) FILTER (WHERE NOT r.few), '{}')`.as(
        'keys',
      ),
      sql<number>`(count(*) FILTER (WHERE r.few))::float8`.as('fewRows'),
      ...sumNames.map((name) =>
        sql<number>`coalesce(max(${sql.ref(`r.${name}`)}) FILTER (WHERE r.few), 0)`.as(name),
      ),
    ])
    .executeTakeFirstOrThrow();

/** The rows of some keys in the same order, without those that are gone by now. */
const readRows = async (
  subject: Subject,
  asked: ReportRequest,
  keys: readonly (string | null)[],
): Promise<Row[]> => {
  const rows = await found(asked.sql, subject, await sumsOfArticles(asked), keys).execute();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => {
    const row = byKey.get(key);
    if (!row) return [];
    const [views, plays, finishes, heardMs] = sumNames.map((name) => Number(row[name])) as [
      number,
      number,
      number,
      number,
    ];
    return [rowOf(subject, { ...row, views, plays, finishes, heardMs, few: false })];
  });
};

/** All rows, some thousand at a time. */
async function* readPages(subject: Subject, asked: ReportRequest): AsyncGenerator<readonly Row[]> {
  const first = await readFirst(subject, asked);
  if (!first.whole) return yield first.rows;
  const { keys, fewRows, ...few } = await readOrder(subject, asked);
  for (let at = 0; at < keys.length; at += rowsAtOnce)
    yield await readRows(subject, asked, keys.slice(at, at + rowsAtOnce));
  if (fewRows > 0) yield [rowOf(subject, { ...few, key: null, label: null, few: true })];
}

/** What listeners did with each of something that articles, or channels, belong to. */
const of = (
  name: string,
  column: ColumnName,
  title: Message,
  definition: Message,
  belongings: Belongings,
  kind: Kind = {},
) => {
  const subject: Subject = { column, belongings, ...kind };
  return declareReport({
    name,
    title,
    definition,
    ...(kind.overlapping && { overlapping: kind.overlapping }),
    columns: [column, 'views', 'plays', 'finishes', 'ctr', 'ltr', 'minutes_heard'],
    graph: { kind: 'bar', labels: column, datasets: ['plays'] },
    read: async (asked) => (await readFirst(subject, asked)).rows,
    many: {
      readFirst: (asked) => readFirst(subject, asked),
      readPages: (asked) => readPages(subject, asked),
    },
  });
};

const text = (column: string) => sql<string | null>`${sql.ref(column)}::text`;

export const breakdownReports = [
  of(
    'Articles',
    'article',
    say.STATISTICS_ARTICLES(),
    say.STATISTICS_ARTICLES_MEANING(),
    (db, id) =>
      db
        .selectFrom('Article as a')
        .where('a.id', '=', id)
        .select(['a.id', text('a.id').as('key'), text('a.title').as('label')]),
    { ofPages: true },
  ),
  of(
    'Channels',
    'channel',
    say.STATISTICS_CHANNELS(),
    say.STATISTICS_CHANNELS_MEANING(),
    (db, id) =>
      db
        .selectFrom('Channel as c')
        .where('c.id', '=', id)
        .select(['c.id', text('c.id').as('key'), text('c.slug').as('label')]),
    { what: 'channelId' },
  ),
  of(
    'Playlists',
    'playlist',
    say.STATISTICS_PLAYLISTS(),
    say.STATISTICS_PLAYLISTS_MEANING(),
    (db, id) =>
      db
        .selectFrom('PlaylistItem as i')
        .innerJoin('Playlist as p', 'p.id', 'i.playlistId')
        .where('i.articleId', '=', id)
        .select([sql<number>`i."articleId"`.as('id'), text('p.id').as('key'), text('p.name').as('label')])
        .distinct(),
    { overlapping: true },
  ),
  of('Sources', 'source', say.STATISTICS_SOURCES(), say.STATISTICS_SOURCES_MEANING(), (db, id) =>
    db
      .selectFrom('Article as a')
      .where('a.id', '=', id)
      .leftJoin('Source as s', 's.id', 'a.sourceId')
      .select([
        'a.id',
        text('s.id').as('key'),
        sql<string | null>`coalesce(s."url", s."type"::text)`.as('label'),
      ]),
  ),
  of('Authors', 'author', say.STATISTICS_AUTHORS(), say.STATISTICS_AUTHORS_MEANING(), (db, id) =>
    db
      .selectFrom('Article as a')
      .where('a.id', '=', id)
      .select(['a.id', sql<string | null>`a."author"`.as('key'), sql<string | null>`a."author"`.as('label')]),
  ),
  of(
    'Labels',
    'label',
    say.STATISTICS_LABELS(),
    say.STATISTICS_LABELS_MEANING(),
    (db, id) =>
      db
        .selectFrom((eb) =>
          eb
            .selectFrom('Article')
            .where('id', '=', id)
            .select([
              'id',
              // A page without an address has a row without a name.
              sql<
                string | null
              >`unnest(CASE WHEN "labels" = '{}' THEN ARRAY[NULL]::text[] ELSE "labels" END)`.as('label'),
            ])
            .as('l'),
        )
        .select(['l.id', 'l.label as key', 'l.label'])
        .distinct(),
    { overlapping: true },
  ),
];
