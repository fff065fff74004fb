import { builder } from '../../../graphql/builder.ts';
import { pageCost } from '../../../graphql/connection-by-id.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { OrganizationType } from '../organizations/types.ts';
import { readLedger, readLedgerEntries } from './read-ledger.ts';
import { LedgerEntryType } from './types.ts';

refetchable(
  LedgerEntryType,
  ({ app, actor }, ids, query) => readLedgerEntries(app, actor, ids, query),
  Number.MAX_SAFE_INTEGER,
);

builder.prismaObjectField(OrganizationType, 'ledger', (t) =>
  t.prismaConnection({
    type: LedgerEntryType,
    cursor: 'id',
    complexity: pageCost(5),
    nullable: true,
    description:
      "All changes of the organization's balance, newest first. Null unless the caller is a maintainer of the organization.",
    resolve: (query, { id }, _, { app, actor }) => readLedger(app, actor, id, query),
  }),
);
