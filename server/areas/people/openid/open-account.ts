import type { App } from '../../../kernel/app.ts';
import { startBalance } from '../../../product.ts';
import { openStudioWithin } from '../studio/open-studio.ts';
import { credit } from '../../access/accounts/ledger.ts';
import type { Claims } from './provider-memberships.ts';

/**
 * Opens an account without a password for a person whom a provider vouches for.
 * @param forStudio for studio sign-ups, who belong to no newsroom
 * @returns the identity that it belongs to; null if another account has just taken the address
 */
export async function openAccount(
  app: App,
  issuer: string,
  { subject, email, name }: Claims & { email: string },
  forStudio = false,
): Promise<{ id: number; userId: number } | null> {
  return app.db.transaction(async (tx) => {
    const opened = await tx
      .insertInto('User')
      .values({ email, fullname: (name ?? email.split('@')[0]!).slice(0, 200) })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!opened) return null;
    const userId = opened.id;
    if (forStudio) await openStudioWithin(app, tx, userId, true);
    else await credit(tx, { userId }, startBalance, { kind: 'granted', why: 'A new account' });
    return tx
      .insertInto('Identity')
      .values({ userId, issuer, subject, email })
      .returning(['id', 'userId'])
      .executeTakeFirstOrThrow();
  });
}
