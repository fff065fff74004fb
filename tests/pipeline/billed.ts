import type { Billed } from '../../server/areas/access/accounts/ledger.ts';

/** Returns a segment of the given number of characters, each at the same cost. */
export const billed = (key: string, charged: number): Billed => ({
  key,
  provider: 'offline',
  voice: `voice of ${key}`,
  characters: charged,
  charged,
  cost: charged * 10,
});
