import type { ArticleStatus } from '../../../prisma/generated/client/enums.ts';
import type { Sql } from '../../lib/db.ts';
import type { Actor } from '../../kernel/actor.ts';
import { NotAllowedError, NotFoundError } from '../../kernel/errors.ts';
import { accessProjects, type Project } from '../projects/access.ts';
import type { Right } from '../projects/policy.ts';

/** An article as lists show it, with its project and what whoever asked may do there. */
export interface Article {
  id: number;
  project: Project;
  sourceId: number | null;
  title: string;
  url: string | null;
  labels: string[];
  status: ArticleStatus;
  /** Why it is errored. */
  error: string | null;
  /** Name of the rule that stopped it before it was voiced or published; null: none. */
  heldBy: string | null;
  /** The version that can be played. */
  audio: string | null;
  rssAutoUpdate: boolean;
  recrawlTime: Date | null;
  publishedAt: Date | null;
  addedAt: Date;
  updatedAt: Date;
  /** Left out of lists, where it would be most of the bytes. */
  text?: string;
}

/** One article whole. */
export interface WholeArticle extends Article {
  text: string;
  fetchPage: boolean;
}

export type ArticleRow<A extends Article> = Omit<A, 'project'>;

/** What of a row lists show. */
export const listColumns = `id, "sourceId", title, url, coalesce(labels, '{}') AS labels, status::text, error, "heldBy", audio, "rssAutoUpdate", "recrawlTime", "publishedAt", "addedAt", "updatedAt"`;

/**
 * Finds an article for somebody who needs a right to its project. With `lock` the row cannot change until the transaction ends.
 * @throws NotSignedInError, NotFoundError where the actor may not read it, NotAllowedError where reading is all he may
 */
export async function accessArticle(sql: Sql, actor: Actor, id: number, right: Right, lock = false): Promise<WholeArticle> {
  const { rows: places } = await sql.query<{ projectId: number }>('SELECT "projectId" FROM "Article" WHERE id = $1 AND "deletedAt" IS NULL', [id]);
  // Asked even for nothing, so that nobody who is not signed in learns which ids there are.
  const [project] = await accessProjects(sql, actor, places.map((place) => place.projectId));
  if (!project) throw new NotFoundError('This article');
  if (!project.rights.has(right)) throw new NotAllowedError();
  const { rows } = await sql.query<ArticleRow<WholeArticle>>(
    `SELECT ${listColumns}, text, "fetchPage" FROM "Article" WHERE id = $1 AND "deletedAt" IS NULL${lock ? ' FOR UPDATE' : ''}`,
    [id],
  );
  if (!rows[0]) throw new NotFoundError('This article');
  return { ...rows[0], project };
}
