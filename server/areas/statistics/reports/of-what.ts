import { sql, type SelectQueryBuilder } from 'kysely';
import { execute, type Sql } from '../../../lib/db.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import type { ColumnName } from '../columns.ts';
import { figuresOf, none, ofDays, sums, type Sums } from '../listening-sums.ts';
import { statisticsMessages as say } from '../messages.ts';
import { declareReport, rowsMax, type Asked, type First, type Row, type Whole } from '../report.ts';

/** Rows that are read at once of a report that has very many. */
const rowsAtOnce = 2_000;

/**
 * Listeners that a page has to have before it is told apart. Who did not agree to be told apart is not
 * counted as a listener, so plays stand for them: there are never more listeners than plays.
 */
export const listenersMin = 5;

/** What articles or channels belong to: its key, and what it is called (null: nothing is known). */
interface Belonging {
  id: number;
  key: string | null;
  label: string | null;
}
/** What a statement finds for a row. */
type Found = Sums & Pick<Belonging, 'key' | 'label'> & { few: boolean };
const sumNames = Object.keys(none) as (keyof Sums)[];
type Belongings = (db: Sql) => SelectQueryBuilder<any, any, Belonging>;

interface Kind {
  what?: 'articleId' | 'channelId';
  /** See `Report.overlapping`. */
  overlapping?: true;
  /** Each row is a page: see `listenersMin`. */
  ofPages?: true;
}

/** What listeners did with each of something that articles, or channels, belong to. */
const of = (
  name: string,
  column: ColumnName,
  title: Message,
  definition: Message,
  belongings: Belongings,
  { what = 'articleId', overlapping, ofPages }: Kind = {},
) => {
  const found = (asked: Asked) => {
    const db = asked.sql;
    const heard = db
      .selectFrom('ListeningHour as h')
      .where(ofDays(asked))
      .select(['h.articleId', 'h.channelId'])
      .select(({ fn }) => [
        fn.sum('h.views').as('views'),
        fn.sum('h.listens').as('listens'),
        fn.sum('h.finishes').as('finishes'),
        fn.sum('h.heardMs').as('heardMs'),
        fn.sum('h.teaserViews').as('teaserViews'),
        fn.sum('h.teaserListens').as('teaserListens'),
      ])
      .groupBy(['h.articleId', 'h.channelId'])
      .as('h');
    const named = belongings(db).as('n');
    return (
      db
        .selectFrom(heard)
        .leftJoin(named, 'n.id', `h.${what}`)
        // What a channel's player did without an article is of no article; what is of no channel stays.
        .$if(what === 'articleId', (query) => query.where('n.id', 'is not', null))
        .select(({ fn, ref }) => [fn.max('n.label').as('label'), ref('n.key').as('key')])
        .select([...sums])
        .groupBy('n.key')
    );
  };
  /** What stands in the rows: pages that few have heard stand together in the last one. */
  const rowsFound = (asked: Asked) => {
    const few = sql<boolean>`${ofPages === true} AND plays > 0 AND plays < ${listenersMin}`;
    return asked.sql
      .selectFrom((eb) => eb.selectFrom(found(asked).as('f')).selectAll('f').select(few.as('few')).as('f'))
      .select((eb) => [
        'f.few',
        sql<string | null>`CASE WHEN f.few THEN NULL ELSE f.key END`.as('key'),
        sql<string | null>`max(CASE WHEN f.few THEN NULL ELSE f.label END)`.as('label'),
        ...sumNames.map((name) => sql<number>`sum(${eb.ref(`f.${name}`)})::float8`.as(name)),
      ])
      .groupBy(['f.few', sql`2`]);
  };
  const inOrder = (asked: Asked) =>
    asked.sql
      .selectFrom(rowsFound(asked).as('r'))
      .selectAll('r')
      .orderBy('r.few')
      .orderBy('r.plays', 'desc')
      .orderBy('r.views', 'desc')
      .orderBy('r.key');
  const rowOf = ({ label, key, ...row }: Found): Row => ({
    [column]: label,
    ...(ofPages && key !== null && { articleId: Number(key) }),
    ...figuresOf(row),
  });
  const readWhole = async (asked: Asked): Promise<Whole> => {
    const all = await asked.sql
      .selectFrom(rowsFound(asked).as('r'))
      .select(({ fn }) => [
        sql<number>`count(*)::float8`.as('count'),
        fn.sum<number>('views').as('views'),
        fn.sum<number>('plays').as('plays'),
        fn.sum<number>('finishes').as('finishes'),
        // Each row is rounded as it stands in the file.
        sql<number>`sum(round("heardMs"::numeric / 6))::float8`.as('units'),
      ])
      .executeTakeFirstOrThrow();
    const total = { ...figuresOf({ ...none, ...all }), minutes_heard: all.units / 10_000 };
    return { count: all.count, total: overlapping ? null : total };
  };
  const readFirst = async (asked: Asked): Promise<First> => {
    const rows = await inOrder(asked)
      .limit(rowsMax + 1)
      .execute();
    return {
      rows: rows.slice(0, rowsMax).map(rowOf),
      whole: rows.length > rowsMax ? await readWhole(asked) : null,
    };
  };
  return declareReport({
    name,
    title,
    definition,
    ...(overlapping && { overlapping }),
    columns: [column, 'views', 'plays', 'finishes', 'ctr', 'ltr', 'minutes_heard'],
    graph: { kind: 'bar', labels: column, datasets: ['plays'] },
    read: async (asked) => (await readFirst(asked)).rows,
    many: {
      readFirst,
      async *readPages(asked) {
        const { sql: text, parameters } = inOrder(asked).compile();
        await execute(asked.sql, `DECLARE "rows" NO SCROLL CURSOR FOR ${text}`, [...parameters]);
        for (let page: Found[] | null = null; page === null || page.length === rowsAtOnce;) {
          const { rows } = await execute(asked.sql, `FETCH ${rowsAtOnce} FROM "rows"`);
          page = rows as Found[];
          yield page.map(rowOf);
        }
      },
    },
  });
};

const text = (column: string) => sql<string | null>`${sql.ref(column)}::text`;

export const ofWhatReports = [
  of(
    'Articles',
    'article',
    say.STATISTICS_ARTICLES(),
    say.STATISTICS_ARTICLES_MEANING(),
    (db) =>
      db.selectFrom('Article as a').select(['a.id', text('a.id').as('key'), text('a.title').as('label')]),
    { ofPages: true },
  ),
  of(
    'Channels',
    'channel',
    say.STATISTICS_CHANNELS(),
    say.STATISTICS_CHANNELS_MEANING(),
    (db) =>
      db.selectFrom('Channel as c').select(['c.id', text('c.id').as('key'), text('c.slug').as('label')]),
    { what: 'channelId' },
  ),
  of(
    'Playlists',
    'playlist',
    say.STATISTICS_PLAYLISTS(),
    say.STATISTICS_PLAYLISTS_MEANING(),
    (db) =>
      db
        .selectFrom('PlaylistItem as i')
        .innerJoin('Playlist as p', 'p.id', 'i.playlistId')
        .where('i.articleId', 'is not', null)
        .select([sql<number>`i."articleId"`.as('id'), text('p.id').as('key'), text('p.name').as('label')])
        .distinct(),
    { overlapping: true },
  ),
  of('Sources', 'source', say.STATISTICS_SOURCES(), say.STATISTICS_SOURCES_MEANING(), (db) =>
    db
      .selectFrom('Article as a')
      .leftJoin('Source as s', 's.id', 'a.sourceId')
      .select([
        'a.id',
        text('s.id').as('key'),
        sql<string | null>`coalesce(s."url", s."type"::text)`.as('label'),
      ]),
  ),
  of('Authors', 'author', say.STATISTICS_AUTHORS(), say.STATISTICS_AUTHORS_MEANING(), (db) =>
    db
      .selectFrom('Article as a')
      .select(['a.id', sql<string | null>`a."author"`.as('key'), sql<string | null>`a."author"`.as('label')]),
  ),
  of(
    'Labels',
    'label',
    say.STATISTICS_LABELS(),
    say.STATISTICS_LABELS_MEANING(),
    (db) =>
      db
        .selectFrom((eb) =>
          eb
            .selectFrom('Article')
            .select([
              'id',
              // One that has none stands in a row without a name.
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
