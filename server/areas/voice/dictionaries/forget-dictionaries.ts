import type { App } from '../../../kernel/app.ts';

/** Entries of one statement. */
const batch = 5_000;

/**
 * Forgets dictionaries and entries that were deleted before a moment. @returns how many, the entries of
 * dictionaries included
 */
export async function forgetDictionaries({ db }: App, before: Date): Promise<number> {
  const { sql } = db.unhurried;
  let count = 0;
  for (;;) {
    const { numDeletedRows } = await sql
      .deleteFrom('DictionaryEntry')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('DictionaryEntry as e')
          .innerJoin('Dictionary as d', 'd.id', 'e.dictionaryId')
          .select('e.id')
          .where((eb) => eb.or([eb('e.deletedAt', '<', before), eb('d.deletedAt', '<', before)]))
          .limit(batch),
      )
      .executeTakeFirstOrThrow();
    count += Number(numDeletedRows);
    if (Number(numDeletedRows) < batch) break;
  }
  const { numDeletedRows } = await sql
    .deleteFrom('Dictionary')
    .where('deletedAt', '<', before)
    .executeTakeFirstOrThrow();
  return count + Number(numDeletedRows);
}
