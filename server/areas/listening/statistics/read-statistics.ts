import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError, NotSignedInError, ValidationError } from '../../../kernel/errors.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { csvLine } from '../../../text/csv-line.ts';
import { dayIn, zonesOf } from '../listening/project-zones.ts';
import { accessProject, type Project } from '../../access/project-access/access.ts';
import type { ColumnName } from './columns.ts';
import { parseReportDays, type Days } from './report-days.ts';
import { statisticsMessages } from './messages.ts';
import { daysBefore, periods, type Period } from './named-periods.ts';
import { policy } from './policy.ts';
import { reports } from './report-registry.ts';
import { rowsMax, type ReportRequest, type Report, type Row, type AllRows } from './report.ts';
import { sumRows } from './report-totals.ts';

/** Which days. */
export interface DaysRequest {
  /** `YYYY-MM-DD`; absent: thirty days up to `to`, which is today unless it is given. */
  from?: string | null | undefined;
  to?: string | null | undefined;
  /** A range by name; counts where no days are given. */
  period?: Period | null | undefined;
}

/** Which report of a project. */
export interface StatisticsRequest extends DaysRequest {
  projectId: number;
  report: string;
}

/** Parameters of reports, before the database to read from is chosen. */
export type Question = Omit<ReportRequest, 'sql'>;

export interface Statistics extends Days {
  report: Report;
  asked: Question;
  /** In which the days begin and end. */
  zone: string;
  /** What readers must know about these figures; null: nothing. */
  notice: Message | null;
  /** The first ones, where there are more than `rowsMax`. */
  rows: readonly Row[];
  /** What the report has in all, where `rows` are only the first. */
  whole: AllRows | null;
  graph: { labels: (string | null)[]; datasets: { column: ColumnName; data: (number | null)[] }[] };
}

/** A report with its default parameters. */
export interface Definition {
  report: Report;
  defaults: Days;
}

/** Every report, with the days of UTC. @throws NotSignedInError */
export function everyReport(actor: Actor): Definition[] {
  if (actor.kind === 'anonymous') throw new NotSignedInError();
  return reports.map((report) => ({ report, defaults: parseReportDays({}, 'UTC') }));
}

/**
 * The reports that there are for a project. @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function listReports(app: App, actor: Actor, projectId: number): Promise<Definition[]> {
  const { project, zone } = await mayRead(app, actor, projectId);
  const defaults = parseReportDays({}, zone);
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
  const asked = await reportRequestOf(app, actor, projectId, days);
  return readReport(reportOf(asked.project, name), asked);
}

/**
 * A report by its name. @throws NotFoundError where the project has no such
 */
export function reportOf(project: Pick<Project, 'organizationId'>, name: string): Report {
  const report = reports.find((one) => one.name === name);
  if (!report || !isOffered(report, project))
    throw new NotFoundError(statisticsMessages.STATISTICS_NO_SUCH_REPORT());
  return report;
}

/**
 * Returns the parameters of a project's reports for an actor who may read them.
 * @throws NotSignedInError, NotFoundError, NotAllowedError; ValidationError on `date_from` or `date_to`
 */
export async function reportRequestOf(
  app: App,
  actor: Actor,
  projectId: number,
  { from, to, period }: DaysRequest,
): Promise<Question> {
  const { project, zone } = await mayRead(app, actor, projectId);
  const days = period && !from && !to ? periods[period](dayIn(zone, Date.now())) : { from, to };
  return { app, actor, project, zone, ...parseReportDays(days, zone) };
}

/** The same report of the days before. */
export const readPreviousPeriod = ({ report, asked }: Statistics): Promise<Statistics> =>
  readReport(report, { ...asked, ...daysBefore(asked) });

async function readReport(report: Report, about: Question): Promise<Statistics> {
  const { asked, rows, whole, drawn } = await about.app.db.readReport(async (sql) => {
    const one: ReportRequest = { ...about, sql };
    const found = report.many
      ? await report.many.readFirst(one)
      : { rows: await report.read(one), whole: null };
    return { asked: one, ...found, drawn: report.readGraph ? await report.readGraph(one) : found.rows };
  });
  const { labels, datasets } = report.graph;
  return {
    report,
    asked: about,
    zone: about.zone,
    notice: whole
      ? statisticsMessages.STATISTICS_FIRST_ROWS({ most: rowsMax, count: whole.count })
      : (report.notice?.(asked) ?? null),
    from: asked.from,
    to: asked.to,
    rows,
    whole,
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

/** What all rows come to, by figure; null: rows count things twice. */
export async function readTotals({ report, asked, rows, whole }: Statistics): Promise<Row | null> {
  if (whole) return whole.total;
  const { readTotal } = report;
  return readTotal ? asked.app.db.readReport((sql) => readTotal({ ...asked, sql })) : sumRows(report, rows);
}

/** What a report is saved as. */
export const fileNameOf = ({ report, from, to }: Pick<Statistics, 'report' | 'from' | 'to'>): string =>
  `${report.name} ${from} ${to}.csv`;

/**
 * The rows as a CSV file that spreadsheets open: the names of the columns, then a line for each row.
 * @throws ValidationError on `date_from` where there are more than `rowsMax`: see report-file.ts
 */
export function csvOf({ report, rows, whole, asked }: Statistics): string {
  if (whole)
    throw new ValidationError([
      {
        field: 'date_from',
        ...statisticsMessages.STATISTICS_TOO_MANY_ROWS({
          most: rowsMax,
          path: `/export/${asked.project.id}/reports/${report.name}.csv`,
        }),
      },
    ]);
  return csvHeadOf(report) + csvLinesOf(report, rows);
}

export const csvHeadOf = ({ columns }: Report): string => `\ufeff${csvLine(columns)}`;

export const csvLinesOf = ({ columns }: Report, rows: readonly Row[]): string =>
  rows.map((row) => csvLine(columns.map((column) => row[column] ?? null))).join('');
