import type { Selectable } from 'kysely';
import type { Tables } from '../../prisma/generated/tables.ts';
import type { App } from '../kernel/app.ts';
import { eachItem, type ItemsOutcome } from '../kernel/each-item.ts';
import { deleteMarked, markForDeletion } from '../kernel/file-deletions.ts';
import type { Sql } from '../lib/database/db.ts';
import { fromNow } from '../lib/database/sql.ts';
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

/** Every file that is made of a version, except its teaser, which others may share. */
export const filesOf = (version: string): string[] => [
  audioFile(version),
  highResFile(version, 'mp3'),
  highResFile(version, 'wav'),
  flashFile(version),
];

/** Deletes files and chunks of articles' old versions. */
export const deleteOldVersions = (app: App): Promise<ItemsOutcome> =>
  eachItem(app, {
    job: 'versions',
    items: oldVersions(app),
    key: ({ version }) => version,
    work: (old) => deleteVersion(app, old),
  });

/** Versions that are neither played nor being made, beyond those that are kept, or older than that. */
async function* oldVersions({ db, config }: App): AsyncGenerator<OldVersion> {
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
  for (let last = ''; ;) {
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
      .where('version', '>', last)
      .orderBy('version')
      .limit(batch)
      .execute();
    yield* rows;
    if (rows.length < batch) return;
    last = rows.at(-1)!.version;
  }
}

/**
 * Deletes a version unless it was taken up since it was read: its rows, and its files once that is committed.
 * The transaction marks them, so that a run that makes the same version again waits until they are gone, and
 * so that what a dying process leaves is deleted later.
 * @returns whether it was deleted
 */
export async function deleteVersion(app: App, { version, articleId, teaser }: OldVersion): Promise<boolean> {
  const files = await app.db.transaction(async (sql) => {
    const article = await lockArticle(sql, articleId);
    if (isTakenUp(article, version)) return null;
    await sql.deleteFrom('Chunk').where('articleId', '=', articleId).where('version', '=', version).execute();
    await sql.deleteFrom('Audio').where('version', '=', version).execute();
    const own = filesOf(version);
    if (teaser !== null && !(await isTeaserUsed(sql, articleId, article, teaser)))
      own.push(audioFile(teaser));
    await markForDeletion(sql, own);
    return own;
  });
  if (files === null) return false;
  await deleteMarked(app, files);
  return true;
}

/** Whether another version of the article has the same teaser, or one that is being made may. */
async function isTeaserUsed(sql: Sql, articleId: number, article: Locked, teaser: string): Promise<boolean> {
  if (article && busy.includes(article.status)) return true;
  const shared = await sql
    .selectFrom('Audio')
    .select('version')
    .where('articleId', '=', articleId)
    .where('teaser', '=', teaser)
    .limit(1)
    .executeTakeFirst();
  return shared !== undefined;
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
