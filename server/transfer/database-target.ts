import { openDatabase } from '../lib/database/db.ts';
import { migrate } from '../lib/database/migrate.ts';
import { openQueue, type JobDefinition } from '../lib/database/queue.ts';
import type { SequenceValue, Table, TableSum } from '../lib/database/table-catalogue.ts';
import { tableLabel } from '../lib/database/table-catalogue.ts';
import {
  hasEmbeddedDatabase,
  openTransferSession,
  type DatabasePlace,
} from '../lib/database/transfer-session.ts';
import {
  checkClaimable,
  claimTarget,
  openTarget,
  type Rows,
  type TransferTarget,
} from '../lib/database/transfer-tables.ts';
import { createLogger } from '../lib/logger.ts';

/** Tells an operator what is under way. */
export interface Progress {
  /** A line that stays. */
  line(text: string): void;
  /** What is being done now; replaced by the next. */
  step(text: string): void;
}

/** Where the rows of a target come from. */
export interface RowSource {
  tables: readonly Table[];
  sequences: readonly SequenceValue[];
  rowsOf(table: Table): AsyncIterable<Rows>;
  sumOf(table: Table): Promise<TableSum>;
}

export interface TargetOptions {
  place: DatabasePlace;
  /** The name of the source, by which an interrupted copy is recognized. */
  source: string;
  /** Jobs that the server has queues for. */
  jobs: readonly JobDefinition<any>[];
  progress: Progress;
}

export interface FilledTables {
  tables: number;
  rows: number;
  /** Tables that were complete before the copy was interrupted. */
  alreadyThere: number;
}

/** A database that is being filled. */
export interface OpenTarget {
  fill(source: RowSource): Promise<FilledTables>;
  /** Makes it a database that servers can use. */
  finish(sequences: readonly SequenceValue[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Checks that a database can be the target of a copy, and changes nothing.
 * @throws TransferError when it is not empty, DataDirError when a process uses it
 */
export async function checkTargetDatabase(place: DatabasePlace, source: string): Promise<void> {
  if (!place.databaseUrl && !hasEmbeddedDatabase(place.dataDir)) return;
  const session = await openTransferSession(place);
  try {
    await checkClaimable(session.client, source);
  } finally {
    await session.close();
  }
}

/**
 * Claims an empty database and makes this release's tables and queues in it.
 * @param tables those that will be filled
 * @throws TransferError when it is not empty, DataDirError when a process uses it
 */
export async function openTargetDatabase(
  { place, source, jobs, progress }: TargetOptions,
  tables: readonly Table[],
): Promise<OpenTarget> {
  progress.step('preparing the target database');
  const claiming = await openTransferSession(place);
  try {
    await claimTarget(claiming.client, source);
  } finally {
    await claiming.close();
  }
  await makeTables(place, jobs);
  const session = await openTransferSession(place);
  try {
    const target = await openTarget(session.client, tables);
    return {
      fill: (rows) => fillTables(target, rows, progress),
      finish: (sequences) => target.finish(sequences, (step) => progress.step(step.slice(0, 100))),
      close: session.close,
    };
  } catch (error) {
    await session.close();
    throw error;
  }
}

async function makeTables({ databaseUrl, dataDir }: DatabasePlace, jobs: readonly JobDefinition<any>[]) {
  const log = createLogger('warn');
  const db = await openDatabase({ databaseUrl, dataDir, databasePool: 2 });
  try {
    await migrate(db, { log });
    await (await openQueue({ db, log, jobs, supervise: false })).stop();
  } finally {
    await db.close();
  }
}

async function fillTables(
  target: TransferTarget,
  { tables, rowsOf, sumOf }: RowSource,
  progress: Progress,
): Promise<FilledTables> {
  const filled: FilledTables = { tables: 0, rows: 0, alreadyThere: 0 };
  for (const table of tables) {
    const label = tableLabel(table);
    filled.tables += 1;
    const before = target.complete.get(label);
    if (before) {
      const now = await sumOf(table);
      if (now.rows === before.rows && now.checksum === before.checksum) {
        filled.alreadyThere += 1;
        filled.rows += before.rows;
        continue;
      }
    }
    let bytes = 0;
    progress.step(label);
    const sum = await target.fill(
      table,
      rowsOf(table),
      () => sumOf(table),
      (more) => progress.step(`${label}, ${Math.round((bytes += more) / 1e6)} MB`),
    );
    filled.rows += sum.rows;
    if (sum.rows > 0) progress.line(`${label}: ${formatCount(sum.rows, 'row')}, checksum ${sum.checksum}`);
  }
  return filled;
}

/** `1,234 rows`. */
export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`;
