import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotFoundError, NotSignedInError } from '../../kernel/errors.ts';
import { csvLine } from '../../text/csv-line.ts';
import { zonesOf } from '../listening/project-zones.ts';
import { accessProject } from '../project-access/access.ts';
import type { ColumnName } from './columns.ts';
import { daysAsked, type Days } from './days.ts';
import { statisticsMessages } from './messages.ts';
import { policy } from './policy.ts';
import { reports } from './report-registry.ts';
import type { Asked, Report, Row } from './report.ts';

/** Which report of a project, of which days. */
export interface StatisticsRequest {
  projectId: number;
  report: string;
  /** `YYYY-MM-DD`; absent: thirty days up to `to`, which is today unless it is given. */
  from?: string | null | undefined;
  to?: string | null | undefined;
}

export interface Statistics extends Days {
  report: Report;
  /** In which the days begin and end. */
  zone: string;
  rows: readonly Row[];
  graph: { labels: (string | null)[]; datasets: { column: ColumnName; data: (number | null)[] }[] };
}

/** A report with what it is asked by default. */
export interface Definition {
  report: Report;
  defaults: Days;
}

/** Every report, with the days of UTC. @throws NotSignedInError */
export function everyReport(actor: Actor): Definition[] {
  if (actor.kind === 'anonymous') throw new NotSignedInError();
  return reports.map((report) => ({ report, defaults: daysAsked({}, 'UTC') }));
}

/**
 * The reports that there are for a project. @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function listReports(app: App, actor: Actor, projectId: number): Promise<Definition[]> {
  const { project, zone } = await mayRead(app, actor, projectId);
  const defaults = daysAsked({}, zone);
  return reports.filter((report) => isOffered(report, project)).map((report) => ({ report, defaults }));
}

/**
 * What a report says.
 * @throws NotSignedInError, NotFoundError, NotAllowedError; ValidationError on `date_from` or `date_to`
 */
export async function readStatistics(
  app: App,
  actor: Actor,
  { projectId, report: name, ...days }: StatisticsRequest,
): Promise<Statistics> {
  const { project, zone } = await mayRead(app, actor, projectId);
  const report = reports.find((one) => one.name === name);
  if (!report || !isOffered(report, project))
    throw new NotFoundError(statisticsMessages.STATISTICS_NO_SUCH_REPORT());
  const asked: Asked = { app, actor, project, zone, ...daysAsked(days, zone) };
  const rows = await report.read(asked);
  const drawn = report.readGraph ? await report.readGraph(asked) : rows;
  const { labels, datasets } = report.graph;
  return {
    report,
    zone,
    from: asked.from,
    to: asked.to,
    rows,
    graph: {
      labels: drawn.map((row) => (row[labels] ?? null) as string | null),
      datasets: datasets.map((column) => ({
        column,
        data: drawn.map((row) => (row[column] ?? null) as number | null),
      })),
    },
  };
}

async function mayRead(app: App, actor: Actor, projectId: number) {
  const project = await accessProject(app.db.sql, actor, projectId, policy.readStatistics);
  return { project, zone: (await zonesOf(app.db.sql, [projectId])).get(projectId) ?? 'UTC' };
}

const isOffered = ({ ofOrganization }: Report, project: { organizationId: number | null }): boolean =>
  !ofOrganization || project.organizationId !== null;

/** What a report is saved as. */
export const fileNameOf = ({ report, from, to }: Statistics): string => `${report.name} ${from} ${to}.csv`;

/** The rows as a CSV file that spreadsheets open: the names of the columns, then a line for each row. */
export function csvOf({ report, rows }: Statistics): string {
  const lines = rows.map((row) => csvLine(report.columns.map((column) => row[column] ?? null)));
  return `\ufeff${csvLine(report.columns)}${lines.join('')}`;
}
