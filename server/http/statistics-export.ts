import type { FastifyInstance, FastifyReply } from 'fastify';
import { exportDay } from '../areas/listening/statistics/export/read-export.ts';
import {
  makeReportFile,
  makeSharedReportFile,
  type ReportFile,
} from '../areas/listening/statistics/report-file.ts';
import { authenticate } from '../areas/access/identity/session.ts';
import type { App } from '../kernel/app.ts';
import {
  LimitReachedError,
  NotAllowedError,
  NotFoundError,
  NotSignedInError,
  ValidationError,
} from '../kernel/errors.ts';
import { credentialsOf } from './auth.ts';
import { openExportTransfers } from './export-transfer.ts';

const types = { csv: 'text/csv; charset=utf-8', parquet: 'application/vnd.apache.parquet' } as const;

const common = {
  'cache-control': 'private, no-store',
  vary: 'authorization, cookie',
  'x-content-type-options': 'nosniff',
};

interface Params {
  project: string;
  kind: string;
  file: string;
}

/**
 * Serves `GET /export/{project id}/{hours|events}/{YYYY-MM-DD}.{csv|parquet}`: a day of a project's
 * statistics for a warehouse, with a partner's token or a right to read the statistics. It is generated while
 * it is sent, a page of rows at a time, and identical each time, so that an interrupted transfer resumes by
 * `Range` with `If-Range`.
 *
 * Serves `GET /export/{project id}/reports/{report}.csv?date_from=…&date_to=…`: all rows of a report, however
 * many.
 *
 * Serves `GET /export/shared/{token}.csv`: the same for the report of a link; `x-share-key` contains the
 * result of its password.
 */
export function registerStatisticsExport(server: FastifyInstance, app: App): void {
  const send = openExportTransfers();

  server.get<{ Params: Omit<Params, 'kind'>; Querystring: Record<string, string | string[] | undefined> }>(
    '/export/:project/reports/:file',
    async (request, reply) => {
      reply.headers(common);
      const { project, file } = request.params;
      const [, report] = /^(\w{1,50})\.csv$/.exec(file) ?? [];
      if (!/^[1-9]\d{0,8}$/.test(project) || !report) return refuse(reply, 404, 'There is no such file.');
      const day = (name: 'date_from' | 'date_to'): string | null =>
        [request.query[name]].flat().at(-1) || null;
      return sendReport(reply, async (signal) =>
        makeReportFile(
          app,
          await authenticate(app, credentialsOf(app, request)),
          { projectId: Number(project), report, from: day('date_from'), to: day('date_to') },
          signal,
        ),
      );
    },
  );

  server.get<{ Params: Pick<Params, 'file'> }>('/export/shared/:file', async (request, reply) => {
    reply.headers(common);
    const [, token] = /^([\w-]{22})\.csv$/.exec(request.params.file) ?? [];
    if (!token) return refuse(reply, 404, 'There is no such file.');
    const key = [request.headers['x-share-key']].flat()[0] ?? null;
    return sendReport(reply, (signal) =>
      makeSharedReportFile(app, { token, key, remoteAddress: request.ip }, signal),
    );
  });

  server.get<{ Params: Params }>('/export/:project/:kind/:file', async (request, reply) => {
    reply.headers(common);
    const { project, kind, file } = request.params;
    const [, day, format] = /^(\d{4}-\d\d-\d\d)\.(csv|parquet)$/.exec(file) ?? [];
    if (!/^[1-9]\d{0,8}$/.test(project) || (kind !== 'hours' && kind !== 'events') || !day)
      return refuse(reply, 404, 'There is no such file.');
    try {
      const actor = await authenticate(app, credentialsOf(app, request));
      const exported = await exportDay(app, actor, {
        projectId: Number(project),
        kind,
        day,
        format: format as 'csv' | 'parquet',
      });
      reply.headers({
        etag: exported.etag,
        'accept-ranges': 'bytes',
        'content-disposition': `attachment; filename="${exported.fileName}"`,
      });
      reply.type(types[format as keyof typeof types]);
      await send(exported, request, reply);
      return reply;
    } catch (error) {
      const status = statusOf(error);
      if (status === null) throw error;
      return refuse(reply, status, (error as Error).message);
    }
  });
}

async function sendReport(
  reply: FastifyReply,
  make: (signal: AbortSignal) => Promise<ReportFile>,
): Promise<unknown> {
  // Aborts the work when the client disconnects or gets a timeout.
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  try {
    const made = await make(gone.signal);
    if (gone.signal.aborted) {
      await made.file.close();
      return reply.hijack();
    }
    reply.headers({
      'content-disposition': `attachment; filename="${made.fileName}"`,
      'content-length': made.bytes,
    });
    reply.type(types.csv);
    return await reply.send(made.file.createReadStream({ start: 0 }));
  } catch (error) {
    if (gone.signal.aborted) return reply.hijack();
    const status = statusOf(error);
    if (status === null) throw error;
    if (status === 429) reply.header('retry-after', 10);
    return refuse(reply, status, (error as Error).message);
  }
}

const refuse = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).removeHeader('content-disposition').type('text/plain; charset=utf-8').send(text);

/** Returns the status of an error; null: not reported to the client. */
function statusOf(error: unknown): number | null {
  if (error instanceof NotSignedInError) return 401;
  if (error instanceof NotAllowedError) return 403;
  if (error instanceof NotFoundError) return 404;
  if (error instanceof LimitReachedError) return 429;
  return error instanceof ValidationError ? 400 : null;
}
