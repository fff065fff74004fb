import type { Audio, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotFoundError } from '../../../kernel/errors.ts';
import { readTextDiff, textDiff, type DiffPart } from '../../../text/text-diff.ts';
import { accessArticle, type Article } from '../articles/article.ts';
import { isEditable, type ArticleWithRights } from '../articles/article-rights.ts';
import { updateArticle } from '../articles/articles.ts';
import { articleMessages } from '../articles/messages.ts';
import { policy } from '../articles/policy.ts';

/** More than are stored of an article (`keptVersions` in server/pipeline/old-versions.ts). */
const versionsMax = 20;

/**
 * Returns the versions of an article that are stored, newest first; null if the actor may not edit it.
 * @param query selection of the rows
 */
export async function readVersions(
  app: App,
  actor: Actor,
  article: ArticleWithRights,
  query: Prisma.AudioDefaultArgs,
): Promise<Audio[] | null> {
  if (!isEditable(actor, article)) return null;
  return app.db.prisma.audio.findMany({
    ...query,
    where: { articleId: article.id },
    orderBy: [{ createdAt: 'desc' }, { version: 'asc' }],
    take: versionsMax,
  }) as Promise<Audio[]>;
}

/** Columns that `changesSince` compares. */
export const comparedColumns = {
  madeOfTitle: true,
  madeOfText: true,
  article: { select: { title: true, text: true } },
} as const satisfies Prisma.AudioSelect;

/** Returns what changed in title and text since a version; null: nothing, or its text was not stored. */
export function changesSince({
  madeOfTitle,
  madeOfText,
  article,
}: Prisma.AudioGetPayload<{ select: typeof comparedColumns }>): DiffPart[] | null {
  if (madeOfTitle === null || madeOfText === null) return null;
  const diff = textDiff(`${madeOfTitle}\n\n${madeOfText}`, `${article.title}\n\n${article.text}`);
  return diff === null ? null : readTextDiff(diff);
}

/**
 * Gives an article the title and text of one of its versions, and regenerates its audio. Segments that still
 * exist are not charged again; if nothing else has changed, that version itself is played again.
 * @param revision that the caller has seen; absent: whatever it is
 * @throws NotSignedInError, NotFoundError also for a version whose text was not stored, NotAllowedError,
 * ConflictError
 */
export async function restoreArticleVersion(
  app: App,
  actor: Actor,
  { id, version, revision }: { id: number; version: string; revision?: number | null | undefined },
): Promise<Article> {
  await accessArticle(app.db.sql, actor, id, policy.restoreArticleVersion);
  const stored = await app.db.prisma.audio.findFirst({
    where: { version: version.replaceAll('\0', ''), articleId: id },
    select: { madeOfTitle: true, madeOfText: true },
  });
  if (stored?.madeOfTitle == null || stored.madeOfText === null)
    throw new NotFoundError(articleMessages.ARTICLE_VERSION_NOT_FOUND());
  return updateArticle(app, actor, { id, revision, title: stored.madeOfTitle, text: stored.madeOfText });
}
