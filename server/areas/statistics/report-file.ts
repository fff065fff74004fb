import { randomBytes } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callerOf, type Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { LimitReachedError } from '../../kernel/errors.ts';
import { Gate, GateFullError } from '../../lib/gate.ts';
import { statisticsMessages } from './messages.ts';
import {
  askedOf,
  csvHeadOf,
  csvLinesOf,
  fileNameOf,
  reportOf,
  type StatisticsRequest,
} from './read-statistics.ts';
import type { Report, Row } from './report.ts';

/** Made one after the other: each reads for as long as its report has rows. */
const making = new Gate({
  atOnce: 1,
  waitingMax: 20,
  perCaller: { share: 1, waitingMax: 2 },
  patience: () => 60_000,
});

/** All rows of a report as a CSV file, on the disk for as long as it is open. */
export interface ReportFile {
  savedAs: string;
  bytes: number;
  /** To be closed; it has no name any more. */
  file: FileHandle;
}

/**
 * Makes the CSV file of a report, whose rows do not stand in memory together: a page of them at a time is
 * written to the disk. So nobody who reads it slowly keeps the database waiting.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, LimitReachedError; ValidationError on `date_from`
 * or `date_to`
 */
export async function makeReportFile(
  app: App,
  actor: Actor,
  { projectId, report: name, ...days }: StatisticsRequest,
): Promise<ReportFile> {
  const asked = await askedOf(app, actor, projectId, days);
  const report = reportOf(asked.project, name);
  try {
    return await making.run(
      () =>
        written(report, async (write) => {
          // One snapshot: what is counted meanwhile stands in no row.
          await app.db.unhurried.transaction(async (sql) => {
            if (!report.many) return write(await report.read({ ...asked, sql }));
            for await (const rows of report.many.readPages({ ...asked, sql })) await write(rows);
          });
          return fileNameOf({ report, ...asked });
        }),
      { caller: callerOf(actor, '') },
    );
  } catch (error) {
    throw error instanceof GateFullError
      ? new LimitReachedError(statisticsMessages.STATISTICS_BUSY())
      : error;
  }
}

async function written(
  report: Report,
  fill: (write: (rows: readonly Row[]) => Promise<void>) => Promise<string>,
): Promise<ReportFile> {
  const path = join(tmpdir(), `parlance-${randomBytes(12).toString('hex')}.csv`);
  const file = await open(path, 'wx+', 0o600);
  let bytes = 0;
  const put = async (text: string): Promise<void> => {
    const { bytesWritten } = await file.write(Buffer.from(text), 0, null, bytes);
    bytes += bytesWritten;
  };
  try {
    // Whatever becomes of the process, nothing stays.
    await rm(path);
    await put(csvHeadOf(report));
    const savedAs = await fill((rows) => put(csvLinesOf(report, rows)));
    return { savedAs, bytes, file };
  } catch (error) {
    await file.close();
    throw error;
  }
}
