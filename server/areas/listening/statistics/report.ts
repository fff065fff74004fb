import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import type { Project } from '../../access/project-access/access.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { ColumnName } from './columns.ts';

/** Parameters of a report. */
export interface ReportRequest {
  app: App;
  /** Where it is read: a replica, or the database itself. */
  sql: Sql;
  actor: Actor;
  project: Project;
  /** In which days begin and end. */
  zone: string;
  /** The first and the last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

/** A figure, a name or a day by column; null: there is none, such as a share of nothing. */
export type Row = Readonly<Partial<Record<ColumnName, string | number | null>>> & {
  /** The article that it is about. */
  readonly articleId?: number | null;
};

/** Rows of a report that are shown, drawn and answered at once; its file has them all. */
export const rowsMax = 20_000;

/** All rows of a report that has more than `rowsMax`. */
export interface AllRows {
  count: number;
  /** Sums, and shares of sums; null: rows count things twice. */
  total: Row | null;
}

/** The rows that are answered at once. */
export interface FirstRows {
  rows: readonly Row[];
  /** Null: those are all. */
  whole: AllRows | null;
}

export interface Report {
  /** By which programs ask for it; once released it stays. */
  name: string;
  title: Message;
  /** What is counted, in which grain. */
  definition: Message;
  columns: readonly ColumnName[];
  graph: {
    kind: 'line' | 'bar';
    /** The column that names what is drawn, and those that are drawn. */
    labels: ColumnName;
    datasets: readonly ColumnName[];
  };
  /** For projects of an organization alone. */
  ofOrganization?: true;
  /** Rows overlap, so that they do not add up. */
  overlapping?: true;
  /** What readers must know about these figures; null: nothing. */
  notice?(asked: ReportRequest): Message | null;
  read(asked: ReportRequest): Promise<readonly Row[]>;
  /** Of a report that may have very many rows; `read` then has the first of them. */
  many?: {
    readFirst(asked: ReportRequest): Promise<FirstRows>;
    /**
     * Reads all rows page by page, each page with its own statement, so that other requests get their turn.
     * No row is missing or duplicated; figures of later pages may be newer than those of the first.
     */
    readPages(asked: ReportRequest): AsyncIterable<readonly Row[]>;
  };
  /** What is drawn, where those are other rows. */
  readGraph?(asked: ReportRequest): Promise<readonly Row[]>;
  /** What all days come to, where that is more than the sum of the rows. */
  readTotal?(asked: ReportRequest): Promise<Row>;
}

/** A report, whose columns are checked to be there. */
export const declareReport = (report: Report): Report => report;

/** A share in percent with two decimals; null: of nothing. */
export const percent = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 10_000) / 100 : null;

/** Minutes, to a hundredth of a second. */
export const minutes = (ms: number): number => Math.round(ms / 6) / 10_000;

/** Euros of millionths, none lost: rows add up to the whole. */
export const euros = (millionths: number): number => millionths / 1_000_000;
