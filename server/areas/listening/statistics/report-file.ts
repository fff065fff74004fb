import { randomBytes } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callerOf, system, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { LimitReachedError, NotAllowedError, NotFoundError } from '../../../kernel/errors.ts';
import { Gate, GateFullError } from '../../../lib/threads/gate.ts';
import { personOf, recordSecurity } from '../../access/identity/security-log.ts';
import { statisticsMessages } from './messages.ts';
import {
  reportRequestOf,
  csvHeadOf,
  csvLinesOf,
  fileNameOf,
  reportOf,
  type StatisticsRequest,
} from './read-statistics.ts';
import type { ReportRequest, Report, Row } from './report.ts';
import { openShare, requestOf, type SharedStatistics } from './statistics-shares.ts';

/** Made one after the other: each reads for as long as its report has rows. */
const making = new Gate({
  atOnce: 1,
  waitingMax: 20,
  perCaller: { share: 1, waitingMax: 2 },
  patience: () => 60_000,
});
/**
 * Concurrency limit for share links, which anyone may have. It is separate, so that signed-in users do not
 * wait for them.
 */
const makingShared = new Gate({
  atOnce: 1,
  waitingMax: 10,
  perCaller: { share: 1, waitingMax: 2 },
  patience: () => 60_000,
});

/** All rows of a report as a CSV file, on the disk for as long as it is open. */
export interface ReportFile {
  fileName: string;
  bytes: number;
  /** To be closed; it has no name any more. */
  file: FileHandle;
}

/**
 * Creates the CSV file of a report without holding all rows in memory: it writes them to disk page by page. A
 * slow download therefore does not block the database.
 * @param signal aborts the work when the file is no longer needed
 * @throws NotSignedInError, NotFoundError, NotAllowedError, LimitReachedError; ValidationError on `date_from`
 * or `date_to`; the signal's reason
 */
export async function makeReportFile(
  app: App,
  actor: Actor,
  request: StatisticsRequest,
  signal?: AbortSignal,
): Promise<ReportFile> {
  const made = await makeFile(app, actor, request, { gate: making, caller: callerOf(actor, ''), signal });
  await orClose(
    made,
    recordSecurity(app, app.db.sql, 'EXPORTED', {
      userId: personOf(actor),
      organizationId: made.project.organizationId,
      body: { what: `${made.fileName} ${request.projectId}` },
    }),
  );
  return made;
}

/** Closes the file if the work fails. */
async function orClose({ file }: ReportFile, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Creates the CSV file of a shared report, for anyone who has its link.
 * @param key result of `unlockShare`
 * @throws NotFoundError where there is no such link, NotAllowedError where it requires a password,
 * LimitReachedError; the signal's reason
 */
export async function makeSharedReportFile(
  app: App,
  { token, key, remoteAddress }: { token: string; key: string | null; remoteAddress: string },
  signal?: AbortSignal,
): Promise<ReportFile> {
  const opened = async (): Promise<SharedStatistics> => {
    const shared = await openShare(app, token, key);
    if (!shared) throw new NotFoundError(statisticsMessages.STATISTICS_NO_SUCH_SHARE());
    if (shared.locked) throw new NotAllowedError(statisticsMessages.STATISTICS_SHARE_LOCKED());
    return shared;
  };
  const { share } = await opened();
  const caller = callerOf({ kind: 'anonymous' }, remoteAddress);
  const made = await makeFile(app, system, requestOf(share), { gate: makingShared, caller, signal });
  // Waiting and writing take a while, in which it may have been revoked.
  await orClose(made, opened());
  return made;
}

async function makeFile(
  app: App,
  actor: Actor,
  { projectId, report: name, ...days }: StatisticsRequest,
  { gate, caller, signal }: { gate: Gate; caller: string; signal?: AbortSignal | undefined },
): Promise<ReportFile & Pick<ReportRequest, 'project'>> {
  const asked = await reportRequestOf(app, actor, projectId, days);
  const report = reportOf(asked.project, name);
  try {
    const made = await gate.run(() => written(report, asked, signal), { caller, signal });
    return { fileName: fileNameOf({ report, ...asked }), project: asked.project, ...made };
  } catch (error) {
    throw error instanceof GateFullError
      ? new LimitReachedError(statisticsMessages.STATISTICS_BUSY())
      : error;
  }
}

async function written(
  report: Report,
  asked: Omit<ReportRequest, 'sql'>,
  signal?: AbortSignal,
): Promise<Omit<ReportFile, 'fileName'>> {
  const path = join(tmpdir(), `parlance-${randomBytes(12).toString('hex')}.csv`);
  const file = await open(path, 'ax+', 0o600);
  try {
    // Unlinks the open file, so that nothing remains if the process dies.
    await rm(path);
    await asked.app.db.readReport(async (sql) => {
      // Discards what a replica began, because the primary database starts over.
      await file.truncate();
      await file.appendFile(csvHeadOf(report));
      const put = (rows: readonly Row[]): Promise<void> => file.appendFile(csvLinesOf(report, rows));
      if (!report.many) return put(await report.read({ ...asked, sql }));
      const { readPages } = report.many;
      for await (const rows of readPages({ ...asked, sql })) {
        signal?.throwIfAborted();
        await put(rows);
      }
    });
    signal?.throwIfAborted();
    return { file, bytes: (await file.stat()).size };
  } catch (error) {
    await file.close();
    throw error;
  }
}
