import { sql, type RawBuilder } from 'kysely';
import { anyOf } from '../../../../lib/database/sql.ts';
import { projectNames } from '../../../access/project-access/access.ts';
import { everyDay } from '../report-days.ts';
import { statisticsMessages as say } from '../messages.ts';
import { declareReport, euros, type ReportRequest, type Row } from '../report.ts';
import { policy } from '../policy.ts';

interface Spent {
  key: string | null;
  characters: number;
  saved: number;
  cost: number;
}

/** What is added up of days `u`. */
const sums = (['characters', 'saved', 'cost'] as const).map((name) =>
  sql<number>`sum(${sql.ref(`u.${name}`)})::float8`.as(name),
);

/** What voicing took on the ledger's own days (UTC), by what is kept of each of them. */
function spentOnDays(
  { sql: db, from, to }: ReportRequest,
  projectIds: readonly number[],
  key: 'day' | 'projectId',
): Promise<Spent[]> {
  return db
    .selectFrom('DailyUsage as u')
    .where('u.projectId', '=', anyOf(projectIds, 'int'))
    .where('u.day', '>=', from)
    .where('u.day', '<=', to)
    .select((eb) => [eb.cast<string>(`u.${key}`, 'text').as('key'), ...sums])
    .groupBy(`u.${key}`)
    .orderBy('cost', 'desc')
    .orderBy('key')
    .execute();
}

/** The same of one project by what voiced it; what was given back as a whole has no row. */
function spentBy(
  { sql: db, from, to, project }: ReportRequest,
  key: RawBuilder<string | null>,
): Promise<Spent[]> {
  return db
    .selectFrom('VoiceUsage as u')
    .where('u.projectId', '=', project.id)
    .where('u.day', '>=', from)
    .where('u.day', '<=', to)
    .where((eb) => eb.or([eb('u.characters', '<>', 0), eb('u.saved', '<>', 0), eb('u.cost', '<>', '0')]))
    .select([key.as('key'), ...sums])
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
    graph: { kind: 'line', labels: 'date', datasets: ['price'] },
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
      (await spentBy(asked, sql`nullif(u."provider", '')`)).map((row) => ({
        provider: row.key,
        ...figuresOf(row),
      })),
  }),
  declareReport({
    name: 'TtsCostByVoice',
    title: say.STATISTICS_TTS_COST_BY_VOICE(),
    definition: say.STATISTICS_TTS_COST_BY_VOICE_MEANING(),
    columns: ['voice', ...figures],
    graph: { kind: 'bar', labels: 'voice', datasets: ['price'] },
    read: async (asked) =>
      (await spentBy(asked, sql`CASE WHEN u."voice" <> '' THEN u."provider" || ': ' || u."voice" END`)).map(
        (row) => ({ voice: row.key, ...figuresOf(row) }),
      ),
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
      // Hides projects whose statistics the actor may not see.
      const names = await projectNames(app.db.sql, actor, project.organizationId!, policy.readStatistics);
      const rows = await spentOnDays(asked, [...names.keys()], 'projectId');
      return rows.map((row) => ({ project: names.get(Number(row.key))!, ...figuresOf(row) }));
    },
  }),
];
