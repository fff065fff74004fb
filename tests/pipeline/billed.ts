import type { BilledSegment } from '../../server/areas/access/accounts/ledger.ts';

/** Returns a segment of the given number of characters, each at the same cost. */
export const billed = (key: string, charged: number): BilledSegment => ({
  key,
  provider: 'offline',
  voice: `voice of ${key}`,
  characters: charged,
  charged,
  cost: charged * 10,
});
