import type { App } from '../kernel/app.ts';
import { forgetEvents } from '../areas/events/forget-events.ts';
import { execute } from '../lib/db.ts';
import { fromNow, now } from '../lib/sql.ts';
import { audioFile, flashFile, highResFile } from '../storage/files.ts';
import { forget, type Forgotten } from './retention.ts';

/** Versions of an article that are kept at most, the one that is played among them. */
const keptVersions = 10;
const batch = 500;

export interface CleanedUp extends Forgotten {
  versions: number;
  sessions: number;
  /** Days of players' events. */
  eventDays: number;
}

/**
 * Deletes files and chunks of articles' old versions, what was kept long enough, and sessions that have
 * ended, and tidies the embedded database, which does not do so itself.
 */
export async function cleanUp(app: App): Promise<CleanedUp> {
  const versions = await deleteOldVersions(app);
  // By hand: deleting much takes longer than Prisma's statements may.
  const { sql } = app.db.unhurried;
  const sessions = await sql
    .deleteFrom('Session')
    .where((eb) =>
      eb.or([
        eb('expiresAt', '<', now()),
        eb('lastSeenAt', '<', fromNow(-3_600 * app.config.sessionIdleHours)),
      ]),
    )
    .executeTakeFirst();
  await sql.deleteFrom('RateLimit').where('forgottenAt', '<', now()).execute();
  // Chunks of versions that were edited away before they were finished.
  await sql
    .deleteFrom('Chunk as c')
    .where('c.createdAt', '<', fromNow(-86_400))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('Audio as u').select('u.version').whereRef('u.version', '=', 'c.version'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('Article as a')
            .select('a.id')
            .whereRef('a.id', '=', 'c.articleId')
            .whereRef('a.version', '=', 'c.version'),
        ),
      ),
    )
    .execute();
  const eventDays = await forgetEvents(app);
  const forgotten = await forget(app);
  if (app.db.kind === 'pglite') await execute(sql, 'VACUUM ANALYZE');
  return { versions, sessions: Number(sessions.numDeletedRows), eventDays, ...forgotten };
}

async function deleteOldVersions({ db, storage, config }: App): Promise<number> {
  let count = 0;
  for (;;) {
    const ranked = db.unhurried.sql
      .selectFrom('Audio as u')
      .innerJoin('Article as a', 'a.id', 'u.articleId')
      .select((eb) => [
        'u.version',
        'u.articleId',
        'u.teaser',
        'u.createdAt',
        eb.fn
          .agg<string>('row_number')
          .over((over) =>
            over
              .partitionBy('u.articleId')
              .orderBy(eb('u.version', '=', eb.ref('a.audio')), 'desc')
              .orderBy('u.createdAt', 'desc'),
          )
          .as('place'),
        eb
          .or([eb('u.version', '=', eb.ref('a.audio')), eb('u.version', '=', eb.ref('a.version'))])
          .as('used'),
      ]);
    const rows = await db.unhurried.sql
      .selectFrom(ranked.as('ranked'))
      .select(['version', 'articleId', 'teaser'])
      .where((eb) =>
        eb.or([
          eb('place', '>', `${keptVersions}`),
          eb('createdAt', '<', fromNow(-86_400 * config.retention.versionsDays)),
        ]),
      )
      .where('used', 'is not', true)
      .limit(batch)
      .execute();
    for (const { version, articleId, teaser } of rows) {
      // The row goes first: a file that nobody knows does less harm than a row without its file.
      await db.transaction(async (sql) => {
        await sql
          .deleteFrom('Chunk')
          .where('articleId', '=', articleId)
          .where('version', '=', version)
          .execute();
        await sql.deleteFrom('Audio').where('version', '=', version).execute();
      });
      await storage.delete(audioFile(version));
      for (const file of [highResFile(version, 'mp3'), highResFile(version, 'wav'), flashFile(version)])
        await storage.delete(file);
      // Versions that begin alike have one teaser.
      const isShared =
        teaser &&
        (await db.prisma.audio.findFirst({ where: { articleId, teaser }, select: { version: true } }));
      if (teaser && !isShared) await storage.delete(audioFile(teaser));
    }
    count += rows.length;
    if (rows.length < batch) return count;
  }
}
