import type { App } from '../kernel/app.ts';
import type { Actor } from '../kernel/actor.ts';
import { countAgainstRate } from '../kernel/rate-limit.ts';
import { httpMessages } from './messages.ts';

/**
 * Counts a call of a partner's program whose token is limited: so many at once, and the next ones spread over
 * the minute. @throws LimitReachedError that says when the next is let in
 */
export async function countTokenCall(app: App, actor: Actor): Promise<void> {
  if (actor.kind !== 'partner' || actor.callsPerMinute === null) return;
  const { tokenId, callsPerMinute } = actor;
  await countAgainstRate(
    app,
    // The name contains the limit, so that a changed limit starts a new count.
    { name: `token ${callsPerMinute}`, burst: callsPerMinute, everyMs: 60_000 / callsPerMinute },
    String(tokenId),
    httpMessages.TOKEN_TOO_OFTEN({ most: callsPerMinute }),
  );
}
