import type { Selectable } from 'kysely';
import type { Tables } from '../../prisma/generated/tables.ts';
import type { App } from '../kernel/app.ts';
import type { Sql } from '../lib/db.ts';
import { fromNow } from '../lib/sql.ts';
import { audioFile, flashFile, highResFile } from '../storage/files.ts';

/** Versions of an article that are kept at most, the one that is played among them. */
const keptVersions = 10;
const batch = 500;
/** Of articles that are being voiced, or are to be. */
const busy: readonly string[] = ['waiting', 'processing', 'retry'];

interface OldVersion {
  version: string;
  articleId: number;
  teaser: string | null;
}

/** Every file that is made of a version, but for its teaser, which others may share. */
export const filesOf = (version: string): string[] => [
  audioFile(version),
  highResFile(version, 'mp3'),
  highResFile(version, 'wav'),
  flashFile(version),
];

/** Deletes files and chunks of articles' old versions. @returns how many versions */
export async function deleteOldVersions(app: App): Promise<number> {
  let count = 0;
  for (;;) {
    const rows = await oldVersions(app);
    let deleted = 0;
    for (const old of rows) if (await deleteVersion(app, old)) deleted += 1;
    count += deleted;
    // Those that were taken up again meanwhile are not found again.
    if (rows.length < batch || deleted === 0) return count;
  }
}

/** Versions that are neither played nor being made, beyond those that are kept, or older than that. */
async function oldVersions({ db, config }: App): Promise<OldVersion[]> {
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
      eb.or([eb('u.version', '=', eb.ref('a.audio')), eb('u.version', '=', eb.ref('a.version'))]).as('used'),
    ]);
  return db.unhurried.sql
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
}

/**
 * Deletes a version unless it was taken up again since it was found. The row goes first: a file that nobody
 * knows does less harm than a row without its file. The files go where the row is still gone: the article is
 * locked meanwhile, so that none of its runs takes the version up, which is made anew from then on.
 * @returns whether it went
 */
export async function deleteVersion({ db, storage }: App, old: OldVersion): Promise<boolean> {
  const { version, articleId, teaser } = old;
  const isGone = await db.transaction(async (sql) => {
    if (isTakenUp(await lockArticle(sql, articleId), version)) return false;
    await sql.deleteFrom('Chunk').where('articleId', '=', articleId).where('version', '=', version).execute();
    await sql.deleteFrom('Audio').where('version', '=', version).execute();
    return true;
  });
  if (!isGone) return false;
  await db.transaction(async (sql) => {
    const article = await lockArticle(sql, articleId);
    if (isTakenUp(article, version)) return;
    for (const file of filesOf(version)) await storage.delete(file);
    // Versions that begin alike have one teaser, also one that is being made.
    if (teaser === null || (article && busy.includes(article.status))) return;
    const shared = await sql
      .selectFrom('Audio')
      .select('version')
      .where('articleId', '=', articleId)
      .where('teaser', '=', teaser)
      .limit(1)
      .executeTakeFirst();
    if (!shared) await storage.delete(audioFile(teaser));
  });
  return true;
}

type Locked = Pick<Selectable<Tables['Article']>, 'audio' | 'version' | 'status'> | undefined;

/** An article as it is until the transaction ends: none of its runs takes a step. */
const lockArticle = (sql: Sql, id: number): Promise<Locked> =>
  sql
    .selectFrom('Article')
    .select(['audio', 'version', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Whether it plays or makes a version. */
const isTakenUp = (article: Locked, version: string): boolean =>
  article !== undefined && (article.audio === version || article.version === version);
