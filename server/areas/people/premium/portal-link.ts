import { z } from 'zod';
import type { App } from '../../../kernel/app.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import { premiumMessages } from './messages.ts';
import { askStripe } from './stripe-client.ts';

/** Where the link of a mail leads by which a person whose account is stopped reaches the billing portal. */
export const portalPath = '/stripe/portal';

const purpose = 'billing portal of a stopped account';
const linkSchema = z.object({ userId: z.int(), stoppedAt: z.iso.datetime() });
/** Visits by one link: each is a call of Stripe. */
const visits = declareRate('Link to the billing portal', 'a person', { burst: 10, everyMs: 60_000 });

/**
 * Returns a link to the billing portal for a person who cannot sign in, because the account is stopped. It is
 * good for as long as this stop lasts.
 */
export function portalLink(
  app: Pick<App, 'dataSealing' | 'config'>,
  { userId, stoppedAt }: { userId: number; stoppedAt: Date },
): string {
  const sealed = app.dataSealing.seal(JSON.stringify({ userId, stoppedAt }), purpose);
  return `${app.config.publicUrl}${portalPath}?about=${encodeURIComponent(sealed)}`;
}

/**
 * Opens the billing portal by what such a link carried.
 * @returns where the browser goes; null: the link is not ours, or the account is no longer stopped
 * @throws LimitReachedError while Stripe does not answer, and after too many visits
 */
export async function openPortalByLink(app: App, sealed: string): Promise<string | null> {
  const text = sealed.length > 2_000 ? null : app.dataSealing.open(sealed, purpose);
  if (text === null) return null;
  const { userId, stoppedAt } = linkSchema.parse(JSON.parse(text));
  const row = await app.db.sql
    .selectFrom('Premium as p')
    .innerJoin('User as u', 'u.id', 'p.userId')
    .select('p.customerId')
    .where('u.id', '=', userId)
    .where('u.stoppedAt', '=', new Date(stoppedAt))
    .where('u.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  await countAgainstRate(app, visits, `user ${userId}`, premiumMessages.PREMIUM_TOO_MANY());
  const { url } = await askStripe(app, (stripe) =>
    stripe.billingPortal.sessions.create({ customer: row.customerId, return_url: app.config.publicUrl }),
  );
  return url;
}
