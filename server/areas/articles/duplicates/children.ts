import type { Actor } from '../../../kernel/actor.ts';
import type { FieldError } from '../../../kernel/errors.ts';
import { featureErrors, type FeatureHolder } from '../../../kernel/features.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { accessProjects, type Project } from '../../access/project-access/access.ts';
import { childMessages } from './messages.ts';

/** Children that a project can have: each article of it is voiced in all of them. */
export const childrenMax = 100;

export interface ChildrenChange {
  /** All that the actor wants of those that he may read; absent: they stay. */
  given: readonly number[] | undefined;
  /** The account that the project moves to; absent: it stays. */
  movedTo: number | null | undefined;
  /** What the project is entitled to afterwards. */
  holder: FeatureHolder;
}

/** A project's children, before and after a change. */
export interface Children {
  before: number[];
  after: number[];
}

/** The same, and what is wrong with the change, on `children`. */
export interface CheckedChildren extends Children {
  errors: FieldError[];
}

/**
 * Returns a project's new children. When the project moves to another account, it loses its children and its
 * parents. Children that the actor may not read stay, because the actor was not shown them.
 * @param project locked by the caller
 */
export async function checkedChildren(
  sql: Sql,
  actor: Actor,
  project: Project,
  { given, movedTo, holder }: ChildrenChange,
): Promise<CheckedChildren> {
  const before = await childrenOf(sql, project.id);
  const staying = movedTo === undefined ? before : [];
  if (!given) return { before, after: staying, errors: [] };
  const asked = new Set(given);
  const readable = await accessProjects(sql, actor, [...new Set([...asked, ...staying])]);
  const hidden = staying.filter((id) => !readable.some((child) => child.id === id));
  const after = [...new Set([...asked, ...hidden])].sort((a, b) => a - b);
  const added = after.filter((id) => !staying.includes(id));
  if (added.length === 0) return { before, after, errors: [] };
  const organizationId = movedTo === undefined ? project.organizationId : movedTo;
  const errors = featureErrors(holder, 'article-duplicator', 'children');
  const ofSame = readable.filter(
    (child) => child.organizationId === organizationId && child.id !== project.id,
  );
  if (organizationId === null || added.some((id) => !ofSame.some((child) => child.id === id)))
    errors.push({ field: 'children', ...sameOrganization });
  else if (after.length > childrenMax)
    errors.push({ field: 'children', ...childMessages.TOO_MANY_CHILDREN({ most: childrenMax }) });
  else if (await leadsBack(sql, organizationId, project.id, added))
    errors.push({ field: 'children', ...comesBack });
  return { before, after, errors };
}

const sameOrganization = childMessages.CHILD_OF_ANOTHER_ORGANIZATION();
const comesBack = childMessages.CHILD_DUPLICATES_BACK();

/**
 * Stores what `checkedChildren` found to be right, within the same transaction. @param moved whether the
 * project leaves its parents, too
 */
export async function replaceChildren(
  sql: Sql,
  projectId: number,
  { before, after }: Children,
  moved: boolean,
): Promise<void> {
  if (moved) {
    await sql
      .deleteFrom('ProjectChild')
      .where((eb) => eb.or([eb('parentId', '=', projectId), eb('childId', '=', projectId)]))
      .execute();
  }
  const removed = moved ? [] : before.filter((id) => !after.includes(id));
  if (removed.length > 0)
    await sql
      .deleteFrom('ProjectChild')
      .where('parentId', '=', projectId)
      .where('childId', 'in', removed)
      .execute();
  const added = after.filter((id) => moved || !before.includes(id));
  if (added.length > 0)
    await sql
      .insertInto('ProjectChild')
      .values(added.map((childId) => ({ parentId: projectId, childId })))
      .execute();
}

async function childrenOf(sql: Sql, projectId: number): Promise<number[]> {
  const rows = await sql
    .selectFrom('ProjectChild as l')
    .innerJoin('Project as c', 'c.id', 'l.childId')
    .select('l.childId')
    .where('l.parentId', '=', projectId)
    .where('c.deletedAt', 'is', null)
    .orderBy('l.childId')
    .execute();
  return rows.map(({ childId }) => childId);
}

/**
 * Whether a project's articles would come back to it, directly or by way of others, if it had these children.
 */
async function leadsBack(
  sql: Sql,
  organizationId: number,
  projectId: number,
  children: readonly number[],
): Promise<boolean> {
  // One change at a time: two projects that name each other at once would not see the other's.
  await sql
    .selectFrom('Organization')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .execute();
  const back = await sql
    .withRecursive('reached', (db) =>
      db
        .selectFrom('ProjectChild')
        .select('childId')
        .where('parentId', 'in', [...children])
        .union(
          db
            .selectFrom('ProjectChild as l')
            .innerJoin('reached as r', 'r.childId', 'l.parentId')
            .select('l.childId'),
        ),
    )
    .selectFrom('reached')
    .select('childId')
    .where('childId', '=', projectId)
    .executeTakeFirst();
  return back !== undefined;
}
