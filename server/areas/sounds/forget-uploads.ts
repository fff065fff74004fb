import { sql as raw } from 'kysely';
import type { App } from '../../kernel/app.ts';
import { deleteIfOlder } from '../../storage/delete-if-older.ts';
import { audioFile, imageFile } from '../../storage/files.ts';
import { imagePath } from './images.ts';

/**
 * Deletes sounds that were deleted, or whose project was, before then, once nothing plays them and no version
 * is there that was made with them. An ad keeps the sound of a deleted project. The file goes with the last
 * sound that it is.
 * @returns how many
 */
export async function forgetSounds({ db, storage }: App, before: Date): Promise<number> {
  const { sql } = db.unhurried;
  const isOfDeletedProject = raw<boolean>`coalesce("p"."deletedAt" < ${before}, false)`;
  const sounds = await sql
    .selectFrom('Sound as s')
    .innerJoin('Project as p', 'p.id', 's.projectId')
    .select(['s.id', 's.file'])
    .where((eb) => eb.or([eb('s.deletedAt', '<', before), isOfDeletedProject]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('SoundUse as use')
            .select('use.id')
            .whereRef('use.soundId', '=', 's.id')
            .where((of) => of.or([of('use.adUnitId', 'is not', null), of.not(isOfDeletedProject)])),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('Article as a')
            .innerJoin('Audio as u', 'u.articleId', 'a.id')
            .select('u.version')
            .whereRef('a.projectId', '=', 's.projectId')
            .where(
              's.file',
              'in',
              raw<string>`("u"."design"->'sound'->>'music', "u"."design"->'sound'->>'logo')`,
            ),
        ),
      ),
    )
    .execute();
  let count = 0;
  for (const { id, file } of sounds) {
    const isGone = await db.unhurried.transaction(async (tx) => {
      // Uploaded again since, it stays.
      const sound = await tx
        .selectFrom('Sound as s')
        .innerJoin('Project as p', 'p.id', 's.projectId')
        .select('s.id')
        .where('s.id', '=', id)
        .where((eb) => eb.or([eb('s.deletedAt', '<', before), isOfDeletedProject]))
        .forUpdate('s')
        .executeTakeFirst();
      if (!sound) return false;
      // What its own project, which is deleted, would have played it for; an ad that began to since refuses.
      await tx.deleteFrom('SoundUse').where('soundId', '=', id).where('adUnitId', 'is', null).execute();
      await tx.deleteFrom('Sound').where('id', '=', id).execute();
      return true;
    });
    if (!isGone) continue;
    count += 1;
    const another = await sql.selectFrom('Sound').select('id').where('file', '=', file).executeTakeFirst();
    if (!another) await deleteIfOlder(storage, audioFile(file), before);
  }
  return count;
}

/**
 * Deletes pictures that were uploaded before then and that nothing shows: no project's or channel's settings,
 * no person, and no version that is there.
 * @returns how many
 */
export async function forgetImages({ db, storage }: App, before: Date): Promise<number> {
  const rows = await db.unhurried.sql
    .deleteFrom('Image as i')
    .where('i.createdAt', '<', before)
    .where((eb) =>
      eb.not(
        eb.or([
          eb.exists(
            eb
              .selectFrom('Project as p')
              .select('p.id')
              .whereRef('p.cover', '=', 'i.tag')
              .where((of) => of.or([of('p.deletedAt', 'is', null), of('p.deletedAt', '>=', before)])),
          ),
          eb.exists(
            eb
              .selectFrom('Channel as c')
              .innerJoin('Project as p', 'p.id', 'c.projectId')
              .select('c.id')
              .where((of) => of.or([of('c.deletedAt', 'is', null), of('c.deletedAt', '>=', before)]))
              .where((of) => of.or([of('p.deletedAt', 'is', null), of('p.deletedAt', '>=', before)]))
              .where(raw<boolean>`"i"."tag" IN (SELECT value FROM jsonb_each_text("c"."settings"))`),
          ),
          eb.exists(
            eb
              .selectFrom('Audio as u')
              .select('u.version')
              .where(raw<boolean>`"u"."design"->'sound'->>'cover' = "i"."tag"`),
          ),
          eb.exists(
            eb
              .selectFrom('User as p')
              .select('p.id')
              .where('p.avatar', '=', raw<string>`${imagePath('')} || "i"."tag"`),
          ),
        ]),
      ),
    )
    .returning('i.tag')
    .execute();
  for (const { tag } of rows) await deleteIfOlder(storage, imageFile(tag), before);
  return rows.length;
}
