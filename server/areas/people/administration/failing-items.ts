import type { FailingItem } from '../../../../prisma/generated/client/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { requireAdmin } from '../../access/identity/policy.ts';

const listed = 100;

/**
 * Returns items that a repeated job cannot process, most recent failure first.
 * @throws NotSignedInError, NotAllowedError for anyone but administrators
 */
export async function listFailingItems(app: App, actor: Actor): Promise<FailingItem[]> {
  requireAdmin(actor);
  return app.db.prisma.failingItem.findMany({
    orderBy: [{ failedAt: 'desc' }, { job: 'asc' }, { item: 'asc' }],
    take: listed,
  });
}
