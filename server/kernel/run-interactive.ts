import type { App } from './app.ts';
import { LimitReachedError } from './errors.ts';
import { tenantOf } from './tenant.ts';
import { Gate, GateFullError } from '../lib/threads/gate.ts';
import type { Extraction } from '../extraction/extraction-threads.ts';
import { kernelMessages } from './messages.ts';

/** Kinds of work for which a user waits, with limits in total and per tenant. */
const kinds = {
  /** Pages and feeds that are read: each has its document in memory. */
  pages: {
    limits: { atOnce: 8, waitingMax: 40, perCaller: { share: 0.25, waitingMax: 6 }, patience: () => 10_000 },
    tooMany: kernelMessages.TOO_MANY_PAGES_READ,
  },
  /** Previews of drafts on articles: each may have its own dictionary in memory. */
  previews: {
    limits: { atOnce: 4, waitingMax: 12, perCaller: { share: 0.5, waitingMax: 4 }, patience: () => 10_000 },
    tooMany: kernelMessages.TOO_MANY_DRAFT_PREVIEWS,
  },
};
/** Milliseconds that one may take, once it has begun. */
const longest = 30_000;
/** Seconds after which it is worth another try. */
const retryAfter = 10;

const gates = new WeakMap<App, Partial<Record<keyof typeof kinds, Gate>>>();

/**
 * Reads a user's server, or previews a draft, while the user waits. Tenants take turns.
 * @param read receives a signal to stop, which its extraction follows automatically
 * @throws LimitReachedError where too many wait, and errors of `read`
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
