import type { Prisma, ProjectLog } from '../../../../prisma/generated/client/client.ts';
import type { Sql } from '../../../lib/database/db.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { storableText } from '../../../text/storable-text.ts';
import { requireCredentials } from '../identity/policy.ts';
import { accessProject, accessProjects } from '../project-access/access.ts';
import { policy } from '../project-access/policy.ts';
import type { ProjectAction } from './project-actions.ts';

/** Of these the log says only that they changed. */
const secret: ReadonlySet<string> = new Set(['securityKey', 'apiKeyHash']);

/**
 * Records, within the caller's transaction, what was done. `body` holds no secrets: pass changes through
 * `changesOf`.
 */
export async function writeProjectLog(
  sql: Sql,
  actor: Actor,
  projectId: number,
  action: ProjectAction,
  body: Record<string, unknown> = {},
): Promise<void> {
  await sql
    .insertInto('ProjectLog')
    .values({
      projectId,
      userId: actor.kind === 'user' ? actor.userId : null,
      action,
      body: JSON.stringify(actor.kind === 'user' ? body : { ...body, by: actor.kind }, storable),
    })
    .execute();
}

const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? storableText(value) : value;

/** What differs, as the log keeps it: `{field: {from, to}}`. Fields that stay are left out. */
export function changesOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, { from: unknown; to: unknown }> {
  const changes: Record<string, { from: unknown; to: unknown }> = {};
  for (const [field, to] of Object.entries(after)) {
    const from = before[field];
    if (to === undefined || JSON.stringify(from ?? null) === JSON.stringify(to ?? null)) continue;
    const shown = (value: unknown): unknown => (secret.has(field) && value ? '***' : (value ?? null));
    changes[field] = { from: shown(from), to: shown(to) };
  }
  return changes;
}

/**
 * Returns a page of the project's log, newest first; null if the actor may not read it.
 * @param query selection of the rows, and the page
 * @throws NotSignedInError, NotFoundError
 */
export async function listProjectLog(
  app: App,
  actor: Actor,
  projectId: number,
  query: Prisma.ProjectLogFindManyArgs,
): Promise<ProjectLog[] | null> {
  const { rights } = await accessProject(app.db.sql, actor, projectId, 'read');
  if (!rights.has(policy.readProjectLog)) return null;
  return app.db.prisma.projectLog.findMany({ ...query, where: { projectId }, orderBy: { id: 'desc' } });
}

/**
 * Returns the entries whose project's log the actor may read.
 * @param query selection of the rows
 * @throws NotSignedInError
 */
export async function readProjectLogEntries(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.ProjectLogDefaultArgs = {},
): Promise<ProjectLog[]> {
  requireCredentials(actor);
  const { prisma, sql } = app.db;
  const id = { in: [...ids] };
  const places = await prisma.projectLog.findMany({
    where: { id },
    select: { projectId: true },
    distinct: ['projectId'],
  });
  const projects = await accessProjects(
    sql,
    actor,
    places.map(({ projectId }) => projectId),
  );
  const open = projects.filter(({ rights }) => rights.has(policy.readProjectLog));
  if (open.length === 0) return [];
  return prisma.projectLog.findMany({
    ...query,
    where: { id, projectId: { in: open.map((one) => one.id) } },
  });
}
