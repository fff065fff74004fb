import { sql as raw, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { App } from '../../../kernel/app.ts';
import { eachItem, type ItemsOutcome } from '../../../kernel/each-item.ts';
import { deleteIfOlder } from '../../../storage/delete-if-older.ts';
import { audioFile, imageFile } from '../../../storage/files.ts';
import { imagePath } from './cover-images.ts';

const batch = 500;

/**
 * Deletes sounds that were deleted, or whose project was, before then, once nothing plays them and no version
 * is there that was made with them. An ad keeps the sound of a deleted project. The file goes with the last
 * sound that it is.
 */
export const forgetSounds = (app: App, before: Date): Promise<ItemsOutcome> =>
  eachItem(app, {
    job: 'sounds',
    items: unusedSounds(app, before),
    key: ({ id }) => `sound ${id}`,
    work: (sound) => forgetSound(app, sound, before),
  });

interface UnusedSound {
  id: number;
  file: string;
}

const ofDeletedProject = (before: Date) => raw<boolean>`coalesce("p"."deletedAt" < ${before}, false)`;

async function* unusedSounds({ db }: App, before: Date): AsyncGenerator<UnusedSound> {
  const { sql } = db.unhurried;
  const isOfDeletedProject = ofDeletedProject(before);
  yield* await sql
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
}

async function forgetSound({ db, storage }: App, { id, file }: UnusedSound, before: Date): Promise<boolean> {
  const isGone = await db.unhurried.transaction(async (tx) => {
    // Uploaded again since, it stays.
    const sound = await tx
      .selectFrom('Sound as s')
      .innerJoin('Project as p', 'p.id', 's.projectId')
      .select('s.id')
      .where('s.id', '=', id)
      .where((eb) => eb.or([eb('s.deletedAt', '<', before), ofDeletedProject(before)]))
      .forUpdate('s')
      .executeTakeFirst();
    if (!sound) return false;
    // What its own project, which is deleted, would have played it for; an ad that began to since refuses.
    await tx.deleteFrom('SoundUse').where('soundId', '=', id).where('adUnitId', 'is', null).execute();
    await tx.deleteFrom('Sound').where('id', '=', id).execute();
    return true;
  });
  if (!isGone) return false;
  const another = await db.unhurried.sql
    .selectFrom('Sound')
    .select('id')
    .where('file', '=', file)
    .executeTakeFirst();
  if (!another) await deleteIfOlder(storage, audioFile(file), before);
  return true;
}

/**
 * Deletes pictures that were uploaded before then and that nothing shows: no project's or channel's settings,
 * no article, no person, and no version that is there. A picture is locked before it is looked for in these,
 * as `lockImage` does where one is chosen: an image chosen in the meantime is kept.
 */
export const forgetImages = (app: App, before: Date): Promise<ItemsOutcome> =>
  eachItem(app, {
    job: 'images',
    items: unusedImages(app, before),
    key: (tag) => tag,
    async work(tag) {
      const isGone = await app.db.unhurried.transaction(async (sql) => {
        await sql.selectFrom('Image').select('tag').where('tag', '=', tag).forUpdate().execute();
        // Another statement, which sees what was committed before the lock was there.
        const row = await sql
          .deleteFrom('Image as i')
          .where('i.tag', '=', tag)
          .where((eb) => isUnusedImage(eb, before))
          .returning('i.tag')
          .executeTakeFirst();
        return row !== undefined;
      });
      if (isGone) await deleteIfOlder(app.storage, imageFile(tag), before);
      return isGone;
    },
  });

async function* unusedImages({ db }: App, before: Date): AsyncGenerator<string> {
  for (let last = ''; ;) {
    const rows = await db.unhurried.sql
      .selectFrom('Image as i')
      .select('i.tag')
      .where('i.tag', '>', last)
      .where((eb) => isUnusedImage(eb, before))
      .orderBy('i.tag')
      .limit(batch)
      .execute();
    for (const { tag } of rows) yield tag;
    if (rows.length < batch) return;
    last = rows.at(-1)!.tag;
  }
}

function isUnusedImage(
  eb: ExpressionBuilder<Tables & { i: Tables['Image'] }, 'i'>,
  before: Date,
): Expression<SqlBool> {
  return eb.and([
    eb('i.createdAt', '<', before),
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
        // By the end of its address, which an index holds (migration 0112).
        eb.exists(
          eb
            .selectFrom('Article as a')
            .innerJoin('Project as p', 'p.id', 'a.projectId')
            .select('a.id')
            .where(raw<boolean>`"a"."imageUrl" LIKE '%/download/image/%'`)
            .where(raw<boolean>`right("a"."imageUrl", 40) = "i"."tag"`)
            .where((of) => of.or([of('a.deletedAt', 'is', null), of('a.deletedAt', '>=', before)]))
            .where((of) => of.or([of('p.deletedAt', 'is', null), of('p.deletedAt', '>=', before)])),
        ),
      ]),
    ),
  ]);
}
