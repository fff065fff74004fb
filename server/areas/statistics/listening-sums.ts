import { sql, type RawBuilder } from 'kysely';
import { dayIn } from '../listening/project-zones.ts';
import { beginOf, everyDay, hoursOf, type Grain } from './days.ts';
import { minutes, percent, type Asked, type Row } from './report.ts';

/** What listeners did, added up. */
export interface Sums {
  views: number;
  plays: number;
  finishes: number;
  heardMs: number;
  teaserViews: number;
  teaserPlays: number;
}

export const none: Sums = { views: 0, plays: 0, finishes: 0, heardMs: 0, teaserViews: 0, teaserPlays: 0 };

const total = <Name extends keyof Sums>(column: string, name: Name) =>
  // As floats, which hold whole numbers beyond any of these.
  sql<number>`sum(${sql.ref(`h.${column}`)})::float8`.as(name);

/** Sums of hours `h`, as a statement selects them. */
export const sums = [
  total('views', 'views'),
  total('listens', 'plays'),
  total('finishes', 'finishes'),
  total('heardMs', 'heardMs'),
  total('teaserViews', 'teaserViews'),
  total('teaserListens', 'teaserPlays'),
] as const;

/** The hours `h` of a project's days. */
export const ofDays = (asked: Asked): RawBuilder<boolean> => {
  const { since, until } = hoursOf(asked, asked.zone);
  return sql<boolean>`h."projectId" = ${asked.project.id} AND h."hour" >= ${since} AND h."hour" < ${until}`;
};

const added = (a: Sums, b: Sums): Sums => ({
  views: a.views + b.views,
  plays: a.plays + b.plays,
  finishes: a.finishes + b.finishes,
  heardMs: a.heardMs + b.heardMs,
  teaserViews: a.teaserViews + b.teaserViews,
  teaserPlays: a.teaserPlays + b.teaserPlays,
});

/** What listeners did in each day, week or month, also in those in which they did nothing. */
export async function sumsByTime(asked: Asked, grain: Grain): Promise<Map<string, Sums>> {
  const rows = await asked.sql
    .selectFrom('ListeningHour as h')
    .where(ofDays(asked))
    .select('h.hour')
    .select([...sums])
    .groupBy('h.hour')
    .execute();
  const found = new Map(everyDay(asked).map((day) => [beginOf(grain, day), none]));
  for (const row of rows) {
    const begin = beginOf(grain, dayIn(asked.zone, row.hour.getTime()));
    found.set(begin, added(found.get(begin) ?? none, row));
  }
  return found;
}

/** What listeners did altogether. */
export const sumAll = (some: Iterable<Sums>): Sums => [...some].reduce(added, none);

/** The figures of most reports. */
export const figuresOf = (of: Sums): Row => ({
  views: of.views,
  plays: of.plays,
  finishes: of.finishes,
  ctr: percent(of.plays, of.views),
  ltr: percent(of.finishes, of.plays),
  minutes_heard: minutes(of.heardMs),
});

/** The same of teasers and whole articles apart. */
export const apartOf = (of: Sums): Row => ({
  plays_free: of.teaserPlays,
  plays_premium: of.plays - of.teaserPlays,
  ctr_free: percent(of.teaserPlays, of.teaserViews),
  ctr_premium: percent(of.plays - of.teaserPlays, of.views - of.teaserViews),
  ltr: percent(of.finishes, of.plays),
});
