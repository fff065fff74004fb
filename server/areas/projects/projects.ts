import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { accessProject, readableProjects, type Project } from './access.ts';
import { writeProjectLog } from './log.ts';
import { policy } from './policy.ts';

/** Projects that the actor may read, by name. @throws NotSignedInError */
export async function listProjects(app: App, actor: Actor): Promise<Project[]> {
  return readableProjects(app.db.sql, actor);
}

/** @throws NotSignedInError, NotFoundError */
export async function readProject(app: App, actor: Actor, id: number): Promise<Project> {
  return accessProject(app.db.sql, actor, id, policy.readProject);
}

/**
 * Deletes a project for everybody; its rows stay for the accounts. What is being voiced stops, feeds are read no more.
 * @throws NotSignedInError, NotFoundError (deleted already, too), NotAllowedError
 */
export async function deleteProject(app: App, actor: Actor, id: number): Promise<void> {
  await app.db.transaction(async (sql) => {
    const project = await accessProject(sql, actor, id, policy.deleteProject, true);
    await sql.query('UPDATE "Project" SET "deletedAt" = now() WHERE id = $1', [id]);
    await sql.query('UPDATE "Source" SET "nextPollAt" = NULL WHERE "projectId" = $1', [id]);
    await sql.query(
      `UPDATE "Article" SET "deletedAt" = now(), run = run + 1 WHERE "projectId" = $1 AND status IN ('waiting', 'processing', 'retry') AND "deletedAt" IS NULL`,
      [id],
    );
    await writeProjectLog(sql, actor, id, 'deleted', { name: project.name });
  });
}
