import { sql as raw } from 'kysely';
import type { Sql } from '../../../../lib/database/db.ts';
import { today } from '../../../../lib/database/sql.ts';

/**
 * Takes an amount out of the day's budget (UTC), which all processes share: the row of the day is changed
 * only as long as it stays within, so that no two of them exceed it together.
 * @param micros millionths of a euro
 * @returns the day, or null when the budget does not suffice
 */
export async function reserveRecognition(
  tx: Sql,
  micros: number,
  microsPerDay: number,
): Promise<string | null> {
  if (micros > microsPerDay) return null;
  const reserved = await tx
    .insertInto('RecognitionDay')
    .values({ day: today(), microEuros: String(micros) })
    .onConflict((conflict) =>
      conflict
        .column('day')
        .doUpdateSet(({ eb, ref }) => ({
          microEuros: eb(ref('RecognitionDay.microEuros'), '+', raw<string>`${micros}::bigint`),
        }))
        .where(raw<boolean>`"RecognitionDay"."microEuros" + ${micros}::bigint <= ${microsPerDay}::bigint`),
    )
    .returning(raw<string>`"day"::text`.as('day'))
    .executeTakeFirst();
  return reserved?.day ?? null;
}

/** Gives back what was not spent, to the day that it was taken from. */
export async function returnRecognition(tx: Sql, day: string, micros: string | number): Promise<void> {
  await tx
    .updateTable('RecognitionDay')
    .set({ microEuros: raw<string>`"microEuros" - ${micros}::bigint` })
    .where('day', '=', day)
    .execute();
}
