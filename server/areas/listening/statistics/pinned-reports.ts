import type { Prisma, StatisticsPin } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { LimitReachedError } from '../../../kernel/errors.ts';
import { requireUser } from '../../access/identity/policy.ts';
import { accessProject, accessProjects } from '../../access/project-access/access.ts';
import { statisticsMessages as say } from './messages.ts';
import type { Period } from './named-periods.ts';
import { policy } from './policy.ts';
import { reportOf } from './read-statistics.ts';

/** Reports that one person pins at most: a dashboard is read at a glance. */
export const pinsMax = 6;

/**
 * Returns the reports that the actor pinned and may still read, in the order of pinning.
 * @throws NotSignedInError, NotAllowedError
 */
export async function listPins(app: App, actor: Actor): Promise<StatisticsPin[]> {
  const { userId } = requireUser(actor);
  const pins = await app.db.prisma.statisticsPin.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  if (pins.length === 0) return pins;
  const readable = new Set(
    (
      await accessProjects(
        app.db.sql,
        actor,
        pins.map(({ projectId }) => projectId),
      )
    )
      .filter(({ rights }) => rights.has(policy.readStatistics))
      .map(({ id }) => id),
  );
  return pins.filter(({ projectId }) => readable.has(projectId));
}

/** Returns those of the pins that are the caller's and show what the caller may still read. */
export async function readPins(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.StatisticsPinDefaultArgs = {},
): Promise<StatisticsPin[]> {
  const own = actor.kind === 'user' ? await listPins(app, actor) : [];
  const readable = own.map(({ id }) => id).filter((id) => ids.includes(id));
  if (readable.length === 0) return [];
  return app.db.prisma.statisticsPin.findMany({ ...query, where: { id: { in: readable } } });
}

/**
 * Whether a report of a range of days by name is on the caller's dashboard.
 * @throws NotSignedInError, NotFoundError, NotAllowedError
 */
export async function isPinned(
  app: App,
  actor: Actor,
  { projectId, report, period }: { projectId: number; report: string; period?: Period | null | undefined },
): Promise<boolean> {
  await accessProject(app.db.sql, actor, projectId, policy.readStatistics);
  const { userId } = requireUser(actor);
  if (!period) return false;
  return (await app.db.prisma.statisticsPin.count({ where: { userId, projectId, report, period } })) > 0;
}

/**
 * Puts a report on the caller's dashboard, or takes it off.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, LimitReachedError
 */
export async function pinStatistics(
  app: App,
  actor: Actor,
  {
    projectId,
    report,
    period,
    pinned,
  }: { projectId: number; report: string; period: Period; pinned: boolean },
): Promise<void> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.readStatistics);
  const { userId } = requireUser(actor);
  const pin = { userId, projectId, report: reportOf(project, report).name, period };
  if (!pinned) {
    await app.db.prisma.statisticsPin.deleteMany({ where: pin });
    return;
  }
  await app.db.transaction(async (tx) => {
    // One after another, so that there are never more.
    await tx.selectFrom('User').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();
    const pins = await tx.selectFrom('StatisticsPin').selectAll().where('userId', '=', userId).execute();
    if (pins.some((one) => one.projectId === projectId && one.report === pin.report && one.period === period))
      return;
    if (pins.length >= pinsMax) throw new LimitReachedError(say.STATISTICS_PINS_MAX({ most: pinsMax }));
    await tx.insertInto('StatisticsPin').values(pin).execute();
  });
}
