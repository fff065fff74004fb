import { callerOf, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import {
  countAgainstNetworkRate,
  countAgainstRate,
  declareNetworkRate,
  declareRate,
  type NetworkRate,
  type Rate,
} from '../../../kernel/rate-limit.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { mailboxOf } from '../../../text/mailbox-of.ts';

/** How often something is had for nothing. */
export interface MailboxRates {
  mailbox: Rate;
  network: NetworkRate;
}

/** How many times the rate of a mailbox one network has: it may be a school's. */
const mailboxesOfNetwork = 10;

/** Declares how often something is free: for one mailbox, and ten times as often for one network. */
export const declareMailboxRates = (
  what: string,
  { burst, everyMs }: Pick<Rate, 'burst' | 'everyMs'>,
): MailboxRates => ({
  mailbox: declareRate(what, 'a mailbox, or a caller without one', { burst, everyMs }),
  network: declareNetworkRate(what, 'a network', {
    burst: mailboxesOfNetwork * burst,
    everyMs: everyMs / mailboxesOfNetwork,
  }),
});

/**
 * Counts one use of something free: for the caller's mailbox, whichever of its accounts it is, and for the
 * network.
 * @param remoteAddress address of the request; empty: unknown
 * @throws LimitReachedError
 */
export async function countMailboxUse(
  app: App,
  { mailbox, network }: MailboxRates,
  actor: Actor,
  remoteAddress: string,
  message: Message,
): Promise<void> {
  const user =
    actor.kind === 'user'
      ? await app.db.prisma.user.findUnique({ where: { id: actor.userId }, select: { email: true } })
      : null;
  await countAgainstRate(
    app,
    mailbox,
    user ? mailboxOf(user.email) : callerOf(actor, remoteAddress),
    message,
  );
  if (remoteAddress) await countAgainstNetworkRate(app, network, remoteAddress, message);
}
