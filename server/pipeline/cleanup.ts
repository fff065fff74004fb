import type { App } from '../kernel/app.ts';
import { audioFile, highResFile } from '../storage/files.ts';
import { forget, type Forgotten } from './retention.ts';

/** Versions of an article that are kept at most, the one that is played among them. */
const keptVersions = 10;
const batch = 500;

export interface CleanedUp extends Forgotten {
  versions: number;
  sessions: number;
}

/** Deletes files and chunks of articles' old versions, what was kept long enough, and sessions that have ended, and tidies the embedded database, which does not do so itself. */
export async function cleanUp(app: App): Promise<CleanedUp> {
  const versions = await deleteOldVersions(app);
  const { rowCount } = await app.db.unhurried.query('DELETE FROM "Session" WHERE "expiresAt" < now() OR "lastSeenAt" < now() - make_interval(hours => $1)', [app.config.sessionIdleHours]);
  await app.db.unhurried.query('DELETE FROM "RateLimit" WHERE "forgottenAt" < now()');
  // Chunks of versions that were edited away before they were finished.
  await app.db.unhurried.query(
    `DELETE FROM "Chunk" c WHERE c."createdAt" < now() - interval '1 day' AND NOT EXISTS (SELECT 1 FROM "Audio" u WHERE u."version" = c."version")
       AND NOT EXISTS (SELECT 1 FROM "Article" a WHERE a."id" = c."articleId" AND a."version" = c."version")`,
  );
  const forgotten = await forget(app);
  if (app.db.kind === 'pglite') await app.db.unhurried.query('VACUUM ANALYZE');
  return { versions, sessions: rowCount ?? 0, ...forgotten };
}

async function deleteOldVersions({ db, storage, config }: App): Promise<number> {
  let count = 0;
  for (;;) {
    const { rows } = await db.unhurried.query<{ version: string; articleId: number; teaser: string | null }>(
      `SELECT "version", "articleId", "teaser" FROM (
         SELECT u."version", u."articleId", u."teaser", u."createdAt", row_number() OVER (PARTITION BY u."articleId" ORDER BY u."version" = a."audio" DESC, u."createdAt" DESC) AS place,
           u."version" IN (a."audio", a."version") AS used
         FROM "Audio" u JOIN "Article" a ON a."id" = u."articleId") ranked
       WHERE (place > ${keptVersions} OR "createdAt" < now() - make_interval(days => $1)) AND used IS NOT TRUE LIMIT ${batch}`,
      [config.retention.versionsDays],
    );
    for (const { version, articleId, teaser } of rows) {
      // The row goes first: a file that nobody knows does less harm than a row without its file.
      await db.transaction(async (sql) => {
        await sql.query('DELETE FROM "Chunk" WHERE "articleId" = $1 AND "version" = $2', [articleId, version]);
        await sql.query('DELETE FROM "Audio" WHERE "version" = $1', [version]);
      });
      await storage.delete(audioFile(version));
      for (const format of ['mp3', 'wav'] as const) await storage.delete(highResFile(version, format));
      // Versions that begin alike have one teaser.
      const { rows: others } = await db.query('SELECT 1 FROM "Audio" WHERE "articleId" = $1 AND "teaser" = $2 LIMIT 1', [articleId, teaser]);
      if (teaser && others.length === 0) await storage.delete(audioFile(teaser));
    }
    count += rows.length;
    if (rows.length < batch) return count;
  }
}
