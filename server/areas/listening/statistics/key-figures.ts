import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import type { ColumnName } from './columns.ts';
import { type Days } from './report-days.ts';
import { activeUsersTotal } from './listener-figures.ts';
import { figuresOf, sumsByTime } from './listening-sums.ts';
import { daysBefore } from './named-periods.ts';
import { reportRequestOf, type DaysRequest } from './read-statistics.ts';
import { type ReportRequest, type Row } from './report.ts';
import { playsByDay } from './reports/plays.ts';
import { sumRows } from './report-totals.ts';

/** Key figures above every report and in emails, in order. */
export const figuresAtFirst = [
  'active_users',
  'plays',
  'minutes_heard',
  'ltr',
  'views',
  'ctr',
] as const satisfies ColumnName[];

export type KeyFigureName = (typeof figuresAtFirst)[number];

/** The figures that are looked at first, with those of the period before. */
export interface KeyFigures extends Days {
  zone: string;
  before: Days;
  figures: { column: ColumnName; value: number | null; before: number | null }[];
}

/** Equal to what the rows of the reports come to. @throws what `reportRequestOf` throws */
export async function readKeyFigures(
  app: App,
  actor: Actor,
  projectId: number,
  days: DaysRequest,
): Promise<KeyFigures> {
  const asked = await reportRequestOf(app, actor, projectId, days);
  const before = daysBefore(asked);
  const [now, then] = await app.db.readReport((sql) =>
    Promise.all([figuresIn({ ...asked, sql }), figuresIn({ ...asked, ...before, sql })]),
  );
  const figure = (row: Row, column: ColumnName): number | null => (row[column] ?? null) as number | null;
  return {
    from: asked.from,
    to: asked.to,
    zone: asked.zone,
    before,
    figures: figuresAtFirst.map((column) => ({
      column,
      value: figure(now, column),
      before: figure(then, column),
    })),
  };
}

async function figuresIn(asked: ReportRequest): Promise<Row> {
  const [sums, users] = await Promise.all([sumsByTime(asked, 'day'), activeUsersTotal(asked)]);
  return { ...users, ...sumRows(playsByDay, [...sums.values()].map(figuresOf)) };
}
