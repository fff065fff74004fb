import type { App } from './app.ts';
import { LimitReachedError } from './errors.ts';
import { tenantOf } from './tenant.ts';
import { Gate, GateFullError } from '../lib/threads/gate.ts';
import type { Extraction } from '../extraction/extraction-threads.ts';
import { kernelMessages } from './messages.ts';

/** What is done while somebody waits for the answer, by all and by one tenant. */
const kinds = {
  /** Pages and feeds that are read: each has its document in memory. */
  pages: {
    limits: { atOnce: 8, waitingMax: 40, perCaller: { share: 0.25, waitingMax: 6 }, patience: () => 10_000 },
    tooMany: kernelMessages.TOO_MANY_PAGES_READ,
  },
  /** Drafts that are tried on articles: each may have a dictionary of its own in memory. */
  trials: {
    limits: { atOnce: 4, waitingMax: 12, perCaller: { share: 0.5, waitingMax: 4 }, patience: () => 10_000 },
    tooMany: kernelMessages.TOO_MANY_DRAFTS_TRIED,
  },
};
/** Milliseconds that one may take, once it has begun. */
const longest = 30_000;
/** Seconds after which it is worth another try. */
const retryAfter = 10;

const gates = new WeakMap<App, Partial<Record<keyof typeof kinds, Gate>>>();

/**
 * Reads of somebody's server, or tries what somebody may save, while who asked for it waits, in the tenant's
 * turn.
 * @param read is told to stop by the signal, which its extraction follows by itself
 * @throws LimitReachedError where too many wait, and what `read` throws
 */
export async function runInteractive<T>(
  app: App,
  project: { organizationId: number | null; ownerId: number },
  read: (extraction: Extraction, signal: AbortSignal) => Promise<T>,
  what: keyof typeof kinds = 'pages',
): Promise<T> {
  const { limits, tooMany } = kinds[what];
  const own = gates.get(app) ?? {};
  gates.set(app, own);
  const gate = (own[what] ??= new Gate(limits));
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
    if (error instanceof GateFullError) throw new LimitReachedError(tooMany(), { retryAfter });
    throw error;
  }
}
