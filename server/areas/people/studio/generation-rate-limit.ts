import type { App } from '../../../kernel/app.ts';
import { LimitReachedError } from '../../../kernel/errors.ts';
import {
  countAgainstNetworkRate,
  countAgainstRate,
  declareNetworkRate,
  declareRate,
} from '../../../kernel/rate-limit.ts';
import { screenText } from '../../../kernel/screen-text.ts';
import { mailboxOf } from '../../../text/mailbox-of.ts';
import { spendingMessages } from '../../access/accounts/messages.ts';
import { studioMessages } from './messages.ts';
import type { OwnStudio } from './open-studio.ts';

/**
 * How often audios are made: by one account, from one mailbox, whose owner may have opened several accounts
 * (`ada+1@`, `ada+2@`), and from one network, which may be a school's.
 */
export const generationRates = {
  account: declareRate('Studio audios', 'an account', { burst: 60, everyMs: 10_000 }),
  address: declareRate('Studio audios', 'a mailbox', { burst: 90, everyMs: 8_000 }),
  network: declareNetworkRate('Studio audios', 'a network', { burst: 300, everyMs: 5_000 }),
};
/**
 * Requires that audio may be generated from a text.
 * @param remoteAddress address of the caller; empty: unknown
 * @throws LimitReachedError, ValidationError on `text` where moderation rejects it
 */
export async function mayGenerate(
  app: App,
  { userId }: OwnStudio,
  text: string,
  remoteAddress: string,
): Promise<void> {
  const { balance, email } = await app.db.sql
    .selectFrom('Account as a')
    .innerJoin('User as u', 'u.id', 'a.studioUserId')
    .select(['a.balance', 'u.email'])
    .where('a.studioUserId', '=', userId)
    .executeTakeFirstOrThrow();
  const tooMany = studioMessages.STUDIO_TOO_MANY_AUDIOS();
  await countAgainstRate(app, generationRates.account, `user ${userId}`, tooMany);
  await countAgainstRate(app, generationRates.address, mailboxOf(email), tooMany);
  // Unknown outside a user's request.
  if (remoteAddress) await countAgainstNetworkRate(app, generationRates.network, remoteAddress, tooMany);
  if (BigInt(balance) <= 0n) throw new LimitReachedError(spendingMessages.SPENDING_OUT_OF_CHARACTERS());
  await screenText(app, text);
}
