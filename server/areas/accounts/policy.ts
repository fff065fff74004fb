import type { Prisma } from '../../../prisma/generated/client/client.ts';
import type { Actor } from '../../kernel/actor.ts';
import { isAdmin } from '../identity/policy.ts';

/** Which entries of an organization that he may read the actor sees: its maintainers, and administrators, see all. */
export function visibleEntries(actor: Actor): Prisma.LedgerEntryWhereInput {
  if (actor.kind !== 'user') return { id: 0 };
  if (isAdmin(actor)) return {};
  return { account: { organization: { members: { some: { userId: actor.userId, status: 'active', role: 'maintainer' } } } } };
}
