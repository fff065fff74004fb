import type { App } from '../../kernel/app.ts';
import { startBalance } from '../../product.ts';
import { openStudioWithin } from '../studio/open-studio.ts';
import { credit } from '../accounts/ledger.ts';
import type { Claims } from './memberships.ts';

/**
 * Opens an account, without a password, for somebody whom a provider vouches for.
 * @param forStudio for whoever signed up for the studio, and is in no newsroom
 * @returns the identity that it belongs to
 */
export async function openAccount(
  app: App,
  issuer: string,
  { subject, email, name }: Claims & { email: string },
  forStudio = false,
): Promise<{ id: number; userId: number }> {
  return app.db.transaction(async (tx) => {
    const { id: userId } = await tx
      .insertInto('User')
      .values({ email, fullname: (name ?? email.split('@')[0]!).slice(0, 200) })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (forStudio) await openStudioWithin(app, tx, userId, true);
    else await credit(tx, { userId }, startBalance, { kind: 'granted', why: 'A new account' });
    return tx
      .insertInto('Identity')
      .values({ userId, issuer, subject, email })
      .returning(['id', 'userId'])
      .executeTakeFirstOrThrow();
  });
}
