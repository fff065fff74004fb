import type { App } from './app.ts';
import { LimitReachedError } from './errors.ts';
import { tenantOf } from './tenant.ts';
import { Gate, GateFullError } from '../lib/gate.ts';
import type { Extraction } from '../extraction/thread.ts';
import { kernelMessages } from './messages.ts';

/**
 * Pages and feeds that are read while somebody waits for the answer, by all and by one tenant: each has its
 * document in memory.
 */
const limits = {
  atOnce: 8,
  waitingMax: 40,
  perCaller: { share: 0.25, waitingMax: 6 },
  patience: () => 10_000,
};
/** Milliseconds that one may take, once it has begun. */
const longest = 30_000;
/** Seconds after which it is worth another try. */
const retryAfter = 10;

const gates = new WeakMap<App, Gate>();

/**
 * Reads of somebody's server while who asked for it waits, in the tenant's turn.
 * @param read is told to stop by the signal, which its extraction follows by itself
 * @throws LimitReachedError where too many wait, and what `read` throws
 */
export async function whileAsked<T>(
  app: App,
  project: { organizationId: number | null; ownerId: number },
  read: (extraction: Extraction, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  let gate = gates.get(app);
  if (!gate) gates.set(app, (gate = new Gate(limits)));
  const caller = tenantOf(project);
  try {
    return await gate.run(
      () => {
        const signal = AbortSignal.timeout(longest);
        return read(app.extraction.for(caller, signal), signal);
      },
      { caller },
    );
  } catch (error) {
    if (error instanceof GateFullError)
      throw new LimitReachedError(kernelMessages.TOO_MANY_PAGES_READ(), { retryAfter });
    throw error;
  }
}
