import type { App } from '../kernel/app.ts';
import { audioFile, highResFile, masterFile } from '../storage/files.ts';

const batch = 200;
const day = 86_400_000;

export interface Forgotten {
  /** Articles whose sound was deleted, because they were. */
  deletedArticles: number;
  segments: number;
  previews: number;
  logs: number;
}

/**
 * Deletes what has been kept for as long as the configuration says: sound of articles that were deleted, voiced chunks that no version
 * uses, previews, logs. Done again after a failure it goes on where it stopped.
 */
export async function forget(app: App): Promise<Forgotten> {
  const { retention } = app.config;
  const before = (days: number): Date => new Date(Date.now() - days * day);
  const deletedArticles = await forgetDeletedArticles(app, before(retention.deletedDays));
  const segments = await forgetSegments(app, before(retention.segmentsDays), before(retention.deletedDays));
  const previews = await forgetPreviews(app, before(retention.previewsDays));
  const logs = await Promise.all(['ArticleLog', 'ProjectLog'].map((table) => app.db.unhurried.query(`DELETE FROM "${table}" WHERE "createdAt" < $1`, [before(retention.logsDays)])));
  return { deletedArticles, segments, previews, logs: logs.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0) };
}

/** Nobody is given their sound any more, so the files go before the rows that tell where they are. */
async function forgetDeletedArticles({ db: { prisma }, storage }: App, before: Date): Promise<number> {
  let count = 0;
  for (;;) {
    const articles = await prisma.article.findMany({
      where: {
        AND: [
          { OR: [{ deletedAt: { lt: before } }, { project: { deletedAt: { lt: before } } }] },
          { OR: [{ audios: { some: {} } }, { chunks: { some: {} } }] },
        ],
      },
      select: { id: true, audios: { select: { version: true, teaser: true } } },
      take: batch,
    });
    for (const { id, audios } of articles) {
      for (const { version, teaser } of audios) {
        for (const file of [audioFile(version), highResFile(version, 'mp3'), highResFile(version, 'wav')]) await storage.delete(file);
        const isShared = teaser !== null && (await prisma.audio.findFirst({ where: { teaser, articleId: { not: id } }, select: { version: true } }));
        if (teaser !== null && !isShared) await storage.delete(audioFile(teaser));
      }
      await prisma.$transaction([prisma.chunk.deleteMany({ where: { articleId: id } }), prisma.audio.deleteMany({ where: { articleId: id } })]);
    }
    count += articles.length;
    if (articles.length < batch) return count;
  }
}

/** The row goes first: a chunk that counts as voiced has its sound. Voiced again, it is not charged again. */
async function forgetSegments({ db, storage }: App, before: Date, deletedBefore: Date): Promise<number> {
  const { rows } = await db.unhurried.query<{ key: string }>(
    `DELETE FROM "Segment" s WHERE s."state" = 'voiced' AND NOT EXISTS (SELECT 1 FROM "Chunk" c WHERE c."segmentKey" = s."key")
       AND (s."voicedAt" < $1 OR EXISTS (SELECT 1 FROM "Article" a JOIN "Project" p ON p."id" = a."projectId"
                                          WHERE a."id" = s."articleId" AND (a."deletedAt" < $2 OR p."deletedAt" < $2)))
     RETURNING "key"`,
    [before, deletedBefore],
  );
  if (rows.length === 0) return 0;
  const keys = new Set(rows.map(({ key }) => key));
  for (const key of keys) await storage.delete(masterFile(key));
  // A chunk's sound may be there in several encodings.
  for await (const { key } of storage.list('segments')) {
    const [, base] = /^segments\/([^-.]+)/.exec(key) ?? [];
    if (base !== undefined && keys.has(base)) await storage.delete(key);
  }
  return keys.size;
}

/** What tells of a preview goes first, so that whoever asks for it again has it made again. */
async function forgetPreviews({ storage }: App, before: Date): Promise<number> {
  let count = 0;
  for await (const { key, modifiedAt } of storage.list('previews')) {
    const [, file] = /^previews\/(.+)\.json$/.exec(key) ?? [];
    if (file === undefined || modifiedAt >= before) continue;
    await storage.delete(key);
    await storage.delete(audioFile(file));
    count += 1;
  }
  return count;
}
