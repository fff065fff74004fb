import { sql } from 'kysely';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { requireCredentials } from '../../access/identity/policy.ts';
import { conditionOf } from '../../../lib/database/prisma-condition.ts';
import { today } from '../../../lib/database/sql.ts';
import { readableBy } from '../../access/project-access/access.ts';

/** What one day brought. */
export interface OverviewDay {
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** Added on that day, and playable. */
  articles: number;
  /** Milliseconds played of any article on that day. */
  heardMs: number;
}

/** The last seven days, oldest first, of all projects and of the busiest ones. */
export interface OverviewWeek {
  days: OverviewDay[];
  projects: { projectId: number; days: OverviewDay[] }[];
}

const length = 7;
/** Number of projects that are listed individually. */
export const busiestMax = 6;

/**
 * What the last seven days brought to the projects that the caller can read, from hourly sums.
 * @throws NotSignedInError
 */
export async function readWeek(app: App, actor: Actor): Promise<OverviewWeek> {
  requireCredentials(actor);
  const readable = conditionOf('Project', 'p', readableBy(actor));
  const since = sql<Date>`(${today()} - ${length - 1}::int)::timestamp AT TIME ZONE 'UTC'`;
  const dayOf = (column: string) => sql<string>`(${sql.ref(column)} AT TIME ZONE 'UTC')::date::text`;
  const found = await app.db.sql
    .with('mine', (db) => db.selectFrom('Project as p').select('p.id').where(readable))
    .with('made', (db) =>
      db
        .selectFrom('Article as a')
        .where('a.deletedAt', 'is', null)
        .where('a.audio', 'is not', null)
        .where('a.addedAt', '>=', since)
        .where('a.projectId', 'in', (eb) => eb.selectFrom('mine').select('mine.id'))
        .select(['a.projectId', dayOf('a.addedAt').as('day')])
        .select(({ fn }) => fn.countAll<string>().as('articles'))
        .groupBy(['a.projectId', 'day']),
    )
    .with('heard', (db) =>
      db
        .selectFrom('ListeningHour as h')
        .where('h.hour', '>=', since)
        .where('h.projectId', 'in', (eb) => eb.selectFrom('mine').select('mine.id'))
        .select(['h.projectId', dayOf('h.hour').as('day')])
        .select(sql<number>`sum(h."heardMs")::float8`.as('heardMs'))
        .groupBy(['h.projectId', 'day']),
    )
    .selectFrom('made')
    .fullJoin('heard', (join) =>
      join.onRef('heard.projectId', '=', 'made.projectId').onRef('heard.day', '=', 'made.day'),
    )
    .select([
      sql<number>`coalesce("made"."projectId", "heard"."projectId")`.as('projectId'),
      sql<string>`coalesce("made"."day", "heard"."day")`.as('day'),
      sql<number>`coalesce("made"."articles", 0)::float8`.as('articles'),
      sql<number>`coalesce("heard"."heardMs", 0)::float8`.as('heardMs'),
    ])
    .execute();
  const { day: newest } = await app.db.sql
    .selectNoFrom(sql<string>`${today()}::text`.as('day'))
    .executeTakeFirstOrThrow();
  const all = emptyWeek(newest);
  const byProject = new Map<number, OverviewDay[]>();
  for (const row of found) {
    const days = byProject.get(row.projectId) ?? emptyWeek(newest);
    byProject.set(row.projectId, days);
    for (const week of [all, days]) {
      const on = week.find(({ day }) => day === row.day);
      if (!on) continue;
      on.articles += row.articles;
      on.heardMs += row.heardMs;
    }
  }
  const busy = [...byProject]
    .map(([projectId, days]) => ({ projectId, days, weight: weightOf(days) }))
    .sort((a, b) => b.weight - a.weight || a.projectId - b.projectId);
  return {
    days: all,
    projects: busy.slice(0, busiestMax).map(({ projectId, days }) => ({ projectId, days })),
  };
}

/** A minute played weighs as much as an article generated. */
const weightOf = (days: readonly OverviewDay[]): number =>
  days.reduce((sum, { articles, heardMs }) => sum + articles + heardMs / 60_000, 0);

const emptyWeek = (newest: string): OverviewDay[] =>
  Array.from({ length }, (_, index) => {
    const day = new Date(`${newest}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() - (length - 1 - index));
    return { day: day.toISOString().slice(0, 10), articles: 0, heardMs: 0 };
  });
