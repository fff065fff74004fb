import { createHash } from 'node:crypto';
import type { Actor } from '../../../../kernel/actor.ts';
import type { App } from '../../../../kernel/app.ts';
import { NotFoundError } from '../../../../kernel/errors.ts';
import { execute } from '../../../../lib/database/db.ts';
import { isDay } from '../../../../lib/is-day.ts';
import { personOf, recordSecurity } from '../../../access/identity/security-log.ts';
import { zonesOf } from '../../listening/project-zones.ts';
import { accessProject } from '../../../access/project-access/access.ts';
import { hoursOf } from '../report-days.ts';
import { statisticsMessages } from '../messages.ts';
import { policy } from '../policy.ts';
import { exportColumns, type ExportKind } from './export-columns.ts';
import { asCsv, asParquet, type Values } from './export-files.ts';

/**
 * Rows that are read at once and held in memory. They arrive as one value, which costs Node a third less than
 * the same rows as columns.
 */
const rowsAtOnce = 1_000;

export interface ExportRequest {
  projectId: number;
  kind: ExportKind;
  format: 'csv' | 'parquet';
  /** `YYYY-MM-DD`: of sums a day of the project's zone, of events the one (UTC) on which they arrived. */
  day: string;
}

export interface ExportedDay {
  fileName: string;
  /**
   * Stays the same as long as the file is identical to the last byte, so that an interrupted transfer can
   * resume.
   */
  etag: string;
  /** Returns the file in pieces, the same on each call, and logs the export to the security log. */
  read(): AsyncIterable<Uint8Array>;
}

/** How a page of rows is found: by what follows the last one. */
interface Source {
  from: string;
  where: string;
  values: unknown[];
  order: readonly string[];
  /** What tells that something has changed. */
  version: string;
}

/**
 * A day of a project's sums or single events as a file.
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function exportDay(
  app: App,
  actor: Actor,
  { projectId, kind, format, day }: ExportRequest,
): Promise<ExportedDay> {
  const { organizationId } = await accessProject(app.db.sql, actor, projectId, policy.exportStatistics);
  if (!isDay(day)) throw new NotFoundError(statisticsMessages.STATISTICS_NO_DAY());
  const source =
    kind === 'hours' ? await hoursSource(app, projectId, day) : await eventsSource(app, projectId, day);
  const columns = exportColumns[kind];
  const version = JSON.stringify([kind, format, projectId, day, columns, source.version]);
  const fileName = `${kind} ${projectId} ${day}.${format}`;
  return {
    fileName,
    etag: `"${createHash('sha256').update(version).digest('base64url').slice(0, 32)}"`,
    async *read() {
      await recordSecurity(app, app.db.sql, 'EXPORTED', {
        userId: personOf(actor),
        organizationId,
        body: { what: fileName },
      });
      yield* (format === 'csv' ? asCsv : asParquet)(columns, rowsOf(app, kind, source));
    },
  };
}

/** @returns pages of rows, each with its columns' values and, after them, its keys */
async function* rowsOf(
  app: App,
  kind: ExportKind,
  { from, where, values, order }: Source,
): AsyncGenerator<Values[]> {
  const columns = exportColumns[kind];
  const keys = order.map((key) => `e.${key}`);
  let last: Values | undefined;
  for (;;) {
    const after = last
      ? ` AND (${keys.join(', ')}) > (${keys.map((_, index) => `$${values.length + index + 1}`).join(', ')})`
      : '';
    const { rows } = await app.db.readReport((sql) =>
      execute(
        sql,
        `SELECT json_agg(row) AS page FROM (
           SELECT json_build_array(${[...columns.map(({ sql }) => sql), ...keys.map((key) => `${key}::text`)].join(', ')}) AS row
           FROM ${from} e WHERE ${where}${after} ORDER BY ${keys.join(', ')} LIMIT ${rowsAtOnce}) AS found`,
        [...values, ...(last ?? [])],
      ),
    );
    const page = (rows as { page: Values[] | null }[])[0]!.page ?? [];
    last = page.at(-1)?.slice(columns.length);
    if (page.length > 0) yield page;
    if (page.length < rowsAtOnce) return;
  }
}

/** Sums change for as long as events may come late. */
async function hoursSource({ db }: App, projectId: number, day: string): Promise<Source> {
  const zone = (await zonesOf(db.sql, [projectId])).get(projectId) ?? 'UTC';
  const { since, until } = hoursOf({ from: day, to: day }, zone);
  const source = {
    from: '"ListeningHour"',
    where: 'e."projectId" = $1 AND e."hour" >= $2 AND e."hour" < $3',
    values: [projectId, since.toISOString(), until.toISOString()],
    order: ['"hour"', '"articleId"', '"channelId"'],
  };
  const version = await db.readReport(async (sql) => {
    const { rows } = await execute(
      sql,
      `SELECT md5(concat_ws(' ', count(*), sum(hashtextextended(e::text, 0)::numeric)))::text AS version FROM ${source.from} e WHERE ${source.where}`,
      source.values,
    );
    return (rows as { version: string }[])[0]!.version;
  });
  return { ...source, version };
}

/** Events that arrived on a day, up to what is summed: once it is over they stay as they are. */
async function eventsSource({ db }: App, projectId: number, day: string): Promise<Source> {
  const { rows } = await execute(
    db.sql,
    `SELECT max("batch")::text AS batch FROM "PlayerEvent" WHERE "day" = $1
       AND "batch" <= (SELECT coalesce(max("batch"), 0) FROM "ListeningProgress")`,
    [day],
  );
  const batch = (rows as { batch: string | null }[])[0]!.batch ?? '0';
  return {
    from: '"PlayerEvent"',
    where: 'e."day" = $1 AND e."projectId" = $2 AND e."batch" <= $3',
    values: [day, projectId, batch],
    order: ['"batch"', '"id"'],
    version: batch,
  };
}
