import type { App } from '../../kernel/app.ts';
import { highResFile, type HighResFormat } from '../../storage/files.ts';
import { highResJob } from './jobs.ts';

/** Seconds without progress after which a file counts as forgotten, and is begun anew. */
const forgottenAfter = 120;

export interface HighRes {
  status: 'ok' | 'processing' | 'failed';
  /** Percent. */
  progress: number;
  /** Path of the file, once it is there. */
  url: string | null;
  /** Why it failed, in words for an editor. The next request tries again. */
  error: string | null;
}

/**
 * A high-resolution file of what an article plays now: asked for the first time, it is begun; asked again, this tells how
 * far it is. For callers who have checked that they may have it.
 * @returns null when the article has no audio yet
 * @throws StorageError
 */
export async function requestHighRes(app: Pick<App, 'db' | 'queue' | 'storage'>, articleId: number, format: HighResFormat = 'mp3'): Promise<HighRes | null> {
  const { rows } = await app.db.query<{ audio: string; progress: number | null; error: string | null }>(
    `SELECT a."audio", r."progress", r."error" FROM "Article" a LEFT JOIN "Rendition" r ON r."version" = a."audio" AND r."format" = $2::"RenditionFormat"
     WHERE a."id" = $1 AND a."audio" IS NOT NULL AND a."deletedAt" IS NULL`,
    [articleId, format],
  );
  if (!rows[0]) return null;
  const { audio: version, progress, error } = rows[0];
  if (progress === 100 && (await app.storage.stat(highResFile(version, format)))) {
    return { status: 'ok', progress: 100, url: `/download/${highResFile(version, format)}`, error: null };
  }
  await app.db.transaction(async (sql) => {
    // Begun once, however many ask; and anew when it failed, was forgotten, or its file is gone: as read above, since it may have ended meanwhile.
    const begun = await sql.query(
      `INSERT INTO "Rendition" ("version", "format") VALUES ($1, $2::"RenditionFormat")
       ON CONFLICT ("version", "format") DO UPDATE SET "progress" = 0, "error" = NULL, "updatedAt" = now()
         WHERE "Rendition"."error" = $3 OR ("Rendition"."progress" = 100 AND $4::int = 100) OR "Rendition"."updatedAt" < now() - interval '${forgottenAfter} seconds'
       RETURNING "version"`,
      [version, format, error, progress],
    );
    if (begun.rows[0]) await app.queue.send(sql, highResJob, { articleId, version, format });
  });
  return { status: error ? 'failed' : 'processing', progress: error ? 0 : (progress ?? 0) % 100, url: null, error };
}
