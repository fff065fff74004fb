import { declareNetworkRate, declareRate } from '../../../kernel/rate-limit.ts';

/**
 * Failed sign-ins: of one account from one network, of one network, and of one account from everywhere. Each
 * is then let through slowly. Strangers who use up what an account may fail keep its owner out of no browser
 * in which the owner has signed in before.
 */
export const signInRateLimits = {
  here: declareNetworkRate('Failed sign-ins', 'an account, from one network', { burst: 10, everyMs: 30_000 }),
  network: declareNetworkRate('Failed sign-ins', 'a network', { burst: 50, everyMs: 18_000 }),
  account: declareRate('Failed sign-ins', 'an account, from everywhere', { burst: 100, everyMs: 36_000 }),
  device: declareRate('Failed sign-ins', 'an account, from a browser that has signed in to it', {
    burst: 10,
    everyMs: 30_000,
  }),
};
