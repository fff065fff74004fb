import { sql, type RawBuilder } from 'kysely';
import { daysBetween } from '../listening/project-zones.ts';
import { addDays, beginOf, everyDay, hoursOf, type Grain } from './report-days.ts';
import { minutes, percent, type ReportRequest, type Row } from './report.ts';

/** What listeners did, added up. */
export interface Sums {
  views: number;
  plays: number;
  finishes: number;
  heardMs: number;
  teaserViews: number;
  teaserPlays: number;
}

export const zeroSums: Sums = { views: 0, plays: 0, finishes: 0, heardMs: 0, teaserViews: 0, teaserPlays: 0 };

const total = <Name extends keyof Sums>(column: string, name: Name) =>
  // As floats, which hold whole numbers beyond any of these.
  sql<number>`sum(${sql.ref(`h.${column}`)})::float8`.as(name);

/** Sums of hours `h`, as a statement selects them. */
const sums = [
  total('views', 'views'),
  total('listens', 'plays'),
  total('finishes', 'finishes'),
  total('heardMs', 'heardMs'),
  total('teaserViews', 'teaserViews'),
  total('teaserListens', 'teaserPlays'),
] as const;

const hourColumns = [
  'hour',
  'views',
  'listens',
  'finishes',
  'heardMs',
  'teaserViews',
  'teaserListens',
  'reached',
  'ads',
] as const;

/**
 * Returns up to when the project's hours are in coarser sums (`listening/coarse-sums.ts`): a UTC midnight,
 * not after the end of the requested period. It only moves forward, so that a later statement finds complete
 * data on both sides of it.
 */
async function coarseUntil({ sql: db, project }: ReportRequest, { since, until }: Hours): Promise<Date> {
  const found = await db
    .selectFrom('CoarseListening')
    .where('projectId', '=', project.id)
    .select('until')
    .executeTakeFirst();
  return new Date(Math.max(since.getTime(), Math.min(until.getTime(), found?.until.getTime() ?? 0)));
}

interface Hours {
  since: Date;
  until: Date;
}

/**
 * The hours of a project's days, of all articles and channels: those of the last days in several rows, those
 * before in one each.
 */
export async function hoursOfProject(asked: ReportRequest) {
  const hours = hoursOf(asked, asked.zone);
  const { since, until } = hours;
  const coarse = await coarseUntil(asked, hours);
  return asked.sql
    .selectFrom('ProjectHour')
    .where('projectId', '=', asked.project.id)
    .where('hour', '>=', since)
    .where('hour', '<', coarse)
    .select(hourColumns)
    .unionAll(
      asked.sql
        .selectFrom('ListeningHour')
        .where('projectId', '=', asked.project.id)
        .where('hour', '>=', coarse)
        .where('hour', '<', until)
        .select(hourColumns),
    )
    .as('h');
}

const articleColumns = ['articleId', 'channelId', 'views', 'listens', 'finishes', 'heardMs'] as const;

/**
 * Returns the plays of articles by channel on a project's days: from monthly sums, and from daily and hourly
 * sums for the rest.
 */
export async function sumsOfArticles(asked: ReportRequest) {
  const hours = hoursOf(asked, asked.zone);
  const { since, until } = hours;
  const coarse = await coarseUntil(asked, hours);
  const { days, months } = wholeOf(since, coarse);
  const db = asked.sql;
  const hoursBetween = (from: Date, to: Date) =>
    db
      .selectFrom('ListeningHour')
      .where('projectId', '=', asked.project.id)
      .where('hour', '>=', from)
      .where('hour', '<', to)
      .select(articleColumns);
  if (!days) return hoursBetween(since, until).as('h');
  const daysOf = (from: string, to: string) =>
    db
      .selectFrom('ListeningDay')
      .where('projectId', '=', asked.project.id)
      .where('day', '>=', from)
      .where('day', '<', to)
      .select(articleColumns);
  const beside = hoursBetween(since, midnightOf(days.from)).unionAll(
    hoursBetween(midnightOf(days.to), until),
  );
  if (!months) return beside.unionAll(daysOf(days.from, days.to)).as('h');
  return beside
    .unionAll(daysOf(days.from, months.from))
    .unionAll(daysOf(months.to, days.to))
    .unionAll(
      db
        .selectFrom('ListeningMonth')
        .where('projectId', '=', asked.project.id)
        .where('month', '>=', months.from)
        .where('month', '<', months.to)
        .select(articleColumns),
    )
    .as('h');
}

interface Whole {
  /** The first day, and the one after the last. */
  from: string;
  to: string;
}

/** Which whole days of UTC lie between two times, and which whole months among those. Null: none. */
function wholeOf(since: Date, until: Date): { days: Whole | null; months: Whole | null } {
  const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
  const before = dayOf(new Date(since.getTime() - 1));
  const days = { from: addDays(before, 1), to: dayOf(until) };
  if (days.from >= days.to) return { days: null, months: null };
  const monthOf = (day: string): string => beginOf('month', day);
  const months = { from: monthOf(addDays(monthOf(addDays(days.from, -1)), 31)), to: monthOf(days.to) };
  return { days, months: months.from < months.to ? months : null };
}

const midnightOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

const added = (a: Sums, b: Sums): Sums => ({
  views: a.views + b.views,
  plays: a.plays + b.plays,
  finishes: a.finishes + b.finishes,
  heardMs: a.heardMs + b.heardMs,
  teaserViews: a.teaserViews + b.teaserViews,
  teaserPlays: a.teaserPlays + b.teaserPlays,
});

/** What listeners did in each day, week or month, also in those in which they did nothing. */
export async function sumsByTime(asked: ReportRequest, grain: Grain): Promise<Map<string, Sums>> {
  const { days, number } = daysOfHours(asked);
  const rows = await asked.sql
    .selectFrom(await hoursOfProject(asked))
    .select(number.as('number'))
    .select([...sums])
    .groupBy('number')
    .execute();
  const found = new Map(everyDay(asked).map((day) => [beginOf(grain, day), zeroSums]));
  for (const row of rows) {
    const begin = beginOf(grain, days[row.number]!);
    found.set(begin, added(found.get(begin) ?? zeroSums, row));
  }
  return found;
}

/**
 * Tells of hours `h` on which day they are, as the number of one in a list: the database may not know a zone
 * that we do.
 */
export function daysOfHours(asked: ReportRequest): { days: string[]; number: RawBuilder<number> } {
  const { since, until } = hoursOf(asked, asked.zone);
  const all = daysBetween(asked.zone, since.getTime(), until.getTime());
  const begins = all.map(({ begin }) => new Date(begin).toISOString());
  return {
    days: all.map(({ day }) => day),
    number: sql<number>`width_bucket(h."hour", ${begins}::timestamptz[]) - 1`,
  };
}

/** What listeners did altogether. */
export const sumAll = (some: Iterable<Sums>): Sums => [...some].reduce(added, zeroSums);

/** The figures of most reports. */
export const figuresOf = (of: Pick<Sums, 'views' | 'plays' | 'finishes' | 'heardMs'>): Row => ({
  views: of.views,
  plays: of.plays,
  finishes: of.finishes,
  ctr: percent(of.plays, of.views),
  ltr: percent(of.finishes, of.plays),
  minutes_heard: minutes(of.heardMs),
});

/** The same of teasers and whole articles apart. */
export const sumsByKind = (of: Sums): Row => ({
  plays_free: of.teaserPlays,
  plays_premium: of.plays - of.teaserPlays,
  ctr_free: percent(of.teaserPlays, of.teaserViews),
  ctr_premium: percent(of.plays - of.teaserPlays, of.views - of.teaserViews),
  ltr: percent(of.finishes, of.plays),
});
