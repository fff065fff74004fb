import type { Prisma, Project } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { now } from '../../../lib/database/sql.ts';
import { NotFoundError } from '../../../kernel/errors.ts';
import { accessProject, readableBy } from '../../access/project-access/access.ts';
import { writeProjectLog } from '../../access/project-log/log.ts';
import { policy } from '../../access/project-access/policy.ts';
import { projectAccessMessages } from '../../access/project-access/messages.ts';

/**
 * Returns a project that the actor may read.
 * @param query fields to select
 * @throws NotSignedInError, NotFoundError
 */
export async function readProject(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.ProjectDefaultArgs = {},
): Promise<Project> {
  const project = await app.db.prisma.project.findFirst({
    ...query,
    where: { AND: [{ id }, readableBy(actor)] },
  });
  if (!project) throw new NotFoundError(projectAccessMessages.PROJECT_NOT_FOUND());
  return project;
}

/**
 * Returns those of the projects that the actor may read.
 * @param query fields to select
 * @throws NotSignedInError
 */
export async function readProjects(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.ProjectDefaultArgs = {},
): Promise<Project[]> {
  return app.db.prisma.project.findMany({
    ...query,
    where: { AND: [{ id: { in: [...ids] } }, readableBy(actor)] },
  });
}

/**
 * Deletes a project for all users; its rows stay for accounting. Running generation stops, and feeds are no
 * longer checked.
 * @throws NotSignedInError, NotFoundError (also if already deleted), NotAllowedError
 */
export async function deleteProject(app: App, actor: Actor, id: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    await deleteWithin(tx, actor, await accessProject(tx, actor, id, policy.deleteProject, true));
  });
}

/** The same within a transaction, of a project that the actor is known to be allowed to delete. */
export async function deleteWithin(
  tx: Sql,
  actor: Actor,
  { id, name }: Pick<Project, 'id' | 'name'>,
): Promise<void> {
  await tx.updateTable('Project').set({ deletedAt: now() }).where('id', '=', id).execute();
  await tx.updateTable('Source').set({ nextPollAt: null }).where('projectId', '=', id).execute();
  await tx
    .updateTable('Article')
    .set((eb) => ({ deletedAt: now(), run: eb('run', '+', 1) }))
    .where('projectId', '=', id)
    .where('status', 'in', ['waiting', 'processing', 'retry'])
    .where('deletedAt', 'is', null)
    .execute();
  await writeProjectLog(tx, actor, id, 'deleted', { name });
}
