import type { LedgerEntry, Prisma } from '../../../prisma/generated/client/client.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { kernelMessages } from '../../kernel/messages.ts';
import { isAdmin } from '../identity/policy.ts';
import { manages, managersOf } from '../organizations/policy.ts';

/**
 * What changed an organization's balance, newest first; null for who does not manage it. @param query what is
 * asked of the rows
 */
export async function readLedger(
  app: App,
  actor: Actor,
  organizationId: number,
  query: Prisma.LedgerEntryFindManyArgs,
): Promise<LedgerEntry[] | null> {
  const organization = await app.db.prisma.organization.findUnique({
    where: { id: organizationId },
    select: managersOf(actor),
  });
  if (!organization || !manages(actor, organization)) return null;
  return app.db.prisma.ledgerEntry.findMany({
    ...query,
    where: { account: { organizationId } },
    orderBy: { id: 'desc' },
  });
}

/**
 * An entry of the ledger: of an organization's, for who manages it; of a user's own, for him.
 * @param query what is asked of the row
 * @throws NotFoundError
 */
export async function readLedgerEntry(
  app: App,
  actor: Actor,
  id: number,
  query: Prisma.LedgerEntryDefaultArgs = {},
): Promise<LedgerEntry> {
  const found = await app.db.prisma.ledgerEntry.findUnique({
    where: { id },
    select: { account: { select: { userId: true, organization: { select: managersOf(actor) } } } },
  });
  const { organization = null, userId = null } = found?.account ?? {};
  const isOwn = actor.kind === 'user' && userId !== null && (userId === actor.userId || isAdmin(actor));
  if (!isOwn && !(organization && manages(actor, organization)))
    throw new NotFoundError(kernelMessages.UNKNOWN_ID({ type: 'entry' }));
  return app.db.prisma.ledgerEntry.findUniqueOrThrow({ ...query, where: { id } });
}
