import type { App } from '../../../kernel/app.ts';
import { fromNow, now } from '../../../lib/database/sql.ts';
import { highResFile, type HighResFormat } from '../../../storage/files.ts';
import { highResJob } from './jobs.ts';

/** Time without progress after which a file counts as abandoned and is restarted, seconds. */
const forgottenAfter = 120;

export interface HighRes {
  status: 'ok' | 'processing' | 'failed';
  /** Percent. */
  progress: number;
  /** Path of the file, once it is there. */
  url: string | null;
  /** Why it failed, in words for an editor. The next request tries again. */
  error: string | null;
  /** The same as notices, as their column has them. */
  errorNotices: unknown;
}

/**
 * A high-resolution file of what an article plays now: asked for the first time, it is begun; asked again,
 * this tells how far it is. For callers who have checked that they may have it.
 * @param beforeBegun counts one that is begun; what it throws keeps it from being so
 * @returns null when the article has no audio yet
 * @throws StorageError
 */
export async function requestHighRes(
  app: Pick<App, 'db' | 'queue' | 'storage'>,
  articleId: number,
  format: HighResFormat = 'mp3',
  beforeBegun?: () => Promise<unknown>,
): Promise<HighRes | null> {
  // Between a version and its file there is no relation that Prisma knows.
  const asked = await app.db.sql
    .selectFrom('Article as a')
    .leftJoin('Rendition as r', (join) => join.onRef('r.version', '=', 'a.audio').on('r.format', '=', format))
    .select(['a.audio as version', 'r.progress', 'r.error', 'r.errorNotices'])
    .where('a.id', '=', articleId)
    .where('a.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!asked?.version) return null;
  const { version, progress, error, errorNotices } = asked;
  if (progress === 100 && (await app.storage.stat(highResFile(version, format)))) {
    const url = `/download/${highResFile(version, format)}`;
    return { status: 'ok', progress: 100, url, error: null, errorNotices: null };
  }
  if (progress === null || progress === 100 || error !== null) await beforeBegun?.();
  await app.db.transaction(async (sql) => {
    // Starts once, however many requests there are. Restarts if it failed, was abandoned, or its file is
    // gone: compared with the state read above, because it may have ended in the meantime.
    const begun = await sql
      .insertInto('Rendition')
      .values({ version, format })
      .onConflict((conflict) =>
        conflict
          .columns(['version', 'format'])
          .doUpdateSet({ progress: 0, error: null, errorNotices: null, updatedAt: now() })
          .where((eb) =>
            eb.or([
              ...(error === null ? [] : [eb('Rendition.error', '=', error)]),
              ...(progress === 100 ? [eb('Rendition.progress', '=', 100)] : []),
              eb('Rendition.updatedAt', '<', fromNow(-forgottenAfter)),
            ]),
          ),
      )
      .returning('version')
      .executeTakeFirst();
    if (begun) await app.queue.send(sql, highResJob, { articleId, version, format });
  });
  return {
    status: error ? 'failed' : 'processing',
    progress: error ? 0 : (progress ?? 0) % 100,
    url: null,
    error,
    errorNotices: error === null ? null : errorNotices,
  };
}
