import type { LedgerEntry, Prisma } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { isAdmin } from '../identity/policy.ts';
import { isManager, managersOf } from '../organizations/policy.ts';

/**
 * Returns changes of an organization's balance, newest first; null for callers who don't manage it.
 * @param query selection of the rows
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
  if (!organization || !isManager(actor, organization)) return null;
  return app.db.prisma.ledgerEntry.findMany({
    ...query,
    where: { account: { organizationId } },
    orderBy: { id: 'desc' },
  });
}

/**
 * Returns the ledger entries that the actor may read: of organizations that they manage, and of their own
 * account.
 * @param query selection of the rows
 */
export async function readLedgerEntries(
  app: App,
  actor: Actor,
  ids: readonly number[],
  query: Prisma.LedgerEntryDefaultArgs = {},
): Promise<LedgerEntry[]> {
  const { prisma } = app.db;
  const found = await prisma.ledgerEntry.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, account: { select: { userId: true, organization: { select: managersOf(actor) } } } },
  });
  const readable = found.filter(({ account: { organization, userId } }) => {
    const isOwn = actor.kind === 'user' && userId !== null && (userId === actor.userId || isAdmin(actor));
    return isOwn || (organization !== null && isManager(actor, organization));
  });
  if (readable.length === 0) return [];
  return prisma.ledgerEntry.findMany({ ...query, where: { id: { in: readable.map(({ id }) => id) } } });
}
