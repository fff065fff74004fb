import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError } from '../../../kernel/errors.ts';
import { accessProject } from '../project-access/access.ts';
import type { Right } from '../project-access/policy.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';

/** What was deleted and can be restored. */
export interface DeletedItem {
  /** Type of the id. */
  type: 'Article' | 'Channel' | 'Playlist' | 'ProcessingRule';
  id: number;
  /** Its name, or title. */
  name: string;
  deletedAt: Date;
  /** Null: a program, or it is not known any more. */
  deletedBy: { id: number } | null;
}

/** Position of an item among the deleted ones. */
export type DeletedPlace = Pick<DeletedItem, 'id' | 'deletedAt'>;

/** A page of what was deleted, the last first. */
export interface DeletedPage {
  after?: DeletedPlace | undefined;
  before?: DeletedPlace | undefined;
  limit: number;
  /** From the end on, in the opposite order. */
  inverted: boolean;
}

const day = 86_400_000;
/**
 * Time before the clean-up in which an item can no longer be restored, milliseconds. The clean-up may have
 * started already, because its clock can differ.
 */
const margin = 300_000;

/** Items that were deleted before this time can no longer be restored. */
export const restorableSince = ({ config }: Pick<App, 'config'>): Date =>
  new Date(databaseTime().getTime() - config.retention.deletedDays * day + margin);

/** @throws NotFoundError for an item that was deleted too long ago to be restored */
export function requireRestorable(
  app: Pick<App, 'config'>,
  deletedAt: Date,
  unknown: ConstructorParameters<typeof NotFoundError>[0],
): void {
  if (deletedAt < restorableSince(app)) throw new NotFoundError(unknown);
}

/**
 * Returns Prisma arguments for a page of a project's deleted items that can be restored, the last deleted
 * first; null if the actor may not restore them.
 * @param right required right to the project
 * @throws NotSignedInError, NotFoundError
 */
export async function lastDeletedFirst(
  app: App,
  actor: Actor,
  { projectId, right }: { projectId: number; right: Right },
  page: DeletedPage,
) {
  const { rights } = await accessProject(app.db.sql, actor, projectId, 'read');
  return rights.has(right) ? pageOf(projectId, restorableSince(app), page) : null;
}

function pageOf(projectId: number, since: Date, { after, before, limit, inverted }: DeletedPage) {
  const direction = inverted ? ('asc' as const) : ('desc' as const);
  return {
    where: {
      projectId,
      deletedAt: { gte: since },
      AND: [
        ...(after
          ? [{ OR: [{ deletedAt: { lt: after.deletedAt } }, { ...at(after), id: { lt: after.id } }] }]
          : []),
        ...(before
          ? [{ OR: [{ deletedAt: { gt: before.deletedAt } }, { ...at(before), id: { gt: before.id } }] }]
          : []),
      ],
    },
    orderBy: [{ deletedAt: direction }, { id: direction }],
    take: limit,
  };
}

const at = ({ deletedAt }: DeletedPlace) => ({ deletedAt });
