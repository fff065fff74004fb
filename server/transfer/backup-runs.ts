import type { Database } from '../lib/database/db.ts';

/** How long a scheduled backup may take with its test, milliseconds: as long as the job `backup` may run. */
export const backupRunLimitMs = 12 * 3_600_000;
/** How many runs are remembered. */
const runsKept = 100;

type Rows = Pick<Database, 'prisma'>;

/** In the order in which they ran: a clock that was wrong for a time makes none of them the latest. */
const newestFirst = { orderBy: { id: 'desc' } } as const;

/** The run that made the newest backup, tested or not; null: none was made. */
export const lastBackup = ({ prisma }: Rows) =>
  prisma.backupRun.findFirst({ where: { backup: { not: null } }, ...newestFirst });

/** The run whose backup is the newest that was tested; null: there is none. */
export const lastTestedBackup = ({ prisma }: Rows) =>
  prisma.backupRun.findFirst({ where: { testedAt: { not: null } }, ...newestFirst });

/** Ids of the backups that were tested, of those that are remembered. */
export async function testedBackups({ prisma }: Rows): Promise<ReadonlySet<string>> {
  const runs = await prisma.backupRun.findMany({ where: { testedAt: { not: null } } });
  return new Set(runs.flatMap(({ backup }) => backup ?? []));
}

/** Forgets old runs, but not the newest one whose backup was tested. @param id of the latest run */
export async function forgetRuns(db: Rows, id: number): Promise<void> {
  const newest = await lastTestedBackup(db);
  await db.prisma.backupRun.deleteMany({
    where: { id: { lte: id - runsKept, ...(newest && { not: newest.id }) } },
  });
}

/** The latest run that has ended, with or without a backup; null: there is none. */
export const lastRun = ({ prisma }: Rows) =>
  prisma.backupRun.findFirst({ where: { finishedAt: { not: null } }, ...newestFirst });
