import { soundsMax } from '../../../product.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { now } from '../../../lib/database/sql.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import { soundMessages } from './messages.ts';

/**
 * Offers sounds that were uploaded for one project in another one too, within the caller's transaction; both
 * play the same file. What the other has already, and what is no sound of the first, is left alone. For
 * callers who have checked that they may.
 * @param files base names
 * @throws ValidationError on `file` when the other project has too many sounds then
 */
export async function copySounds(
  tx: Sql,
  { from, to, files, userId }: { from: number; to: number; files: readonly string[]; userId: number | null },
): Promise<void> {
  if (files.length === 0) return;
  const sounds = await tx
    .selectFrom('Sound as s')
    .select(['s.name', 's.file', 's.durationMs', 's.bytes'])
    .where('s.projectId', '=', from)
    .where('s.deletedAt', 'is', null)
    .where('s.file', 'in', [...new Set(files)])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('Sound as other')
            .select('other.id')
            .whereRef('other.file', '=', 's.file')
            .where('other.projectId', '=', to)
            .where('other.deletedAt', 'is', null),
        ),
      ),
    )
    .execute();
  if (sounds.length === 0) return;
  const { count } = await tx
    .selectFrom('Sound')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('projectId', '=', to)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) + sounds.length > soundsMax)
    throw new ValidationError([{ field: 'file', ...soundMessages.TOO_MANY_SOUNDS({ most: soundsMax }) }]);
  await tx
    .insertInto('Sound')
    // In one order for all, so that two copies into a project never deadlock.
    .values(
      sounds
        .toSorted((a, b) => (a.file < b.file ? -1 : 1))
        .map((sound) => ({ ...sound, projectId: to, userId })),
    )
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'file']).doUpdateSet({ deletedAt: null, createdAt: now() }),
    )
    .execute();
}
