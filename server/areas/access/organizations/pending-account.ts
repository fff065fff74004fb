import { sql, type RawBuilder } from 'kysely';

/**
 * Whether nobody can sign in to an account yet, neither with a password nor through a provider: whoever
 * accepts its invitation sets name and password. @param user the name that the statement gives `User`
 */
export const isPendingAccount = (user: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${user}.passwordHash`)} IS NULL AND NOT EXISTS (SELECT 1 FROM "Identity" WHERE "Identity"."userId" = ${sql.ref(`${user}.id`)}))`;
