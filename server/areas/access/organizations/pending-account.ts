import { sql, type RawBuilder } from 'kysely';

/**
 * Returns whether an account can't be signed in to yet, neither with a password nor through a provider:
 * accepting its invitation sets name and password.
 * @param user alias of `User` in the statement
 */
export const isPendingAccount = (user: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${user}.passwordHash`)} IS NULL AND NOT EXISTS (SELECT 1 FROM "Identity" WHERE "Identity"."userId" = ${sql.ref(`${user}.id`)}))`;
