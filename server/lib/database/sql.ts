import { sql, type Expression, type Kysely, type RawBuilder } from 'kysely';
import type { z } from 'zod';

// What Kysely has no word for, each with the type that PostgreSQL gives it.

/** The time at which the transaction began. */
export const now = (): RawBuilder<Date> => sql<Date>`now()`;

/**
 * The time in a number of seconds; negative: earlier. Uses the database's clock, which all processes share.
 */
export const fromNow = (seconds: number | RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`now() + make_interval(secs => ${seconds})`;

/** One of these, whose number a statement does not depend on. */
export const anyOf = <T extends number | string>(
  values: readonly T[] | RawBuilder<readonly T[]>,
  type: 'int' | 'text' | 'uuid',
): RawBuilder<T> => sql<T>`any(${values}::${sql.raw(type)}[])`;

/** Today's date, UTC. */
export const today = (): RawBuilder<string> => sql<string>`(now() AT TIME ZONE 'UTC')::date`;

/**
 * Tests whether a text contains another, ignoring case, accents and typographic marks, independent of the
 * database's locale. This is the only way in which texts are searched (a test lists the callers).
 * @param folded a column that holds the folded text (`fold_text`), or that expression
 */
export const containsFolded = (
  folded: Expression<string>,
  sought: string | RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`${folded} LIKE fold_pattern(${sought}::text)`;

/** The same for Prisma: what a column of folded text must contain. Its LIKE takes wildcards as they are. */
export async function containingFolded(db: Kysely<any>, sought: string): Promise<{ contains: string }> {
  const { folded } = await db
    .selectNoFrom(sql<string>`fold_text(${sought}::text)`.as('folded'))
    .executeTakeFirstOrThrow();
  return { contains: folded.replace(/[\\%_]/g, '\\$&') };
}

/** A value for a JSON column, checked by the schema that it will be read by. */
export const json = <T>(schema: z.ZodType<T>, value: T): RawBuilder<unknown> =>
  sql`${JSON.stringify(schema.parse(value))}::jsonb`;

/** Waits for the lock on a name, and holds it until the transaction ends. */
export async function lockName(tx: Kysely<any>, name: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/**
 * Tries to lock the name until the transaction ends.
 * @returns whether this transaction holds it now
 */
export async function holdName(tx: Kysely<any>, name: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS held`.execute(tx);
  return rows[0]!.held;
}
