import type { Billed } from '../../server/areas/access/accounts/ledger.ts';

/** A segment of so many characters, each of which costs as much. */
export const billed = (key: string, charged: number): Billed => ({
  key,
  provider: 'offline',
  voice: `voice of ${key}`,
  characters: charged,
  charged,
  cost: charged * 10,
});
