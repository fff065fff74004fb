import { sql, type RawBuilder } from 'kysely';
import { anyOf } from '../../../lib/sql.ts';
import { projectNames } from '../../project-access/access.ts';
import { everyDay } from '../days.ts';
import { statisticsMessages as say } from '../messages.ts';
import { declareReport, euros, type Asked, type Row } from '../report.ts';
import { policy } from '../policy.ts';

interface Spent {
  key: string | null;
  characters: number;
  saved: number;
  cost: number;
}

/** What voicing took on the ledger's own days (UTC), by what is kept of each of them. */
function spentOnDays(
  { sql: db, from, to }: Asked,
  projectIds: readonly number[],
  key: 'day' | 'projectId',
): Promise<Spent[]> {
  return db
    .selectFrom('DailyUsage as u')
    .where('u.projectId', '=', anyOf(projectIds, 'int'))
    .where('u.day', '>=', from)
    .where('u.day', '<=', to)
    .select((eb) => [
      eb.cast<string>(`u.${key}`, 'text').as('key'),
      sql<number>`sum(u."characters")::float8`.as('characters'),
      sql<number>`sum(u."saved")::float8`.as('saved'),
      sql<number>`sum(u."cost")::float8`.as('cost'),
    ])
    .groupBy(`u.${key}`)
    .orderBy('cost', 'desc')
    .orderBy('key')
    .execute();
}

/** The same by something of the segments `s` that were voiced, as the entries of the ledger say. */
function spentBy({ sql: db, from, to, project }: Asked, key: RawBuilder<string | null>): Promise<Spent[]> {
  return db
    .selectFrom('LedgerEntry as e')
    .leftJoin('Segment as s', 's.key', 'e.segmentKey')
    .where('e.projectId', '=', project.id)
    .where('e.day', '>=', from)
    .where('e.day', '<=', to)
    .where('e.kind', 'in', ['charged', 'returned', 'saved'])
    .select([
      key.as('key'),
      sql<number>`coalesce(-sum(e."amount") FILTER (WHERE e."kind" <> 'saved'), 0)::float8`.as('characters'),
      sql<number>`sum(e."saved")::float8`.as('saved'),
      sql<number>`sum(e."cost")::float8`.as('cost'),
    ])
    .groupBy(key)
    .orderBy('cost', 'desc')
    .orderBy('key')
    .execute();
}

const figuresOf = ({ characters, saved, cost }: Omit<Spent, 'key'>): Row => ({
  characters,
  characters_saved: saved,
  price: euros(cost),
});
const nothing = { characters: 0, saved: 0, cost: 0 };
const figures = ['characters', 'characters_saved', 'price'] as const;

export const costReports = [
  declareReport({
    name: 'TtsCostByDay',
    title: say.STATISTICS_TTS_COST_BY_DAY(),
    definition: say.STATISTICS_TTS_COST_MEANING(),
    columns: ['date', ...figures],
    graph: { kind: 'bar', labels: 'date', datasets: ['price'] },
    read: async (asked) => {
      const rows = await spentOnDays(asked, [asked.project.id], 'day');
      const spent = new Map(rows.map((row) => [row.key, row]));
      return everyDay(asked).map((date) => ({ date, ...figuresOf(spent.get(date) ?? nothing) }));
    },
  }),
  declareReport({
    name: 'TtsCostByProvider',
    title: say.STATISTICS_TTS_COST_BY_PROVIDER(),
    definition: say.STATISTICS_TTS_COST_BY_PROVIDER_MEANING(),
    columns: ['provider', ...figures],
    graph: { kind: 'bar', labels: 'provider', datasets: ['price'] },
    read: async (asked) =>
      (await spentBy(asked, sql`s."provider"`)).map((row) => ({ provider: row.key, ...figuresOf(row) })),
  }),
  declareReport({
    name: 'TtsCostByVoice',
    title: say.STATISTICS_TTS_COST_BY_VOICE(),
    definition: say.STATISTICS_TTS_COST_BY_VOICE_MEANING(),
    columns: ['voice', ...figures],
    graph: { kind: 'bar', labels: 'voice', datasets: ['price'] },
    read: async (asked) =>
      (await spentBy(asked, sql`s."provider" || ': ' || s."voice"`)).map((row) => ({
        voice: row.key,
        ...figuresOf(row),
      })),
  }),
  declareReport({
    name: 'TtsCostByOrganisation',
    title: say.STATISTICS_TTS_COST_BY_ORGANISATION(),
    definition: say.STATISTICS_TTS_COST_BY_ORGANISATION_MEANING(),
    ofOrganization: true,
    columns: ['project', ...figures],
    graph: { kind: 'bar', labels: 'project', datasets: ['price'] },
    read: async (asked) => {
      const { app, actor, project } = asked;
      // Nobody is told of a project whose own statistics he may not see.
      const names = await projectNames(app.db.sql, actor, project.organizationId!, policy.readStatistics);
      const rows = await spentOnDays(asked, [...names.keys()], 'projectId');
      return rows.map((row) => ({ project: names.get(Number(row.key))!, ...figuresOf(row) }));
    },
  }),
];
