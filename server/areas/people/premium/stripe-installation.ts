import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { LimitReachedError } from '../../../kernel/errors.ts';
import { requireAdmin } from '../../access/identity/policy.ts';
import { requireRecentProof } from '../../access/identity/recent-proof.ts';
import { recordAdministration } from '../../access/identity/administration-log.ts';
import { premiumMessages } from './messages.ts';

/** Which installation this is to the payment service. */
export interface Installation {
  /** Random UUID, in the metadata of every object that this installation creates at the payment service. */
  id: string;
  /** PUBLIC_URL of the servers that it belongs to. */
  publicUrl: string;
  /** Whether this server is one of them. Otherwise its database is a copy, or the server has moved. */
  isCurrent: boolean;
}

/**
 * Returns the installation's identity, which its first server creates. Asks the database each time: another
 * process may have changed it.
 */
export async function installationOf({ db, config }: Pick<App, 'db' | 'config'>): Promise<Installation> {
  const read = () => db.sql.selectFrom('Installation').select(['id', 'publicUrl']).executeTakeFirst();
  let row = await read();
  if (!row) {
    await db.sql
      .insertInto('Installation')
      .values({ publicUrl: config.publicUrl })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = (await read())!;
  }
  return { ...row, isCurrent: row.publicUrl === config.publicUrl };
}

/**
 * Returns the installation's id. A copy of a database, such as a restored backup, must not change what
 * belongs to the original at the payment service.
 * @throws LimitReachedError on a server at another address, until an administrator says what it is
 */
export async function requireInstallation(app: Pick<App, 'db' | 'config'>): Promise<string> {
  const { id, publicUrl, isCurrent } = await installationOf(app);
  if (!isCurrent)
    throw new LimitReachedError(premiumMessages.PREMIUM_OTHER_ADDRESS({ publicUrl }), { retryAfter: 3_600 });
  return id;
}

/** Returns the installation, for administrators. @throws NotSignedInError, NotAllowedError */
export async function readInstallation(app: App, actor: Actor): Promise<Installation | null> {
  requireAdmin(actor);
  return app.config.premium.stripe ? installationOf(app) : null;
}

/**
 * Claims the payments for a server at another address. A server that has moved keeps its customers. A copy
 * becomes a separate installation: it forgets the customers, who remain with the original.
 * @throws NotSignedInError, NotAllowedError, ReauthenticationRequiredError
 */
export async function claimPayments(
  app: App,
  actor: Actor,
  { isCopy }: { isCopy: boolean },
): Promise<Installation> {
  requireAdmin(actor);
  await requireRecentProof(app.db.sql, actor);
  const before = await installationOf(app);
  if (before.isCurrent) return before;
  await app.db.transaction(async (tx) => {
    const { publicUrl } = app.config;
    if (isCopy) {
      await tx.deleteFrom('Installation').execute();
      await tx.insertInto('Installation').values({ publicUrl }).execute();
      await tx.deleteFrom('Premium').execute();
    } else await tx.updateTable('Installation').set({ publicUrl }).execute();
    await recordAdministration(tx, actor, 'payments claimed', { isCopy });
  });
  return installationOf(app);
}
